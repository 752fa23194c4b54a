import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { fallbackStatus, openFallbackStore } from "../../../src/login/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";

// Known answers: hashcat's examples, crypt_blowfish.
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const DOMINO = "(GDJ0nDZI8l8RJzlRbemg)";
const temporary = useTemporaryFolder();

async function written(hashes: readonly string[]): Promise<string> {
  const file = join(temporary.path(), "users.ndjson");
  const lines = hashes.map((passwordHash, index) =>
    JSON.stringify({
      externalUserId: `u${index}`,
      identifiers: [`u${index}`],
      passwordHash,
      ...(passwordHash === PHPASS ? { source: "wordpress" } : {}),
    }),
  );
  await writeFile(file, lines.join("\n"));
  return file;
}

async function fallback(args: readonly string[], options: FakeIoOptions = {}) {
  const { io, out, err } = fakeIo(options);
  const exitCode = await runCli(["fallback", ...args], io);
  return { exitCode, out: out(), err: err() };
}

async function forget(file: string, ids: readonly string[]): Promise<void> {
  const opened = await openFallbackStore(file);
  if (!opened.ok) throw new Error(opened.problems[0].code);
  for (const id of ids) expect(await opened.value.forgetUser({ id })).toBe(true);
  await opened.value.close();
}

const dayAfter = (moment: number, days: number) => new Date(moment + days * 86_400_000).toISOString().slice(0, 10);

