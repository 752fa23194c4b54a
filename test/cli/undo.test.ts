import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { startDouble } from "../import/administration-double.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { type FakeIoOptions, fakeIo } from "./fake-io.js";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const env = { CREDPORT_API_KEY: "test-key-0123456789abcdef" };
const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

const DEVICE = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 };

/** With a password only, with a phone number as well, and with a device. */
const USERS = Array.from({ length: 30 }, (_, index) => ({
  externalUserId: `old-${index}`,
  email: `user-${index}@example.com`,
  passwordHash: BCRYPT,
  ...(index % 3 === 1 ? { phoneNumber: `+1555555${String(index).padStart(4, "0")}` } : {}),
  ...(index % 3 === 2 ? { totp: [DEVICE] } : {}),
}));

let rehearsal: RehearsalService;
let to: string;

beforeEach(async () => {
  rehearsal = createRehearsalService({ service: "supertokens" });
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  to = url;
  await writeFile(place("users.ndjson"), USERS.map((user) => JSON.stringify(user)).join("\n"));
  // One who signed up by themselves.
  await post("/recipe/user/passwordhash/import", { email: "before@example.com", passwordHash: BCRYPT });
});

async function credport(args: readonly string[], options: FakeIoOptions = { env }) {
  const fake = fakeIo(options);
  const exitCode = await runCli(args, fake.io);
  return { exitCode, out: fake.out(), err: fake.err() };
}

const post = async (path: string, body: object) =>
  (await rehearsal.fetch(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) })).json() as Promise<
    Record<string, unknown>
  >;

function importUsers(url = to, ...more: string[]) {
  const args = ["import", place("users.ndjson"), "--from", "credport", "--service", "supertokens", "--to", url];
  return credport([...args, "--journal", place("journal"), "--json", ...more]);
}

/** Whom an import overwrites: their addresses are verified in the export. */
async function overwrite() {
  const verified = USERS.map((user) => JSON.stringify({ ...user, emailVerified: true }));
  await writeFile(place("users.ndjson"), verified.join("\n"));
  return importUsers(to, "--existing", "overwrite", "--no-verification");
}

const undo = (url: string, ...more: string[]) => credport(["undo", place("journal"), "--to", url, "--json", ...more]);

describe("forgets no one where the service at the address knows none of the users, as another database does", () => {
  let isOther = false;
  let mostDeleted = Number.POSITIVE_INFINITY;
  let double: Awaited<ReturnType<typeof startDouble>>;

  beforeEach(async () => {
    isOther = false;
    mostDeleted = Number.POSITIVE_INFINITY;
    double = await startDouble(rehearsal, (path) => {
      if (isOther && path === "/user/id") return Response.json({ status: "UNKNOWN_USER_ID_ERROR" });
      const isRefused = path === "/user/remove" && double.deleted.length > mostDeleted;
      return isRefused ? new Response("no", { status: 403 }) : undefined;
    });
    await importUsers(double.url);
  });

  async function expectNoneForgotten(left: number) {
    isOther = true;
    for (let time = 0; time < 2; time++) {
      const { exitCode, out } = await undo(double.url, "--yes");
      const stopped = { code: "import/target-changed" };
      expect([exitCode, JSON.parse(out)]).toMatchObject([2, { stopped, users: 0, gone: 0 }]);
    }
    isOther = false;
    expect(JSON.parse((await undo(double.url, "--yes")).out)).toMatchObject({ deleted: left, gone: 0 });
    expect(emails()).toEqual(["before@example.com"]);
  }

  test("at the first undo", () => expectNoneForgotten(30));

  test.each([30, 5])("after an undo and another import, of %i", async (imported) => {
    await undo(double.url, "--yes");
    const users = USERS.slice(0, imported).map((user) => JSON.stringify(user));
    await writeFile(place("users.ndjson"), users.join("\n"));
    await importUsers(double.url);
    await undo(double.url, "--yes");
    expect(JSON.parse((await importUsers(double.url)).out)).toMatchObject({ imported });
    await expectNoneForgotten(imported);
  });

  test("after an undo that came to its end and left few", async () => {
    mostDeleted = 33;
    const { failed, stopped } = JSON.parse((await undo(double.url, "--yes")).out);
    expect([failed > 3 && failed <= 8, stopped]).toEqual([true, null]);
    mostDeleted = Number.POSITIVE_INFINITY;
    await expectNoneForgotten(failed);
  });

  test("after an undo that was killed half way", async () => {
    mostDeleted = 20;
    const { deleted, failed } = JSON.parse((await undo(double.url, "--yes")).out);
    expect([deleted > 8, failed > 8]).toEqual([true, true]);
    mostDeleted = Number.POSITIVE_INFINITY;
    await cutShort();
    await expectNoneForgotten(failed);
  });
});

