import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hash } from "bcryptjs";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { Migration } from "../../../src/cli/migrate/migration.js";
import { STAGES } from "../../../src/cli/migrate/stages.js";
import { runCli } from "../../../src/cli/run-cli.js";
import { createRehearsalService } from "../../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "../fake-io.js";
import { type Answers, answeringInOrder } from "./answering.js";

/** 200 users, 22 of them damaged on purpose. */
const SAMPLE = fileURLToPath(new URL("../../../docs/examples/firebase/", import.meta.url));
const PASSWORD = readFileSync(join(SAMPLE, "known-password.txt"), "utf8").trim();
const KEY = "test-key-0123456789abcdef";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);
const inFolder = (name: string) => join(place("users.json.migration"), name);
const textIn = (name: string) => textAt(inFolder(name));
const textAt = (path: string) => readFileSync(path, "utf8");

const signerKey = () => /base64_signer_key: (\S+),/.exec(readFileSync(place("hash-config.txt"), "utf8"))?.[1] ?? "";

let to: string;

beforeEach(async () => {
  await cp(SAMPLE, temporary.path(), { recursive: true });
  const service = createRehearsalService({ service: "supertokens", signerKey: signerKey() });
  const { url, close } = await service.listen();
  onTestFinished(close);
  to = url;
  writeFileSync(place("key.txt"), KEY);
});

const migrate = (answers: Answers, args: readonly string[] = [], options: FakeIoOptions = {}) =>
  answeringInOrder(["migrate", place("users.json"), ...args], answers, options);

const UNTIL_DECISION: Answers = [
  ["hash parameters", "nowhere.txt"],
  ["hash parameters", ""],
  ["hash parameters", "HASH_CONFIG"],
  ["password you know", "ada@example.com"],
  ["Password of ada@example.com", PASSWORD],
  ["Country of phone numbers", "Germany"],
  ["Country of phone numbers", ""],
  ["Users without a password", "rest"],
  ["Users without a password", ""],
  ["which one to import", ""],
  ["disabled too", "no"],
];

const untilDecision = () =>
  UNTIL_DECISION.map(
    ([question, answer]) => [question, answer.replace("HASH_CONFIG", place("hash-config.txt"))] as const,
  );

it.each([
  ["http://me:s3cret@127.0.0.1:9", "--to must not hold a user name or password"],
  ["http://127.0.0.1:9/?api_key=s3cret", "--to must not have a query or a fragment"],
])("refuses the address %s before it is written down", async (address, said) => {
  const given = await migrate([], ["--to", address]);
  expect([given.code, given.err]).toEqual([2, expect.stringContaining(said)]);
  expect(existsSync(inFolder("credport.config.json"))).toBe(false);
  const typed = await migrate([
    ...untilDecision(),
    ["Continue without", "yes"],
    ["Address of the service", address],
    ["Address of the service", to],
    ["File with its API key", place("key.txt")],
    ["Import 178 users", "no"],
  ]);
  expect(typed.err).toContain(said);
  expect(textIn("credport.config.json")).not.toContain("s3cret");
});

