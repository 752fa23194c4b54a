import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

const USERS = Array.from({ length: 5 }, (_, index) => ({
  externalUserId: `old-${index}`,
  email: `user-${index}@example.com`,
  passwordHash: BCRYPT,
  phoneNumber: `+1555555${String(index).padStart(4, "0")}`,
}));

let rehearsal: RehearsalService;
let to: string;

beforeEach(async () => {
  rehearsal = createRehearsalService({ service: "supertokens" });
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  to = url;
});

async function importFile(name: string, users: readonly object[], ...more: string[]) {
  await writeFile(place(name), users.map((user) => JSON.stringify(user)).join("\n"));
  const args = ["import", place(name), "--from", "credport", "--service", "supertokens", ...more];
  const fake = fakeIo({ env });
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

describe("credport import --changed-since", () => {
  test("reports what is new, changed, unchanged and gone, and lists the latter", async () => {
    await importFile("first.ndjson", USERS, "--to", to);
    const [one, two, three] = USERS;
    const next = [
      one,
      { ...two, phoneNumber: "+15555559999" },
      three,
      { ...one, externalUserId: "new", email: "new@example.com", phoneNumber: "+15555558888" },
    ];
    const since = ["--changed-since", `${place("first.ndjson")}.journal`, "--gone", place("gone.ndjson")];
    const { exitCode, out } = await importFile(
      "second.ndjson",
      next as object[],
      "--to",
      to,
      ...since,
      "--mapping",
      place("ids.csv"),
    );
    expect(exitCode).toBe(0);
    for (const row of [
      /1 +imported/,
      /3 +there already/,
      /2 +of these unchanged/,
      /1 +of these with what has changed/,
      /2 +of those whom the first import made not in this export/,
    ])
      expect(out).toMatch(row);
    const gone = (await readFile(place("gone.ndjson"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    // In the order in which the first import was done with them.
    expect(gone.map(({ line, userId }) => [line, userId]).sort()).toEqual([
      [4, "old-3"],
      [5, "old-4"],
    ]);
    expect((await readFile(place("ids.csv"), "utf8")).trim().split("\n")).toHaveLength(5);
    const again = await importFile("second.ndjson", next as object[], "--to", to, ...since, "--json");
    expect(JSON.parse(again.out)).toMatchObject({ fromEarlierRuns: 4, since: { gone: 2 } });
  });

  test("compares a third export with the second one's journal, once that is whole", async () => {
    await importFile("first.ndjson", USERS, "--to", to);
    await importFile("second.ndjson", USERS.slice(1), "--to", to, "--changed-since", place("first.ndjson.journal"));
    const journal = place("second.ndjson.journal");
    const whole = await readFile(journal, "utf8");
    await writeFile(journal, whole.replace(',"read":true', ""));
    const since = ["--to", to, "--changed-since", journal, "--existing", "overwrite"];
    const stopped = await importFile("third.ndjson", USERS, ...since);
    expect([stopped.exitCode, stopped.out]).toEqual([2, expect.stringContaining("import/first-unfinished")]);
    expect(stopped.out).not.toContain("Run the same command again to resume");
    await writeFile(journal, whole);
    const { exitCode, out } = await importFile("third.ndjson", USERS, ...since);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/5 +of these unchanged/)]);
  });

  test("needs a service, and a first journal for --gone", async () => {
    expect(await importFile("a.ndjson", USERS, "--changed-since", place("none"))).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("--changed-since was given without --to"),
    });
    expect(await importFile("a.ndjson", USERS, "--gone", place("gone"))).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("--gone was given without --changed-since"),
    });
    const { exitCode, out } = await importFile("a.ndjson", USERS, "--to", to, "--changed-since", place("none"));
    expect([exitCode, out]).toEqual([2, expect.stringContaining("import/journal-unusable")]);
  });
});