describe("credport fallback status", () => {
  it("takes a file that lacks users who are left only where it is told to", async () => {
    const file = await written([PHPASS, PHPASS, BCRYPT, BCRYPT, BCRYPT]);
    await fallback(["status", file]);
    await written([PHPASS]);
    const refused = await fallback(["status", file]);
    expect([refused.exitCode, refused.err]).toEqual([
      2,
      expect.stringContaining("lacks 4 of the 5 users of its store"),
    ]);
    expect((await fallback(["status", file, "--fewer-users", "--json"])).out).toContain('"left": 1');
    expect((await fallback(["status", file])).exitCode).toBe(1);
  });

  it("counts who is left by scheme and system, until nobody is", async () => {
    const file = await written([PHPASS, PHPASS, BCRYPT]);
    await forget(file, ["u0"]);
    const json = await fallback(["status", file, "--json"]);
    expect(JSON.parse(json.out)).toEqual({
      users: 3,
      migrated: 1,
      left: 2,
      withoutLogin: 0,
      withoutHash: 0,
      groups: [
        { scheme: "phpass", source: "wordpress", left: 1 },
        { scheme: "bcrypt", source: null, left: 1 },
      ],
      lastLogins: [],
      deletableOn: dayAfter((await stat(file)).mtimeMs, 365),
      warnings: [],
    });
    const { exitCode, out } = await fallback(["status", file]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/ 1 migrated\n +2 left\n/);
    expect(out).toContain("1 phpass of wordpress");
    await forget(file, ["u1", "u2"]);
    expect((await fallback(["status", file])).exitCode).toBe(0);
  });

  it("does not wait for users who can't log in, disabled or without a hash", async () => {
    const file = join(temporary.path(), "users.ndjson");
    const users = [{ passwordHash: BCRYPT }, { passwordHash: BCRYPT, disabled: true }, {}];
    const lines = users.map((user, at) =>
      JSON.stringify({ externalUserId: `u${at}`, identifiers: [`u${at}`], ...user }),
    );
    await writeFile(file, lines.join("\n"));
    const before = JSON.parse((await fallback(["status", file, "--json"])).out);
    expect(before).toMatchObject({ users: 3, migrated: 0, left: 1, withoutLogin: 2, withoutHash: 1 });
    await forget(file, ["u0"]);
    const { exitCode, out } = await fallback(["status", file]);
    expect(exitCode).toBe(0);
    expect(out).toContain("1 disabled: they can't log in");
    expect(out).toContain("1 without a hash here, and not disabled");
    expect(out).toContain("block the disabled users: without the file anyone can sign up with their identifiers");
    expect(out).toContain("Have the users without a hash set a password in the new service");
    expect(out).not.toContain("fallback shred");
  });

  it("counts who is left by their last login, where the export has it", async () => {
    const days = [1, 29, 60, 200, 1000, 4000];
    const file = join(temporary.path(), "users.ndjson");
    const lines = [...days, null].map((ago, index) =>
      JSON.stringify({
        externalUserId: `u${index}`,
        identifiers: [`u${index}`],
        passwordHash: BCRYPT,
        ...(ago === null ? {} : { lastLogin: new Date(Date.now() - ago * 86_400_000).toISOString() }),
      }),
    );
    await writeFile(file, lines.join("\n"));
    const { out } = await fallback(["status", file]);
    expect(out).toMatch(/2 within 30 days\n +1 within 90 days\n +1 within 365 days\n +1 within 1095 days\n/);
    expect(out).toMatch(/1 longer ago\n +1 not known/);
    expect(out).toContain("2 users logged in within 30 days: wait for them");
    const { lastLogins } = JSON.parse((await fallback(["status", file, "--json"])).out);
    expect(lastLogins).toHaveLength(6);
    expect(lastLogins.at(-1)).toEqual({ withinDays: null, isKnown: false, left: 1 });
  });

  it("names the day on which the last of those who are left will have been away for so long", async () => {
    const file = join(temporary.path(), "users.ndjson");
    const logins = ["2026-03-01T10:00:00.000Z", "2026-05-01T23:00:00.000Z", "2024-01-01T00:00:00.000Z"];
    const lines = logins.map((lastLogin, index) =>
      JSON.stringify({
        externalUserId: `u${index}`,
        identifiers: [`u${index}`],
        passwordHash: BCRYPT,
        lastLogin,
      }),
    );
    await writeFile(file, lines.join("\n"));
    const first = (await fallback(["status", file])).out;
    expect(first).toContain("On 2027-05-01 none of them will have logged in for 365 days");
    await forget(file, ["u1"]);
    const { out } = await fallback(["status", file, "--inactive-days", "30", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ left: 2, deletableOn: "2026-03-31" });
    await forget(file, ["u0", "u2"]);
    expect(JSON.parse((await fallback(["status", file, "--json"])).out).deletableOn).toBeNull();
    for (const days of ["0", "x", "1.5", "99999"]) {
      expect((await fallback(["status", file, "--inactive-days", days])).exitCode).toBe(2);
    }
    await expect(fallbackStatus(file, { inactiveDays: 0 })).rejects.toThrow(TypeError);
    // A login in the time to come is none that anybody has to wait for.
    const other = join(temporary.path(), "other.ndjson");
    await writeFile(other, lines.join("\n").replace("2026-05-01", "9998-05-01"));
    const status = await fallbackStatus(other, { now: Date.parse("2026-12-01T00:00:00Z") });
    expect(status).toMatchObject({ value: { deletableOn: "2027-12-01" } });
  });

  it("writes the list of those to write to with --left, without their hashes", async () => {
    const file = await written([PHPASS, BCRYPT, BCRYPT]);
    await forget(file, ["u1"]);
    const list = join(temporary.path(), "left.ndjson");
    for (const _ of ["first", "again"]) {
      expect((await fallback(["status", file, "--left", list])).exitCode).toBe(1);
      const text = await readFile(list, "utf8");
      const lines = text.trim().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { externalUserId: "u0", identifiers: ["u0"] },
        { externalUserId: "u2", identifiers: ["u2"] },
      ]);
      expect(text).not.toContain("$");
      expect((await stat(list)).mode & 0o777).toBe(0o600);
    }
    const { exitCode, err } = await fallback(["status", file, "--left", file]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("name the same file")]);
  });

  it("advises to delete the old hashes only where all users were read and brought over", async () => {
    const file = await written([PHPASS]);
    await forget(file, ["u0"]);
    expect((await fallback(["status", file])).out).toContain("delete the old hashes with");
    const empty = join(temporary.path(), "empty.ndjson");
    await writeFile(empty, "");
    const { out } = await fallback(["status", empty]);
    expect(out).toContain("The file has no users");
    expect(out).not.toContain("shred");
    const damaged = join(temporary.path(), "damaged.ndjson");
    await writeFile(
      damaged,
      `{"externalUserId":"1","identifiers":["a"],"passwordHash":\n${await readFile(file, "utf8")}`,
    );
    await forget(damaged, ["u0"]);
    const told = (await fallback(["status", damaged])).out;
    expect(told).toContain("Look at the lines named above");
    expect(told).not.toContain("shred");
  });

  it("says why a file can't be used", async () => {
    const missing = join(temporary.path(), "missing");
    const { exitCode, err } = await fallback(["status", missing]);
    expect(exitCode).toBe(2);
    expect(err).toContain(`can't be used: ${missing} (ENOENT)`);
  });
});