it("leads from a damaged export to users who sign in, and keeps all of it in a folder without secrets", async () => {
  const { code, err, out } = await migrate([
    ...untilDecision(),
    ["Continue without", "yes"],
    ["Address of the service", to.replace("http://", "")],
    ["Address of the service", to],
    ["File with its API key", place("key.txt")],
    [`Import 178 users to ${to}? 22 are not importable.`, "yes"],
  ]);
  expect(err).toContain("is not an address of a service. Begin it with https://");
  expect([code, err]).toEqual([0, expect.stringContaining("9 of 9: What is left to do")]);
  expect(err).toContain("Give reset if that is meant.");
  expect(err).toContain("the answer Germany is not a country with phone numbers");
  expect(out.match(/1 of 1 known password signs in/g)).toHaveLength(3);
  // What the check said is not said again by the rehearsal and the import.
  for (const once of ["These fields are not imported", "170 service/ascii-passwords-only", "user/duplicate-email"]) {
    expect(out.split(once)).toHaveLength(2);
  }
  expect(out.match(/178 imported\n/g)).toHaveLength(2);
  // The steps are what comes next.
  expect(out).not.toContain("Rehearse the import");
  expect(out.match(/\d+ further lines as above; --verbose shows them again/g)).toHaveLength(2);
  // Of users who were on the service before; there were none.
  expect([existsSync(inFolder("existing.csv")), out.includes("existing.csv")]).toEqual([false, false]);
  expect(out).toMatch(/178 on the service: mapping\.csv.*\n +22 not importable: not-importable\.csv/);
  expect(JSON.parse(textIn("credport.config.json"))).toEqual({
    ...{ from: "firebase", service: "supertokens", to },
    ...{ hashConfig: place("hash-config.txt"), apiKeyFile: place("key.txt") },
    decisions: "decisions.csv",
  });
  expect(textIn("mapping.csv").trim().split("\n")).toHaveLength(179);
  expect(JSON.parse(textIn("import.json"))).toMatchObject({ format: "import-report", imported: 178 });
  expect(statSync(place("users.json.migration")).mode & 0o777).toBe(0o700);
  for (const name of ["credport.config.json", "migration.json", "check.html", "import.json", "not-importable.csv"]) {
    for (const secret of [PASSWORD, KEY]) expect(textIn(name)).not.toContain(secret);
  }
  expect(textIn("check.html")).toContain("provider-scrypt (n 16384, r 8, p 1)");
}, 60_000);

it("does not go on with a known password that does not match, and asks for it again", async () => {
  const [before, after] = [untilDecision().slice(0, 5), untilDecision().slice(5)];
  const mistyped = before.map(([question, answer]) => [question, answer === PASSWORD ? "wrong" : answer] as const);
  const again = [
    ["Address of another user, or the same", "ada@example.com"],
    ["Password of ada@example.com", PASSWORD],
  ] as const;
  const all = [...mistyped, ...again, ...after, ["Continue without", "no"] as const];
  const { code, err, answered } = await migrate(all);
  expect([code, answered, err]).toEqual([1, all.length, expect.stringContaining("The known user: ")]);
}, 60_000);

it("resumes where it was stopped, and asks nothing twice", async () => {
  const stopped = await migrate([...untilDecision(), ["Continue without", "no"]]);
  expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining("the same command resumes")]);
  const rest = [
    ["Continue without", "yes"],
    ["Password of ada@example.com", PASSWORD],
    ["Address of the service", to],
    ["File with its API key", place("key.txt")],
    ["Import 178 users", "yes"],
  ] as const;
  const resumed = await migrate(rest, ["--verbose"]);
  expect([resumed.code, resumed.answered]).toEqual([0, rest.length]);
  expect(resumed.out.match(/These fields are not imported/g)).toHaveLength(2);
  expect(resumed.err).toContain("3 of 9: Check every user (done)");
  expect(resumed.err).toMatch(/REHEARSAL\S*: nothing leaves this machine/);
  expect(resumed.err + resumed.out).not.toMatch(/no --to was given|Add --to/);
  const again = await migrate([]);
  expect([again.code, again.err]).toEqual([0, expect.stringContaining("7 of 9: Import the users (done)")]);
  const before = textIn("not-importable.csv");
  const elsewhere = await migrate([], ["--to", "http://127.0.0.1:9"]);
  expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining("Name another folder with --folder")]);
  writeFileSync(place("users.json"), '{"users":[{"localId":"a","phoneNumber":"+15555550100"}]}');
  const other = await migrate([]);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining("belongs to a file of")]);
  expect([textIn("not-importable.csv"), textIn("credport.config.json").includes("127.0.0.1:9")]).toEqual([
    before,
    false,
  ]);
}, 60_000);

it("says at Ctrl-C at a question that it was not answered, and how to resume", async () => {
  const fake = fakeIo({ stdinIsTerminal: true, stderrIsTerminal: true });
  const ended = runCli(["migrate", place("users.json")], fake.io);
  await expect.poll(fake.err).toContain("hash parameters");
  fake.interrupt();
  expect([await ended, fake.interruptListeners()]).toEqual([2, 0]);
  expect(fake.err()).toContain(" the question was not answered\n  The same command resumes. Everything is in");
});