/** As a kill leaves it, or, where it is ended in order, an interrupted deletion. */
async function cutShort(unnoted = 0, isEnded = false) {
  const lines = (await readFile(place("journal"), "utf8")).trim().split("\n");
  const ended = JSON.stringify({ ...JSON.parse(lines.at(-1) ?? ""), whole: undefined });
  const kept = [...lines.slice(0, -1 - unnoted), ...(isEnded ? [ended] : [])];
  await writeFile(place("journal"), `${kept.join("\n")}\n`);
}

test.each(["killed", "interrupted"])("resumes one that was %s before it noted its last users", async (how) => {
  await importUsers();
  await undo(to, "--yes");
  await cutShort(8, how === "interrupted");
  const { exitCode, out } = await undo(to, "--yes");
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { users: 8, gone: 8, stopped: null }]);
});

test("deletes the users of a service that was restored from before the others, and notes who is gone", async () => {
  await importUsers();
  for (const { email } of USERS.slice(4)) {
    await post("/user/remove", { userId: idOf(email), removeAllLinkedAccounts: true });
  }
  expect(JSON.parse((await importUsers()).out)).toMatchObject({ stopped: { code: "import/target-changed" } });
  const { exitCode, out } = await undo(to, "--yes");
  expect([exitCode, JSON.parse(out)]).toMatchObject([0, { deleted: 4, gone: 26, stopped: null }]);
  expect(emails()).toEqual(["before@example.com"]);
});

test("says what helps with a wrong journal or address, and names no option that undo does not have", async () => {
  await importUsers();
  const args = ["--service", "supertokens", "--yes"];
  const other = await credport(["undo", place("journal"), "--to", "http://127.0.0.1:9", ...args]);
  const none = await credport(["undo", place("none"), "--to", to, ...args]);
  const wrong = await credport(["undo", place("users.ndjson"), "--to", to, ...args]);
  for (const { exitCode, out, err } of [other, none, wrong]) {
    expect(exitCode).toBe(2);
    expect(out + err).not.toMatch(/--from|another --journal|does not exist yet|you may write/);
  }
  expect(other.out).toContain("as they were given to the import of this journal");
  expect([none.err, wrong.err]).toEqual(
    Array(2).fill(expect.stringContaining("Give the journal of the import to undo")),
  );
});

const emails = () =>
  rehearsal
    .state()
    .users.flatMap(({ loginMethods }) => loginMethods.map(({ email }) => email))
    .filter((email) => email !== undefined);

const idOf = (email: string) =>
  rehearsal.state().users.find(({ loginMethods }) => loginMethods.some((method) => method.email === email))
    ?.id as string;

test("says how to answer where there is no terminal, and that nothing was deleted", async () => {
  await importUsers();
  const { exitCode, err } = await credport(["undo", place("journal"), "--to", to]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining("the question was not answered")]);
  expect(err).toContain("Type yes at the question on a terminal, or add --yes; nothing was changed.");
  expect(rehearsal.state().counts.users).toBe(31);
});