describe("credport fallback plan", () => {
  it("measures each scheme and names who can't be verified", async () => {
    const file = await written([PHPASS, PHPASS, BCRYPT, DOMINO]);
    const { exitCode, out } = await fallback(["plan", file, "--logins-per-hour", "36000", "--json"]);
    expect(exitCode).toBe(1);
    const plan = JSON.parse(out);
    expect(plan).toMatchObject({ left: 4, unverifiable: 1, loginsPerHour: 36_000 });
    expect(plan.groups).toMatchObject([
      { scheme: "phpass", left: 2, problem: null },
      { scheme: "bcrypt", left: 1, parameters: { cost: 5 } },
      { left: 1, milliseconds: null, problem: "scheme/unsupported" },
    ]);
    const [phpass, bcrypt] = plan.groups.map(({ milliseconds }: { milliseconds: number }) => milliseconds);
    // Ten logins a second, of which two in three are phpass.
    expect(plan.cores).toBeCloseTo((10 * ((2 * phpass + bcrypt) / 3)) / 1000, 6);
    expect(plan.perCoreAndSecond * plan.cores).toBeCloseTo(10, 6);
  });

  it.each([[], ["--logins-per-hour", "many"], ["--logins-per-hour", "0"]])("needs a rate: %j", async (...flags) => {
    const { exitCode, err } = await fallback(["plan", await written([BCRYPT]), ...flags]);
    expect(exitCode).toBe(2);
    expect(err).toContain("--logins-per-hour is not a number over 0");
  });
});

describe("credport fallback shred", () => {
  it("asks with the number of users who are left, and deletes nothing without a yes", async () => {
    const file = await written([BCRYPT, PHPASS]);
    const { exitCode, err } = await fallback(["shred", file], { stdin: "no\n" });
    expect(exitCode).toBe(2);
    expect(err).toContain("2 users who are left can't sign in after that");
    expect((await readdir(temporary.path())).sort()).toEqual(["users.ndjson", "users.ndjson.store"]);
  });

  it.each([
    [["--yes"], ""],
    [[], "yes\n"],
  ])("deletes the file and its store, flags %j", async (flags, stdin) => {
    const file = await written([BCRYPT]);
    await forget(file, ["u0"]);
    const { exitCode, out } = await fallback(["shred", file, ...flags], { stdin });
    expect(exitCode).toBe(0);
    expect(out).toContain(`${file}.store`);
    expect(await readdir(temporary.path())).toEqual([]);
  });

  it("deletes what a link leads to, and both stores", async () => {
    const file = await written([BCRYPT]);
    const link = `${file}.link`;
    await symlink(file, link);
    for (const path of [file, link]) await forget(path, ["u0"]);
    expect(await readdir(temporary.path())).toHaveLength(4);
    expect((await fallback(["shred", link, "--yes"])).exitCode).toBe(0);
    expect(await readdir(temporary.path())).toEqual([]);
  });
});

it("names what it does where something else is asked for", async () => {
  const { exitCode, err } = await fallback(["burn", "users.ndjson"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("status, plan, shred");
});

it("refuses an option that the action would pass by", async () => {
  const { exitCode, err } = await fallback(["plan", "users.ndjson", "--left", "x"]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining("--left was given to credport fallback plan")]);
  expect(err).toContain("Give it to credport fallback status.");
});