it("accounts for each user of the check before it continues", async () => {
  const phone = { type: "password", credentialData: '{"algorithm":"unknown"}', secretData: '{"value":"AA=="}' };
  const users = [
    { id: "a", username: "a", enabled: true, email: "a@example.com", emailVerified: true, credentials: [phone] },
    { id: "b", username: "service-account-b", serviceAccountClientId: "b", enabled: true },
    { id: "c", username: "c", enabled: true, credentials: [sha512()], email: "c@example.com", emailVerified: true },
  ];
  writeFileSync(place("users.json"), JSON.stringify({ realm: "shop", users }));
  const settings = ["--from", "keycloak", "--to", to, "--api-key-file", place("key.txt")];
  const { err } = await migrate([], settings, { stdinIsTerminal: false, stderrIsTerminal: false });
  expect(err).toContain("0 of 3 users can be imported, 1 can't, 1 logs in through the fallback, 1 is not of a person.");
});

/** A hash that only the fallback verifies. */
function sha512() {
  const secretData = JSON.stringify({ value: Buffer.alloc(64, 1).toString("base64"), salt: "c2FsdHNhbHQ=" });
  const credentialData = JSON.stringify({ hashIterations: 210000, algorithm: "pbkdf2-sha512" });
  return { type: "password", secretData, credentialData };
}

it("asks nothing without a terminal: says what is missing, and needs --yes to import", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const lacking = await migrate([], [], script);
  expect([lacking.code, lacking.err]).toEqual([
    2,
    expect.stringMatching(/credport\.config\.json lacks hashConfig, to, apiKeyFile \(or CREDPORT_API_KEY\)/),
  ]);
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt")];
  const unconfirmed = await migrate([], settings, script);
  expect([unconfirmed.code, unconfirmed.err]).toEqual([1, expect.stringContaining("--yes agrees")]);
  expect(textIn("not-importable.csv")).not.toContain("@example.com");
  await migrate([], ["--with-addresses"], script);
  expect(textIn("not-importable.csv")).toContain("@example.com");
  const quiet = await migrate([], ["--quiet"], script);
  expect([quiet.code, quiet.out]).toEqual([1, ""]);
  expect(quiet.err).not.toMatch(/ of 9|users can be/);
  expect(quiet.err).toMatch(/--yes agrees[\s\S]*Stopped; the same command resumes/);
  const { code, out } = await migrate([], ["--yes"], script);
  expect([code, out]).toEqual([0, expect.stringContaining("178 on the service")]);
  writeFileSync(inFolder("migration.json"), "{");
  const afterDamage = await migrate([], ["--yes"], script);
  expect([afterDamage.code, afterDamage.out]).toEqual([0, expect.stringContaining("178 on the service")]);
}, 60_000);

it("writes reports in other forms: of the check, then of the import, and again only those that it lacks", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt")];
  const [page, list] = [place("report.md"), place("report.sarif")];
  writeFileSync(page, "notes of another program\n");
  const refused = await migrate([], [...settings, "--report", page], script);
  expect([refused.code, refused.err, textAt(page)]).toEqual([
    2,
    expect.stringContaining("report.md"),
    "notes of another program\n",
  ]);
  rmSync(page);
  const checked = await migrate([], [...settings, "--report", page, "--report", list], script);
  expect([checked.code, textAt(page)]).toEqual([1, expect.stringContaining("Check")]);
  const imported = await migrate([], ["--report", page, "--report", list, "--yes"], script);
  expect([imported.code, imported.err]).toEqual([0, expect.stringContaining("Check every user (done)")]);
  expect(textAt(page)).toContain("so that no user is imported twice");
  expect(JSON.parse(textAt(list))).toHaveProperty("runs");
  const without = await migrate([], ["--yes"], script);
  expect(without.err).toContain("7 of 9: Import the users (done)");
  const other = await migrate([], ["--report", place("junit.xml"), "--yes"], script);
  expect([other.code, textAt(place("junit.xml"))]).toEqual([0, expect.stringContaining("<testsuites")]);
  expect(other.out).toContain("178 on the service");
}, 60_000);

