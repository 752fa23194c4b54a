import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

/** "correct horse", by bcryptjs with cost 4. */
const HASH = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

const USERS = [
  { externalUserId: "a", email: "a@example.com", passwordHash: HASH },
  { externalUserId: "b", email: "b@example.com", passwordHash: HASH, phoneNumber: "+15555550100" },
  {
    ...{ externalUserId: "c", email: "c@example.com", passwordHash: HASH },
    totp: [{ secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1 }],
  },
  { externalUserId: "d", email: "d@example.com", passwordHash: "$2b$04$cut" },
];

let rehearsal: RehearsalService;
let to: string;

beforeEach(async () => {
  rehearsal = createRehearsalService({ service: "supertokens", tenants: ["t1"] });
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  to = url;
  await writeFile(place("users.ndjson"), USERS.map((user) => `${JSON.stringify(user)}\n`).join(""));
});

async function importTo(typed: string | undefined, ...more: string[]) {
  const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };
  const isTerminal = typed !== undefined;
  const fake = fakeIo({ env, stdinIsTerminal: isTerminal, stderrIsTerminal: isTerminal });
  if (typed !== undefined) fake.type(typed);
  const file = ["import", place("users.ndjson"), "--from", "credport"];
  const exitCode = await runCli([...file, "--service", "supertokens", "--to", to, ...more], fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

const users = () => rehearsal.state().counts.users;

describe("an import to a service", () => {
  test("says what it is about to do, and begins at once where there is no terminal", async () => {
    const { exitCode, err } = await importTo(undefined, "--tenant-path", "t1");
    expect(exitCode).toBe(1);
    expect(err).toContain(`About to import to ${to}`);
    expect(err).toContain("profile supertokens, tenant t1");
    expect(err).toContain("versions of the interface: 2.7 to 5.6, 25 versions\n");
    expect(err).toMatch(
      /3 users to import\n +3 with a password\n +1 with a login by one-time code\n +1 with TOTP devices/,
    );
    expect(err).toContain("1 not importable: not sent");
    expect(err).toContain("users who are there already stay as they are, and are reported (--existing refuse)");
    expect(err).not.toContain("Type yes");
    expect(users()).toBe(3);
  });

  test("counts every record, here and beside the file of users who were not sent, and says that an earlier run has begun", async () => {
    const phpass = { externalUserId: "e", email: "e@example.com", passwordHash: "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0" };
    await writeFile(place("users.ndjson"), [...USERS, phpass].map((user) => `${JSON.stringify(user)}\n`).join(""));
    const rejects = ["--rejects", place("r.ndjson")];
    const { err, out } = await importTo(undefined, "--source", "wordpress", ...rejects);
    expect(err).toMatch(/ 1 logs in through the fallback: not sent\n +1 not importable: not sent\n/);
    expect(out).toMatch(/ 2 records not imported in \S+ +--rejects: 1 not importable, 1 for the fallback\n/);
  });

  test("says user of one", async () => {
    await writeFile(place("users.ndjson"), JSON.stringify(USERS[0]));
    expect((await importTo(undefined, "--tenant-path", "t1")).err).toMatch(/ 1 user to import\n/);
  });

  test("asks on a terminal, and sends nobody where the answer is not yes", async () => {
    const { exitCode, err } = await importTo("no\n");
    expect([exitCode, users()]).toEqual([2, 0]);
    expect(err).toContain(`Import 3 users to ${to}? Type yes or no: `);
    expect(err).toContain("was not confirmed");
    expect(err).not.toContain("of the interface: \n");
  });

  test("begins where the answer is yes, and a run that resumes does not ask again", async () => {
    expect((await importTo("yes\n")).exitCode).toBe(1);
    expect(users()).toBe(3);
    const { exitCode, err } = await importTo("");
    expect([exitCode, err.includes("Type yes")]).toEqual([1, false]);
    expect(err).toContain("users to import, of whom earlier runs have sent those in the journal");
  });

  test.each([["--yes"], ["--yes", "--json"]])("does not ask with %s", async (...flags) => {
    const { err } = await importTo("", ...flags);
    expect(err).not.toContain("Type yes");
    expect(users()).toBe(3);
  });

  test.each([
    ["skip", "stay as they are (--existing skip)"],
    [
      "overwrite",
      "already get the export's password, unless the account may be another person's (--existing overwrite)",
    ],
  ])("says what becomes of users who are there with --existing %s", async (choice, words) => {
    const { err } = await importTo(undefined, "--existing", choice, "--no-preflight");
    expect(err).toContain(words);
    expect(err).not.toContain("versions of the interface");
  });

  test("says by bulk who has TOTP devices, too", async () => {
    const { err } = await importTo(undefined, "--via", "bulk");
    expect(err).toContain("by the bulk import");
    expect(err).toMatch(/1 with TOTP devices/);
  });
});
