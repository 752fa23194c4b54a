import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { liveBytes } from "../../live-bytes.js";
import { fakeIo, slowOutput } from "../fake-io.js";

const HASH = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

it("says of each line what it is, with Windows line ends and a byte order mark too", async () => {
  const fake = fakeIo({ stdin: `\ufeff${HASH}\r\n\nplain\n` });
  expect(await runCli(["identify"], fake.io)).toBe(1);
  const rows = fake.out().split("\n");
  expect(rows[0]).toBe("line 1: bcrypt, importable");
  expect(rows.filter((row) => row.startsWith("line "))).toHaveLength(3);
  expect(fake.out()).toContain("1 of 3 hashes can be imported");
  expect(fake.out()).toContain("hash/empty");
});

it("passes over a line of 300 MB in bounded memory, and names it", async () => {
  let highest = 0;
  const before = liveBytes();
  function* lines() {
    for (let piece = 0; piece < 300; piece++) {
      yield Buffer.alloc(1 << 20, 120);
      if (piece % 100 === 99) highest = Math.max(highest, liveBytes() - before);
    }
    yield `\n${HASH}\n`;
    yield Buffer.from([0xff, 0x0a]);
  }
  const fake = fakeIo({ stdin: lines() });
  expect(await runCli(["identify", "--json"], fake.io)).toBe(1);
  const rows = fake
    .out()
    .trimEnd()
    .split("\n")
    .map((row) => JSON.parse(row));
  expect(rows.map(({ line, disposition }) => [line, disposition])).toEqual([
    [1, "malformed"],
    [2, "importable"],
    [3, "malformed"],
  ]);
  expect(rows[0].problems[0].code).toBe("hash/too-long");
  expect(highest).toBeLessThan(24 << 20);
});

it("waits for a slow reader of its output", async () => {
  const fake = fakeIo({ stdin: `${HASH}\n`.repeat(3) });
  const slow = slowOutput(fake.io.stdout);
  expect(await runCli(["identify"], { ...fake.io, stdout: slow.stdout })).toBe(0);
  expect(slow.waits()).toBe(4);
});

it("prints one line for each hash and sums up at the end, each remedy once", async () => {
  const fake = fakeIo({ stdin: `${"$6$saltsalt$abc\n".repeat(50)}${HASH}\n` });
  expect(await runCli(["identify"], fake.io)).toBe(1);
  const rows = fake.out().trimEnd().split("\n");
  expect(rows.slice(0, 51).every((row) => row.startsWith("line "))).toBe(true);
  expect(rows.slice(51)).toEqual([
    "",
    "1 of 51 hashes can be imported",
    "      50 sha512-crypt, malformed",
    "       1 bcrypt, importable",
    "",
    "Problems",
    "      50 scheme/malformed  lines 1, 2, 3, 4, 5, …",
    expect.stringContaining("Export the hash again"),
  ]);
});

it.each([[[]], [["--json"]]])("could not run where there is no input at all: %j", async (flags) => {
  const fake = fakeIo({ stdin: "" });
  expect(await runCli(["identify", ...flags], fake.io)).toBe(2);
  expect(fake.out() + fake.err()).toContain("no hash");
});

it("says of a column what it is, from a file or standard input, without a hash of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "credport-column-"));
  const path = join(folder, "column.txt");
  const lines = [HASH, HASH.replace("$05$", "$12$"), "", "x".repeat(5000)].join("\n");
  writeFileSync(path, lines);
  for (const [given, options] of [
    [path, {}],
    ["-", { stdin: lines }],
  ] as const) {
    const fake = fakeIo(options);
    expect(await runCli(["identify", "--column", given], fake.io)).toBe(1);
    expect(fake.out()).toContain("3 hashes, 1 empty line");
    expect(fake.out()).toMatch(/1\s+bcrypt, version 2b, cost 12, importable, 33\.3%/);
    expect(fake.out()).toContain("packages of Node.js and Python");
    expect(fake.out()).toContain("credport check --known");
    expect(fake.out()).not.toMatch(/CCCC|xxxx/);
  }
  rmSync(folder, { recursive: true });
});

it("says of a column that was too narrow, and of bare digests, what to do", async () => {
  const narrow = fakeIo({ stdin: `${HASH.slice(0, 50)}\n${HASH.slice(0, 50)}\n` });
  expect(await runCli(["identify", "--column", "-"], narrow.io)).toBe(1);
  expect(narrow.out()).toContain("2 hashes end at 50 characters, and the column seems to be no wider");
  expect(narrow.out()).toContain("take them from where they are whole");
  const two = fakeIo({ stdin: `$wp${HASH.replace("$2b$", "$2y$")}\n${HASH.replace("$2b$05$", "$2y$13$")}\n` });
  await runCli(["identify", "--column", "-"], two.io);
  expect(two.out()).toContain("users of wordpress or symfony");
  const bare = fakeIo({ stdin: `${"0123456789abcdef".repeat(2)}\n` });
  expect(await runCli(["identify", "--column", "-"], bare.io)).toBe(1);
  expect(bare.out()).toContain("credport verify --known --column salt");
  const salted = fakeIo({ stdin: `${"0123456789abcdef".repeat(2)}:x9\n` });
  expect(await runCli(["identify", "--column", "-"], salted.io)).toBe(1);
  expect(salted.out()).toContain("Write digest and salt into two columns");
  const domino = fakeIo({ stdin: "(GDJ0nDZI8l8RJzlRbemg)\n" });
  expect(await runCli(["identify", "--column", "-"], domino.io)).toBe(1);
  expect(domino.out()).toContain("let their users choose a new password");
  const none = fakeIo({ stdin: "\n\n" });
  expect(await runCli(["identify", "--column", "-"], none.io)).toBe(2);
  const json = fakeIo({ stdin: `${HASH}\n` });
  expect(await runCli(["identify", "--column", "-", "--json"], json.io)).toBe(0);
  expect(JSON.parse(json.out())).toMatchObject({ values: 1, empty: 0, cut: null });
});

it("reads a column as a spreadsheet or PowerShell saves it: a header, quotation marks, UTF-16", async () => {
  const text = `\ufeff"pass word"\r\n"${HASH}"\r\n"${HASH}"\r\n`;
  const fake = fakeIo({ stdin: Buffer.from(text, "utf16le") });
  expect(await runCli(["identify", "--column", "-"], fake.io)).toBe(0);
  expect(fake.out()).toContain("2 hashes, a header");
  expect(fake.out()).toMatch(/2\s+bcrypt, .*importable, 100\.0%/);
});

it("counts an argon2 hash that a column may have cut off as a check does", async () => {
  const cut = `$argon2id$v=19$m=65536,t=4,p=1$${"A".repeat(22)}$${"A".repeat(34)}`;
  const fake = fakeIo({ stdin: `${cut}\n` });
  expect(await runCli(["identify"], fake.io)).toBe(1);
  expect(fake.out()).toContain("argon2, verifiable, argon2/unusual-digest-length");
  expect(fake.out()).toContain("0 of 1 hash can be imported");
});