describe("credport undo", () => {
  test("deletes whom the journal has made, with all their logins and devices, and nobody else", async () => {
    expect(JSON.parse((await importUsers()).out)).toMatchObject({ imported: 30 });
    expect(rehearsal.state().counts).toMatchObject({ users: 31, devices: 10 });
    const { exitCode, out } = await undo(to, "--yes");
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { users: 30, deleted: 30, signedIn: 0, stopped: null }]);
    expect(emails()).toEqual(["before@example.com"]);
    expect(rehearsal.state().counts).toMatchObject({ users: 1, devices: 0 });
    // Once more there is nobody left, and an import with the same journal starts them over.
    expect(JSON.parse((await undo(to, "--yes")).out)).toMatchObject({ users: 0 });
    const mapping = place("ids.ndjson");
    const again = await importUsers(to, "--mapping", mapping);
    expect(JSON.parse(again.out)).toMatchObject({ imported: 30, fromEarlierRuns: 0 });
    const ids = (await readFile(mapping, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).userId);
    expect(new Set(ids)).toEqual(new Set(USERS.map(({ email }) => idOf(email))));
    expect(JSON.parse((await undo(to, "--yes")).out)).toMatchObject({ users: 30, deleted: 30 });
  });

  test("says of whom a call was under way when the import was killed, whom only the same import finds again", async () => {
    await importUsers();
    // As a kill leaves it that comes before the service's reply.
    const lines = (await readFile(place("journal"), "utf8")).split("\n");
    const isOfOne = (line: string) => /^\{"record":3,/.test(line);
    await writeFile(place("journal"), lines.filter((line) => !isOfOne(line)).join("\n"));
    const cut = await undo(to, "--yes");
    expect([cut.exitCode, JSON.parse(cut.out)]).toMatchObject([1, { deleted: 29, underWay: 1 }]);
    expect(cut.err).toContain("1 under way when the import ended");
    expect(emails()).toEqual(["before@example.com", "user-3@example.com"]);
    await importUsers();
    const whole = await undo(to, "--yes");
    expect([whole.exitCode, JSON.parse(whole.out)]).toMatchObject([0, { deleted: 30, underWay: 0 }]);
    expect(emails()).toEqual(["before@example.com"]);
  });

  test("shows how far it is on a terminal, and nothing in a pipe", async () => {
    await importUsers();
    const shown = await credport(["undo", place("journal"), "--to", to, "--yes"], {
      env,
      stderrIsTerminal: true,
    });
    expect(shown.err).toMatch(/undo █*░+ +\d+ % {2}\d+ of 30 users/);
    await importUsers();
    expect((await undo(to, "--yes")).err).toBe("");
  });

  test("leaves those alone who were there before, also where their password was overwritten", async () => {
    await post("/recipe/user/passwordhash/import", { email: "user-2@example.com", passwordHash: BCRYPT });
    await post("/recipe/user/passwordhash/import", { email: "user-3@example.com", passwordHash: BCRYPT });
    await overwrite();
    expect(rehearsal.state().counts.devices).toBe(10);
    const { exitCode, out, err } = await undo(to, "--yes");
    // One of them has got a device, which is taken back; the passwords of both are lost, and named.
    const stays = { passwords: 2, contacts: 0, lines: [3, 4] };
    expect(JSON.parse(out)).toMatchObject({ users: 29, deleted: 28, restored: 1, stays });
    expect([exitCode, err]).toEqual([1, "Stays as it is: 2 there before: the export's password replaced theirs\n"]);
    expect(emails().sort()).toEqual(["before@example.com", "user-2@example.com", "user-3@example.com"]);
    expect(rehearsal.state().counts.devices).toBe(0);
    const { out: text } = await credport(["undo", place("journal"), "--to", to, "--yes"]);
    expect(text).toMatch(/Not taken back[\s\S]*1 +there before: the export's password replaced theirs\n +lines 4/);
  });

  test("says of users who were only changed, and are gone since, that they are, and comes to an end", async () => {
    for (const at of [0, 3])
      await post("/recipe/user/passwordhash/import", { email: `user-${at}@example.com`, passwordHash: BCRYPT });
    await overwrite();
    expect(await undo(to, "--yes")).toMatchObject({ exitCode: 1 });
    await post("/user/remove", { userId: idOf("user-0@example.com") });
    const once = await undo(to, "--yes");
    expect([once.exitCode, JSON.parse(once.out)]).toMatchObject([
      1,
      { users: 1, gone: 1, stays: { passwords: 1, lines: [4] } },
    ]);
    await post("/user/remove", { userId: idOf("user-3@example.com") });
    const { exitCode, out } = await credport(["undo", place("journal"), "--to", to, "--yes"]);
    expect(out).toMatch(/1 +no longer on the service/);
    expect(out).not.toContain("Not taken back");
    expect(exitCode).toBe(0);
    const last = await undo(to, "--yes");
    expect([last.exitCode, last.err, JSON.parse(last.out)]).toMatchObject([0, "", { users: 0, gone: 0 }]);
  });

  test("takes from those who were there before the logins that it has linked to them, and nothing else", async () => {
    await post("/recipe/user/passwordhash/import", { email: "user-2@example.com", passwordHash: BCRYPT });
    const social = { thirdPartyId: "google", thirdPartyUserId: "g-2", email: "user-2@example.com" };
    const users = USERS.slice(0, 4).map((user, at) =>
      at === 2 ? { ...user, emailVerified: true, thirdParty: [{ ...social, isVerified: true }] } : user,
    );
    await writeFile(place("users.ndjson"), users.map((user) => `${JSON.stringify(user)}\n`).join(""));
    await importUsers(to, "--existing", "overwrite");
    const { exitCode, out } = await undo(to, "--yes");
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      1,
      { users: 4, deleted: 3, restored: 1, extended: 0, stays: { passwords: 1, contacts: 0, lines: [3] } },
    ]);
    expect(emails().sort()).toEqual(["before@example.com", "user-2@example.com"]);
  });

  test("keeps those who have signed in or got another login since, unless told otherwise", async () => {
    await importUsers();
    await post("/recipe/session", {
      userId: idOf("user-0@example.com"),
      userDataInJWT: {},
      userDataInDatabase: {},
      enableAntiCsrf: false,
      useDynamicSigningKey: true,
    });
    const { recipeUserId } = (await post("/recipe/signinup", {
      thirdPartyId: "google",
      thirdPartyUserId: "g-1",
      email: { id: "other@example.org", isVerified: true },
    })) as { recipeUserId: string };
    const primaryUserId = idOf("user-1@example.com");
    await post("/recipe/accountlinking/user/link", { primaryUserId, recipeUserId });
    const { exitCode, out } = await undo(to, "--yes");
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      1,
      { users: 30, deleted: 28, signedIn: 1, extended: 1, keptLines: expect.arrayContaining([1, 2]) },
    ]);
    const rest = await undo(to, "--yes", "--used-too");
    expect([rest.exitCode, JSON.parse(rest.out)]).toMatchObject([0, { users: 2, deleted: 2 }]);
    // The login that the journal did not make is nobody's to delete.
    expect(emails().sort()).toEqual(["before@example.com", "other@example.org"]);
  });

  test("keeps those who have enrolled a device or changed their address since, and signed out, unless told otherwise", async () => {
    await importUsers();
    const device = { secretKey: "GEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "mine" };
    for (const at of [0, 1, 2]) {
      await post("/recipe/totp/device/import", { ...device, userId: idOf(`user-${at}@example.com`) });
    }
    await rehearsal.fetch("http://localhost/recipe/user", {
      method: "PUT",
      body: JSON.stringify({ recipeUserId: idOf("user-3@example.com"), email: "other@example.org" }),
    });
    expect(emails()).toContain("other@example.org");
    const { exitCode, out } = await undo(to, "--yes");
    const { keptLines, ...counts } = JSON.parse(out);
    expect([exitCode, counts, keptLines.sort()]).toMatchObject([
      1,
      { users: 30, deleted: 26, signedIn: 0, extended: 4, failed: 0 },
      [1, 2, 3, 4],
    ]);
    const rest = await undo(to, "--yes", "--used-too");
    expect([rest.exitCode, JSON.parse(rest.out)]).toMatchObject([0, { users: 4, deleted: 4 }]);
    expect(emails()).toEqual(["before@example.com"]);
  });

  test("keeps those who have put a device of their own in the place of the imported one, and no others", async () => {
    const totp = [{ ...DEVICE, deviceName: "phone" }, { ...DEVICE, deviceName: " phone" }, DEVICE];
    const users = [...USERS, { externalUserId: "three", email: "three@example.com", passwordHash: BCRYPT, totp }];
    await writeFile(place("users.ndjson"), users.map((user) => JSON.stringify(user)).join("\n"));
    await importUsers();
    const userId = idOf("user-2@example.com");
    await post("/recipe/totp/device/import", { ...DEVICE, userId, deviceName: "my new phone" });
    await post("/recipe/totp/device/remove", { userId, deviceName: "Imported TOTP device" });
    // Another one has only removed it.
    const other = { userId: idOf("user-5@example.com"), deviceName: "Imported TOTP device" };
    await post("/recipe/totp/device/remove", other);
    const { exitCode, out } = await undo(to, "--yes");
    expect([exitCode, JSON.parse(out)]).toMatchObject([1, { deleted: 30, extended: 1, keptLines: [3] }]);
    expect(emails().sort()).toEqual(["before@example.com", "user-2@example.com"]);
  });

  test("reads a journal of before, which has no names of devices", async () => {
    await importUsers();
    const text = await readFile(place("journal"), "utf8");
    const older = text.replaceAll(/,"names":\[[^\]]*\]/g, "");
    expect(older).not.toBe(text);
    await writeFile(place("journal"), older);
    expect(JSON.parse((await undo(to, "--yes")).out)).toMatchObject({ deleted: 30, extended: 0 });
  });

  test.each([402, 200])("deletes them where the service does not list devices (HTTP %i)", async (status) => {
    const double = await startDouble(rehearsal, (path) =>
      path === "/recipe/totp/device/list"
        ? new Response(JSON.stringify({ status: "TOTP_NOT_ENABLED_ERROR" }), { status })
        : undefined,
    );
    await importUsers(double.url);
    expect(JSON.parse((await undo(double.url, "--yes")).out)).toMatchObject({ users: 30, deleted: 30 });
  });

  test("asks with the number of users, and deletes nobody where the answer is not yes", async () => {
    await importUsers();
    const no = await credport(["undo", place("journal"), "--to", to], { env, stdin: "y\n" });
    expect([no.exitCode, no.err]).toEqual([2, expect.stringContaining("Delete 30 users from http://127.0.0.1")]);
    expect(rehearsal.state().counts.users).toBe(31);
    const yes = await credport(["undo", place("journal"), "--to", to], { env, stdin: "yes\n" });
    expect([yes.exitCode, yes.out]).toEqual([0, expect.stringContaining("30 deleted")]);
  });

  test("is interrupted and resumed, and deletes nobody twice", async () => {
    const double = await startDouble(rehearsal);
    await importUsers(double.url);
    const fake = fakeIo({ env });
    const run = runCli(["undo", place("journal"), "--to", double.url, "--yes", "--json"], fake.io);
    await expect.poll(() => double.deleted.length, { interval: 1 }).toBeGreaterThan(3);
    fake.interrupt();
    expect(await run).toBe(2);
    const { deleted, failed, stopped } = JSON.parse(fake.out());
    expect(stopped.code).toBe("import/interrupted");
    expect(deleted + failed).toBeLessThan(30);
    // Whoever was on the way when it ended may be gone by now.
    const rest = JSON.parse((await undo(double.url, "--yes")).out);
    expect(rest).toMatchObject({ users: 30 - deleted, failed: 0, stopped: null });
    expect(rest.deleted + rest.gone).toBe(30 - deleted);
    expect(emails()).toEqual(["before@example.com"]);
  });

  test("of another service is refused, and one that fails ends with its words", async () => {
    const double = await startDouble(rehearsal, (path) =>
      path === "/user/remove" ? new Response("disk on fire", { status: 403 }) : undefined,
    );
    await importUsers(double.url);
    const other = await undo(to, "--yes");
    expect([other.exitCode, JSON.parse(other.out).stopped.code]).toEqual([2, "import/target-changed"]);
    const { exitCode, out } = await undo(double.url, "--yes");
    expect([exitCode, JSON.parse(out).stopped]).toMatchObject([
      2,
      { code: "import/service-down", message: expect.stringContaining("disk on fire") },
    ]);
    expect(rehearsal.state().counts.users).toBe(31);
  });

  test("writes the list where the profile has no call to delete, or where it is asked for", async () => {
    await importUsers();
    const { exitCode, out } = await credport(["undo", place("journal"), "--list", place("made.ndjson"), "--json"]);
    expect([exitCode, JSON.parse(out)]).toEqual([0, { users: 30, list: place("made.ndjson") }]);
    const rows = (await readFile(place("made.ndjson"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { userId, logins } = rows.find(({ line }) => line === 1);
    expect([userId, logins]).toEqual(["old-0", [idOf("user-0@example.com")]]);
    expect((await stat(place("made.ndjson"))).mode & 0o777).toBe(0o600);
    const listed = await undo(to, "--service", "default");
    expect(JSON.parse(listed.out)).toEqual({ users: 30, list: `${place("journal")}.made.ndjson` });
    expect(rehearsal.state().counts.users).toBe(31);
  });
});

describe("credport import --expect", () => {
  test("stops before anything is sent where users are missing, by number or by ID", async () => {
    await writeFile(place("ids.txt"), "old-0\r\nold-3\nold-77\n\nold-78\n");
    for (const [expected, message] of [
      ["31", "the export has 30 users, and 31 are expected"],
      [place("ids.txt"), "2 of 4 expected users are not in the export: old-77, old-78"],
    ] as const) {
      const { exitCode, out } = await importUsers(to, "--expect", expected);
      expect([exitCode, JSON.parse(out).error]).toMatchObject([2, { code: "import/users-missing", message }]);
    }
    expect(rehearsal.state().counts.users).toBe(1);
    expect((await importUsers(to, "--expect", "30")).exitCode).toBe(0);
  });
});