it("imports again what was undone since: the journal says whether the users are there", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt"), "--yes"];
  const first = await migrate([], settings, script);
  expect([first.code, first.out]).toEqual([0, expect.stringContaining("178 on the service")]);
  const ids = textIn("mapping.csv");
  const undo = fakeIo();
  const key = ["--to", to, "--service", "supertokens", "--api-key-file", place("key.txt"), "--yes"];
  expect(await runCli(["undo", inFolder("journal"), ...key], undo.io), undo.err()).toBe(0);
  const again = await migrate([], ["--yes"], script);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("178 on the service")]);
  expect(again.err).toContain("7 of 9: Import the users\n");
  expect(textIn("mapping.csv")).not.toBe(ids);
}, 60_000);

it.each([
  [{ failed: 1, unfinished: 0, refusedByService: 0 }, true],
  [{ failed: 0, unfinished: 2, refusedByService: 0 }, true],
  [{ failed: 0, unfinished: 0, refusedByService: 3 }, true],
  [{ failed: 0, unfinished: 0, refusedByService: 0 }, false],
])("an import that ended with %j is open: %s", async (numbers, isOpen) => {
  const { io } = fakeIo();
  const migration = await Migration.open(place("users.json"), place("users.json.migration"), io, async () => 1);
  await migration.set({ to });
  writeFileSync(inFolder("import.json"), JSON.stringify(numbers));
  writeFileSync(inFolder("rehearsal.json"), "{}");
  await migration.setDone({ name: "check", namesUsers: true, writesReports: true });
  const stage = STAGES.find(({ name }) => name === "import");
  expect(await stage?.run(migration, true)).toBeUndefined();
  expect(await stage?.staysOpen?.(migration)).toBe(isOpen);
});

it("stops where a decision was changed after the import, and carries it out after an undo", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt"), "--yes"];
  const [one = "", two = ""] = await sharingUsers(settings, script);
  const decide = (chosen: string, other: string) =>
    writeFileSync(place("d.csv"), `user_id,decision\n${chosen},import\n${other},leave-out\n`);
  decide(one, two);
  const first = await migrate([], ["--decisions", place("d.csv"), "--yes"], script);
  expect([first.code, textIn("mapping.csv")]).toEqual([0, expect.stringContaining(`"${one}"`)]);
  decide(two, one);
  const second = await migrate([], ["--decisions", place("d.csv"), "--yes"], script);
  expect([second.code, second.err]).toEqual([
    1,
    expect.stringContaining("take the whole import back first: credport undo "),
  ]);
  expect(textIn("not-importable.csv")).toContain("was sent before");
  const undo = fakeIo();
  const key = ["--to", to, "--service", "supertokens", "--api-key-file", place("key.txt"), "--yes"];
  expect(await runCli(["undo", inFolder("journal"), ...key], undo.io), undo.err()).toBe(0);
  expect((await migrate([], ["--yes"], script)).code).toBe(0);
  expect(textIn("mapping.csv")).toContain(`"${two}"`);
  expect(textIn("mapping.csv")).not.toContain(`"${one}"`);
}, 60_000);

it("names the sheet that is there in the next command, and where a decision is mistyped", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt")];
  const [one = "", two = ""] = await sharingUsers([...settings, "--yes"], script);
  const decide = (word: string) =>
    writeFileSync(inFolder("decisions.csv"), `user_id,decision\n${one},${word}\n${two},leave-out\n`);
  decide("import");
  const { code, err, out } = await migrate([], settings, script);
  expect(err).toContain("write import or leave-out into the column decision");
  expect([code, out]).toEqual([1, expect.not.stringContaining("Rehearse the import")]);
  expect(JSON.parse(textIn("check.json")).next).toMatch(/migration\/decisions\.csv$/);
  expect(textIn("decisions.csv")).toMatch(new RegExp(`^"${one}","import"`, "m"));
  decide("imprt");
  const mistyped = await migrate([], settings, script);
  expect([mistyped.code, mistyped.err]).toEqual([
    2,
    expect.stringContaining('migration/decisions.csv, row 2: the decision "imprt"'),
  ]);
}, 60_000);

