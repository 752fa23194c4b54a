import { expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { liveBytes } from "../live-bytes.js";
import { fakeIo, slowOutput } from "./fake-io.js";

const HASH = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

it("says of each line what it is, with Windows line ends and a byte order mark too", async () => {
  const fake = fakeIo({ stdin: `\ufeff${HASH}\r\n\nplain\n` });
  expect(await runCli(["identify"], fake.io)).toBe(1);
  const rows = fake.out().split("\n");
  expect(rows[0]).toBe("line 1: bcrypt, importable");
  expect(rows.filter((row) => row.startsWith("line "))).toHaveLength(3);
  expect(fake.out()).toContain("1 of 3 can be imported");
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
    "1 of 51 can be imported",
    "50  sha512-crypt, malformed",
    "1  bcrypt, importable",
    "",
    "Problems",
    "50  scheme/malformed (line 1, 2, 3, 4, 5, …)",
    expect.stringContaining("Export the hash again"),
  ]);
});

it.each([[[]], [["--json"]]])("could not run where there is no input at all: %j", async (flags) => {
  const fake = fakeIo({ stdin: "" });
  expect(await runCli(["identify", ...flags], fake.io)).toBe(2);
  expect(fake.out() + fake.err()).toContain("no hash");
});
