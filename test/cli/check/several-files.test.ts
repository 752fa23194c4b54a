import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { missingBetween } from "../../../src/cli/input/several-files.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { expectFits } from "../../report/expect-fits.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();

const CREDENTIALS = [
  {
    type: "password",
    secretData: JSON.stringify({ value: "A".repeat(86), salt: "c2FsdHNhbHQ=" }),
    credentialData: JSON.stringify({ algorithm: "argon2", additionalParameters: {} }),
  },
];

/** A file of users with these numbers. */
function file(name: string, ...numbers: readonly number[]): string {
  const path = join(temporary.path(), name);
  const users = numbers.map((at) => ({
    id: `${at}`,
    username: `u${at}`,
    email: `${at}@example.com`,
    credentials: CREDENTIALS,
  }));
  writeFileSync(path, JSON.stringify({ realm: "shop", users }));
  return path;
}

async function run(command: string, ...args: readonly string[]) {
  const fake = fakeIo();
  const code = await runCli([command, ...args, "--from", "keycloak"], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

const NUMBERS = [1, 2, 3, 4, 5, 6];

it("a check says how many records are in each file, and which one was most likely forgotten", async () => {
  const files = [file("users-0.json", 1, 2), file("users-1.json"), file("users-3.json", 3)];
  const { out } = await run("check", ...files);
  expect(out).toMatch(/ 3 records\n/);
  expect(out).toMatch(
    /Files read\n +2 records in \S+users-0\.json\n +0 users in \S+users-1\.json: its rows, if any, are joined to theirs\n +1 record in \S+users-3\.json\n +\S+users-2\.json was not given/,
  );
  const report = join(temporary.path(), "check.json");
  await run("check", ...files, "--report", report);
  expectFits("check-report", JSON.parse(readFileSync(report, "utf8")));
  const json = await run("check", ...files, "--json");
  const found = JSON.parse(json.out);
  expect(found.inputs).toEqual([
    { file: null, records: 2 },
    { file: files[1], records: 0 },
    { file: files[2], records: 1 },
  ]);
  const alone = await run("check", ...files.slice(0, 1), "--json");
  expect(JSON.parse(alone.out).inputs).toBeUndefined();
});

it.each(["check", "import"])("two files with the same bytes are refused by name: %s", async (command) => {
  const [one, same, page, empty] = [file("a", ...NUMBERS), file("b", ...NUMBERS), file("c"), file("d")];
  const refused = await run(command, one, same);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/a and \S+b have the same bytes/)]);
  expect((await run(command, one, one)).err).toMatch(/a was given twice/);
  expect((await run(command, one, page, empty)).code).toBeLessThan(2);
});

it("a check stops where other users are expected", async () => {
  const path = file("users.json", ...NUMBERS);
  expect((await run("check", path, "--expect", "6")).out).toMatch(/ 6 records\n/);
  const fewer = await run("check", path, "--expect", "7");
  expect([fewer.code, fewer.err]).toEqual([2, expect.stringContaining("has 6 users, and 7 are expected")]);
});

it("what is wrong names the file that it is in, once", async () => {
  const [one, two] = [file("users-0.json", 1, 2), file("users-1.json", 2, 3, 1)];
  const report = join(temporary.path(), "report.xml");
  const markdown = join(temporary.path(), "report.md");
  const args = [one, two, "--fallback", join(temporary.path(), "f.ndjson"), "--report", report, "--report", markdown];
  const { out } = await run("check", ...args);
  expect(out).toMatch(/ 4 user\/duplicate-email +users/);
  for (const path of [report, markdown]) expect(readFileSync(path, "utf8")).toContain(`${two}, `);
  const whole = readFileSync(two, "utf8");
  writeFileSync(two, whole.slice(0, -40));
  const cut = await run("check", one, two);
  expect([cut.code, cut.err]).toEqual([2, expect.stringMatching(/^credport: \S+users-1\.json, line 1: the file ends/)]);
  writeFileSync(two, whole.replace('"shop"', '"shopx"'));
  const several = await run("check", one, two);
  expect(several.err).toMatch(/the file has shop, shopx \(\S+users-1\.json\)/);
  const stray = await run("check", one, two, "--table-prefix", "shop");
  expect(stray.err).toMatch(
    /^credport: \S+users-1\.json, line 1: no user is of the realm that was given; the file has shopx.*\n +Name one realm .*leave the file/,
  );
});

it.each([
  ["b/shop-users-5.json", ["b/shop-users-4.json", "b/shop-users-6.json"]],
  ["u02.csv", ["u01.csv", "u03.csv", "u10.csv", "u04.csv", "u05.csv", "u06.csv", "u07.csv", "u08.csv", "u09.csv"]],
])("%s is missing", (missing, given) => {
  expect(missingBetween(given)).toEqual([missing]);
});

it.each([
  ["days", ["users-20240101.json", "users-20240103.json"]],
  ["far numbers", ["users-1.json", "users-50.json"]],
  ["other names", ["users-1.json", "hashes-3.json"]],
  ["borders of tens", ["u09.csv", "u10.csv"]],
])("nothing is missing: %s", (_, given) => {
  expect(missingBetween(given)).toEqual([]);
});