it("keeps the sheet that was filled in where --decisions names another file by mistake", async () => {
  const script = { stdinIsTerminal: false, stderrIsTerminal: false };
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt")];
  const [one = "", two = ""] = await sharingUsers([...settings, "--yes"], script);
  const filledIn = `user_id,decision\n${one},import\n${two},leave-out\n`;
  writeFileSync(inFolder("decisions.csv"), filledIn);
  const mistaken = await migrate([], ["--decisions", inFolder("not-importable.csv")], script);
  expect([mistaken.code, mistaken.err]).toEqual([
    2,
    expect.stringContaining("not-importable.csv has no columns user_id and decision"),
  ]);
  expect(textIn("decisions.csv")).toBe(filledIn);
  expect((await migrate([], settings, script)).code).toBe(1);
  expect(textIn("decisions.csv")).toMatch(new RegExp(`^"${one}","import"`, "m"));
}, 60_000);

/** Two users of whom only one can be imported, by the sheet that the first run writes; it stops before the import. */
async function sharingUsers(settings: readonly string[], script: FakeIoOptions): Promise<readonly string[]> {
  await migrate([], settings.slice(0, -1), script);
  const rows = textIn("decisions.csv")
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => cell.slice(1, -1)));
  const groups = rows.slice(1).filter(([, , group = ""]) => group === "1");
  return groups.map(([id = ""]) => id);
}

it("each step can be run alone with the settings of the folder", async () => {
  const settings = ["--hash-config", place("hash-config.txt"), "--to", to, "--api-key-file", place("key.txt")];
  await migrate([], settings, { stdinIsTerminal: false, stderrIsTerminal: false });
  const { io, out } = fakeIo();
  expect(await runCli(["check", place("users.json"), "--config", inFolder("credport.config.json")], io)).toBe(1);
  expect(out()).toContain("178 can be imported");
});

it("asks again for a choice that the export says nothing of, and keeps none of it", async () => {
  const human = (userId: string) => ({
    userId,
    user: {
      userName: userId,
      email: { email: "ada@example.com", isEmailVerified: true },
      hashedPassword: { value: "$2a$04$JSUc4ls8xSRBzMqdePsrJeBBK05CZDoKLqyM90lNWgl/5KcqMSfIS", algorithm: "bcrypt" },
    },
  });
  const orgs = [{ orgId: "1", org: { name: "ACME" }, humanUsers: [human("one"), human("two")] }];
  writeFileSync(place("users.json"), JSON.stringify({ data_orgs: { orgs } }));
  const { err, answered } = await migrate([
    ["password you know", ""],
    ["which one to import", "newest"],
    ["which one to import", ""],
  ]);
  expect([answered, err]).toEqual([3, expect.stringContaining("does not say when a user joined")]);
  expect(JSON.parse(textIn("credport.config.json"))).not.toHaveProperty("prefer");
}, 60_000);

it("does not end at the sign-in for ever where a known user is not importable, as it has said three times", async () => {
  const row = { id: 1, email: "ada@example.com", email_verified_at: null, password: await hash(PASSWORD, 4) };
  const users = [row, { ...row, id: 2, email: "bob@example.com", password: "5f4dcc3b5aa765d61d8327deb882cf99" }];
  writeFileSync(place("laravel.json"), JSON.stringify(users.map((user) => ({ ...user, remember_token: null }))));
  const known = users.map(({ email }) => JSON.stringify({ identifier: email, password: PASSWORD }));
  writeFileSync(place("known.ndjson"), known.join("\n"));
  const target = ["--service", "supertokens", "--to", to, "--api-key-file", place("key.txt")];
  const args = ["--from", "laravel", "--known", place("known.ndjson"), ...target, "--yes"];
  const noTerminal = { stdinIsTerminal: false, stderrIsTerminal: false };
  const command = ["migrate", place("laravel.json"), ...args];
  const { code, out, err } = await answeringInOrder(command, [], noTerminal);
  expect([code, err]).toEqual([0, expect.stringContaining("9 of 9: What is left to do")]);
  expect(out.match(/1 user of the list not imported/g)).toHaveLength(3);
  expect(out).not.toContain("the service has no user with this address");
}, 60_000);
