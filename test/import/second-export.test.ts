import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import {
  type GoneUser,
  type ImportOptions,
  type ImportOutcome,
  importUsers,
  previewUndo,
  readMadeUsers,
  readOutcomes,
  undoImport,
} from "../../src/import/index.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser, UserRecord } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { makeUser, makeUsers, recordsOf } from "./user-records.js";

// Of "U*U", "U*U*" and others: crypt_blowfish, wrapper.c.
const HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const OTHER_HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK";

const temporary = useTemporaryFolder();
const place = (name: string) => join(temporary.path(), name);

let rehearsal: RehearsalService;
let paths: string[];
let binding: (sha256: string) => NonNullable<ImportOptions["journal"]>["binding"];

beforeEach(() => {
  rehearsal = createRehearsalService({ service: "supertokens" });
  paths = [];
  binding = (sha256) => ({
    ...{ input: { bytes: 1, sha256 }, source: "credport", baseUrl: "http://localhost", tenantPath: "" },
    profile: "supertokens",
  });
});

function clients(fetch: typeof globalThis.fetch = rehearsal.fetch) {
  const watched: typeof globalThis.fetch = (input, init) => {
    paths.push(`${init?.method} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  const options = {
    ...{ baseUrl: "http://localhost", apiKey: "test", service: "supertokens" as const, fetch: watched },
    sleep: async () => {},
  };
  return { client: createImportClient(options), administration: createAdministrationClient(options) };
}

function run(users: readonly NormalizedUser[], journal: string, more: Partial<ImportOptions> = {}) {
  const { client, administration } = clients();
  return importUsers(recordsOf(users), {
    client,
    existing: { policy: "refuse", administration },
    journal: { path: place(journal), binding: binding(journal) },
    ...more,
  });
}

const emailsOf = () =>
  rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods.flatMap(({ email }) => email ?? []));

async function second(
  users: readonly NormalizedUser[],
  passwords: "refuse" | "overwrite" = "refuse",
  more: Partial<ImportOptions> = {},
) {
  paths = [];
  const gone: GoneUser[] = [];
  const { administration } = clients();
  const onGone = (user: GoneUser) => void gone.push(user);
  const changedSince = { journal: place("first"), passwords, administration, onGone };
  const { progress, ...result } = await run(users, "second", { changedSince, ...more });
  return { progress, result, gone, paths: [...paths] };
}

const post = async (path: string, body: object, method = "POST", rid = "emailpassword") =>
  (
    await rehearsal.fetch(`http://localhost${path}`, { method, headers: { rid }, body: JSON.stringify(body) })
  ).json() as Promise<Record<string, unknown> & { readonly status: string }>;

const signIn = async (email: string, password: string) => (await post("/recipe/signin", { email, password })).status;

const ADA: NormalizedUser = {
  ...{ externalUserId: "ada", email: "ada@example.com", emailVerified: false, passwordHash: HASH },
  ...{ phoneNumber: "+15555550100", thirdParty: [], totp: [] },
};

async function* refusedRecordsOf(users: readonly NormalizedUser[]): AsyncGenerator<UserRecord> {
  for await (const record of recordsOf(users)) {
    const user = users[record.index] as NormalizedUser;
    const problems = [{ code: "user/disabled", message: "x", remedy: "x" }] as const;
    yield { ...record, result: { ok: false, problems }, rejected: { user, standing: "disabled" } };
  }
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const numbers = () =>
  rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods.flatMap((each) => each.phoneNumber ?? []));

describe("an address that another user has now", () => {
  const bob: NormalizedUser = { ...ADA, externalUserId: "bob", email: "bob@example.com", phoneNumber: "+15555550102" };
  const ada: NormalizedUser = { ...ADA, emailVerified: true };
  const moved = { ...ada, email: "ada2@example.com" };
  /** Who has signed up with the address that Ada has left. */
  const eve: NormalizedUser = { ...makeUser(0), externalUserId: "eve", email: "ada@example.com", emailVerified: true };
  const eves = { ...eve, passwordHash: OTHER_HASH, totp: [] };

  test.for([
    ["overwrite", [moved, bob, eves]],
    ["overwrite", [eves, bob]],
    ["overwrite", [eves, moved, bob]],
    ["skip", [moved, bob, eves]],
    ["refuse", [bob, eves]],
  ] as const)("opens no account that the first import made for the one who had it: %s", async ([policy, users]) => {
    await run([ada, bob], "first");
    const [owner] = rehearsal.state().users;
    const { administration } = clients();
    const outcomes: ImportOutcome[] = [];
    const changedSince = {
      journal: place("first"),
      passwords: "refuse",
      administration,
      users: () => recordsOf(users),
    } as const;
    const { progress } = await second(users, "refuse", {
      ...{ existing: { policy, administration }, changedSince },
      onOutcome: (outcome) => void outcomes.push(outcome),
    });
    const hers = outcomes.find(({ userId }) => userId === "eve");
    expect(hers).toMatchObject({ kind: "refused-by-us", problems: [{ code: "import/user-exists" }] });
    expect(JSON.stringify(hers)).not.toContain(owner?.id);
    expect(progress.overwrittenPasswords ?? 0).toBe(0);
    expect(await signIn("ada@example.com", "U*U")).toBe("OK");
  });

  test("gets the account where a person has decided so", async () => {
    await run([ada, bob], "first");
    const { administration } = clients();
    const overwrites = (id: string) => id === "eve";
    await second([eves, bob], "refuse", { existing: { policy: "refuse", administration, overwrites } });
    expect(await signIn("ada@example.com", "U*U")).not.toBe("OK");
  });

  test("is told of where the service is not asked, and has given the account", async () => {
    const given = async (users: readonly NormalizedUser[], journal: string, more: Partial<ImportOptions> = {}) => {
      const { client } = clients();
      return importUsers(recordsOf(users), {
        ...{ client, existing: { policy: "overwrite" }, ...more },
        journal: { path: place(journal), binding: binding(journal) },
      });
    };
    await given([ada, bob], "first");
    const { progress } = await given([eves, bob], "second", {
      changedSince: { journal: place("first"), passwords: "refuse", users: () => recordsOf([eves, bob]) },
    });
    expect(progress.refusedByService).toBe(1);
    expect(progress.problems.map(({ name }) => name)).toEqual(["import/password-overwritten", "import/user-exists"]);
  });
});

test("a third export finds whom the second one has refused, and makes none of them again", async () => {
  const users = makeUsers(6).filter(({ email }) => email !== undefined);
  await run(users, "first");
  const moved = users.map((user) => ({ ...user, email: `moved-${user.email}` }));
  const since = (journal: string) => ({ changedSince: { journal: place(journal), passwords: "overwrite" } }) as const;
  const before = rehearsal.state().counts.users;
  for (const [journal, earlier] of [
    ["second", "first"],
    ["third", "second"],
    ["fourth", "third"],
  ] as const) {
    const { progress } = await run(moved, journal, since(earlier));
    expect(progress.problems).toMatchObject([{ name: "import/change-not-carried", records: users.length }]);
    expect(rehearsal.state().counts.users).toBe(before);
  }
  // Whom the export itself refuses is not forgotten either.
  const { administration, client } = clients();
  const held = await importUsers(refusedRecordsOf(users), {
    ...{ client, existing: { policy: "refuse", administration }, ...since("fourth") },
    journal: { path: place("held"), binding: binding("held") },
  });
  expect(held.progress).toMatchObject({ refusedByUs: users.length, since: { notChanged: users.length } });
  expect(held.progress.problems.map(({ name }) => name)).toContain("import/change-not-carried");
  expect((await run(moved, "after", since("held"))).progress).toMatchObject({ imported: 0 });
  // Who is as they were once more is known too.
  expect((await run(users, "last", since("fourth"))).progress).toMatchObject({ alreadyThere: users.length });
});

describe("a third export", () => {
  const user = (name: string): NormalizedUser => ({
    ...{ ...ADA, externalUserId: name, email: `${name}@example.com` },
    phoneNumber: `+1555555${String(1000 + name.length)}`,
  });
  const users = ["a", "ab", "abc", "abcd", "abcde", "abcdef"].map(user);
  const third = async (next: readonly NormalizedUser[], earlier = "second", journal = "third") => {
    const { administration } = clients();
    return run(next, journal, {
      existing: { policy: "overwrite", administration },
      changedSince: { journal: place(earlier), users: () => recordsOf(next), administration },
    });
  };
  const codeOf = (result: Awaited<ReturnType<typeof third>>) => (result.ok ? "" : result.problems[0]?.code);
  const idOf = (name: string) =>
    rehearsal.state().users.find(({ loginMethods }) => loginMethods[0]?.email === `${name}@example.com`)?.id;
  const changePassword = (name: string) =>
    post("/recipe/user", { recipeUserId: idOf(name), password: "set on the new side" }, "PUT");

  /** The second export, in which a user is missing, or of whom nothing is sent for another reason. */
  const seconds: Record<string, () => Promise<unknown>> = {
    "who is missing in the second one": () => second(users.slice(1)),
    "who was left out of the second one": () => second(users, "refuse", { select: ({ index }) => index > 0 }),
    "of whom the second one has a damaged record": async () => {
      const { client, administration } = clients();
      async function* records(): AsyncGenerator<UserRecord> {
        for await (const record of recordsOf(users)) {
          const identifiers = [{ kind: "id", value: record.userId ?? "" }] as const;
          const problems = [{ code: "user/no-credential", message: "x", remedy: "x" }] as const;
          yield record.index === 0 ? { ...record, identifiers, result: { ok: false, problems } as const } : record;
        }
      }
      return importUsers(records(), {
        ...{ client, existing: { policy: "refuse", administration } },
        ...{
          journal: { path: place("second"), binding: binding("second") },
          changedSince: { journal: place("first") },
        },
      });
    },
    "of whom the second one has what can't be sent": () => {
      const login = { thirdPartyId: "x".repeat(300), thirdPartyUserId: "1", email: "a@example.com", isVerified: true };
      return second([{ ...user("a"), thirdParty: [login] }, ...users.slice(1)]);
    },
    "who was missing in two": async () => {
      await second(users.slice(1));
      await run(users.slice(1), "between", { changedSince: { journal: place("second") } });
      await copyFile(place("between"), place("second"));
    },
  };

  test.each(Object.entries(seconds))("finds the user %s, and makes no second one", async (_, carryOut) => {
    await run(users, "first");
    await carryOut();
    await changePassword("a");
    const { progress } = await third(users);
    expect(progress).toMatchObject({ alreadyThere: 6, overwrittenPasswords: 0, since: { unchanged: 6 } });
    expect(await signIn("a@example.com", "set on the new side")).toBe("OK");
    const moved = await third([{ ...user("a"), email: "moved@example.com" }, ...users.slice(1)], "second", "moved");
    expect(moved.progress.problems.map(({ name }) => name)).toEqual(["import/change-not-carried"]);
    expect(rehearsal.state().counts.users).toBe(6);
  });

  test("names a user who was missing in the second one and is no longer at the service", async () => {
    await run(users, "first");
    await second(users.slice(2));
    await post("/user/remove", { userId: idOf("a") });
    paths = [];
    const { progress } = await third(users);
    expect(progress).toMatchObject({ alreadyThere: 5, refusedByUs: 1, problems: [{ name: "import/user-gone" }] });
    expect(paths.some((path) => path.startsWith("POST"))).toBe(false);
    expect(rehearsal.state().counts.users).toBe(5);
  });

  test("is compared with no second one that was stopped, wherever, until that has come to its end", async () => {
    await run(users.slice(0, 4), "first");
    const next = [user("abcde"), ...users.slice(1, 3), user("abcdef")];
    for (let stopAt = 1; stopAt < 30; stopAt++) {
      const abort = new AbortController();
      let calls = 0;
      const { client, administration } = clients(async (input, init) => {
        const answer = await rehearsal.fetch(input, init);
        if (++calls === stopAt) abort.abort();
        return answer;
      });
      const more = { existing: { policy: "refuse", administration }, client, signal: abort.signal } as const;
      const { result } = await second(next, "refuse", more);
      if (result.ok) break;
      expect(codeOf(await third(users))).toBe("import/first-unfinished");
    }
    const { progress } = await third(users);
    expect(progress).toMatchObject({ alreadyThere: 6, overwrittenPasswords: 0, since: { unchanged: 6 } });
    // Once it has, it says of nobody the same again.
    const linesIn = async () =>
      (await readFile(place("second"), "utf8")).split("\n").filter((line) => /"known"/.test(line));
    const before = await linesIn();
    await second(next);
    expect([before.length, await linesIn()]).toEqual([2, before]);
  });

  test("is compared with no second one that was stopped and undone", async () => {
    await run(users, "first");
    const signal = AbortSignal.abort();
    await second(users.slice(1), "refuse", { signal });
    const { administration } = clients();
    const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };
    await undoImport({ journal: place("second"), administration, target });
    expect(codeOf(await third(users))).toBe("import/first-unfinished");
  });
});

test("a second export that is run again counts the marks that the first import has set as carried", async () => {
  const users = makeUsers(4).map((user) => ({ ...user, emailVerified: true }));
  const { administration } = clients();
  const verification = { administration };
  await run(users, "first", { verification });
  const options = { verification, changedSince: { journal: place("first") } };
  const marks = [];
  for (const _ of [1, 2]) {
    const { progress } = await run(users, "second", options);
    marks.push(progress.users.contents.verifiedAddresses);
  }
  expect(marks[0]).toMatchObject({ leftOut: 0 });
  expect(marks[1]).toEqual(marks[0]);
});

describe("a second export", () => {
  test("sends nothing for those who are as they were, of any kind, and makes the new ones", async () => {
    const users = makeUsers(30);
    await run(users, "first");
    const before = rehearsal.state().counts.users;
    const again = await second([...users, makeUser(102), makeUser(103)]);
    expect(again.progress).toMatchObject({
      records: 32,
      imported: 2,
      alreadyThere: 30,
      overwrittenPasswords: 0,
    });
    expect(again.progress.since).toEqual({ unchanged: 30, changed: 0, gone: 0 });
    expect(again.paths.filter((path) => path.endsWith("/passwordhash/import"))).toHaveLength(2);
    expect(rehearsal.state().counts.users).toBe(before + 2);
  });

  test("brings the address of a phone user once it is verified, and says nothing of one that was never there", async () => {
    const phone: NormalizedUser = {
      ...{ externalUserId: "pat", email: "pat@example.com", emailVerified: false, phoneNumber: "+15555550133" },
      ...{ codesToPhoneAlone: true, thirdParty: [], totp: [] },
    };
    await run([phone], "first");
    expect(emailsOf()).toEqual([]);
    const changed = await second([{ ...phone, email: "pat2@example.com" }]);
    expect(changed.progress).toMatchObject({ alreadyThere: 1, problems: [] });
    const { codesToPhoneAlone: _, ...verified } = { ...phone, emailVerified: true };
    const { progress } = await run([verified], "third", {
      changedSince: { journal: place("first"), passwords: "refuse" },
    });
    expect([progress.since?.changed, emailsOf()]).toEqual([1, ["pat@example.com"]]);
    // Lost alone, the mark of an address that is there changes nothing.
    const lost = { changedSince: { journal: place("third"), passwords: "refuse" } } as const;
    expect((await run([phone], "fourth", lost)).progress).toMatchObject({ since: { unchanged: 1 }, problems: [] });
  });

  test("brings the verified address to the login by phone beside a password too, whose mark it does not set", async () => {
    const phoneNumber = "+15555550134";
    const first = { ...ADA, phoneNumber, emailVerified: false, codesToPhoneAlone: true as const };
    const { codesToPhoneAlone: _, ...verified } = { ...first, emailVerified: true };
    const { administration } = clients();
    await run([first], "first", { verification: { administration } });
    const { progress } = await run([verified], "second", {
      ...{ changedSince: { journal: place("first"), passwords: "refuse" }, verification: { administration } },
    });
    expect(progress.since).toMatchObject({ changed: 1, unchanged: 0 });
    expect(progress.users.contents.verifiedAddresses).toMatchObject({ carried: 0, leftOut: 1 });
    const codes = rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods);
    expect(codes.filter(({ recipeId }) => recipeId === "passwordless")).toMatchObject([{ email: ADA.email }]);
    // The first import's undo takes the address for the user's own.
    const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };
    const undone = await undoImport({ journal: place("first"), administration, target });
    expect(undone).toMatchObject({ value: { deleted: 1, extended: 0 } });
  });

  test("brings another phone number to the user's own login, and no password with it", async () => {
    await run([ADA], "first");
    const made = rehearsal.state().counts;
    const { progress, paths } = await second([{ ...ADA, phoneNumber: "+15555550199" }]);
    expect(progress).toMatchObject({ alreadyThere: 1, since: { unchanged: 0, changed: 1, gone: 0 } });
    expect(paths).toEqual(["GET /user/id", "GET /recipe/session/user", "PUT /recipe/user", "GET /user/id"]);
    expect(numbers()).toEqual(["+15555550199"]);
    expect(rehearsal.state().counts).toEqual(made);
    expect(await signIn("ada@example.com", "U*U")).toBe("OK");
  });

  test("replaces no password by the hash that stands for none, though passwords may be overwritten", async () => {
    await run([ADA], "first");
    const { progress, paths } = await second(
      [{ ...ADA, passwordHash: OTHER_HASH, needsNewPassword: true }],
      "overwrite",
    );
    expect(progress.since).toEqual({ unchanged: 1, changed: 0, gone: 0 });
    expect(paths).toEqual(["GET /user/id"]);
    expect(await signIn("ada@example.com", "U*U")).toBe("OK");
  });

  test("never overwrites a password that was changed at the service since", async () => {
    await run([ADA], "first");
    const { user } = (await post("/recipe/signin", {
      email: "ada@example.com",
      password: "U*U",
    })) as never as {
      user: { id: string };
    };
    const changed = { recipeUserId: user.id, password: "set on the new side" };
    expect((await post("/recipe/user", changed, "PUT")).status).toBe("OK");
    const isNewest = () => signIn("ada@example.com", "set on the new side");
    expect(await isNewest()).toBe("OK");
    // Unchanged in the export, beside something else that has changed.
    await second([{ ...ADA, phoneNumber: "+15555550199" }]);
    expect(await isNewest()).toBe("OK");
    // Changed in the export as well: who is newer can't be asked.
    const { progress, paths } = await second([{ ...ADA, passwordHash: OTHER_HASH }], "refuse", {
      journal: { path: place("third"), binding: binding("third") },
    });
    expect(progress).toMatchObject({ refusedByUs: 1, problems: [{ name: "import/password-changed" }] });
    expect(paths).toEqual([]);
    expect(await isNewest()).toBe("OK");
  });

  test("sends another hash where the caller says so, counted, and to nobody who uses the service", async () => {
    const eve = { ...ADA, externalUserId: "eve", email: "eve@example.com", phoneNumber: "+15555550101" };
    await run([ADA, eve], "first");
    const { user } = (await post("/recipe/signin", { email: eve.email, password: "U*U" })) as never as {
      user: { id: string };
    };
    await post("/recipe/session", {
      ...{ userId: user.id, userDataInJWT: {}, userDataInDatabase: {} },
      ...{ enableAntiCsrf: false, useDynamicSigningKey: true },
    });
    const { progress } = await second(
      [ADA, eve].map((one) => ({ ...one, passwordHash: OTHER_HASH })),
      "overwrite",
    );
    expect(progress).toMatchObject({ alreadyThere: 1, refusedByUs: 1, overwrittenPasswords: 1 });
    expect(progress.problems.map(({ name }) => name)).toEqual(["import/signed-in-since"]);
    expect(progress.warnings.map(({ name }) => name)).toEqual(["import/password-overwritten"]);
    expect([await signIn("ada@example.com", "U*U*"), await signIn("eve@example.com", "U*U")]).toEqual(["OK", "OK"]);
  });

  test("gives a device to nobody where the account was deleted since, and names the user", async () => {
    const eve = { ...ADA, externalUserId: "eve", email: "eve@example.com", phoneNumber: "+15555550101" };
    await run([ADA, eve], "first");
    const [made] = rehearsal.state().users.filter(({ loginMethods }) => loginMethods[0]?.email === ADA.email);
    await post("/user/remove", { userId: made?.id });
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    const { progress } = await second([{ ...ADA, totp, emailVerified: true }, eve]);
    expect(progress).toMatchObject({ alreadyThere: 1, refusedByUs: 1, problems: [{ name: "import/user-gone" }] });
    expect(rehearsal.state().devices).toEqual([]);
  });

  const SOCIAL = {
    thirdPartyId: "google",
    thirdPartyUserId: "g1",
    email: "ada@example.com",
    isVerified: true,
  };

  test("adds nothing to the account of a user who has a session there", async () => {
    await run([ADA], "first");
    const [{ id: userId } = { id: "" }] = rehearsal.state().users;
    await post("/recipe/session", {
      ...{ userId, userDataInJWT: {}, userDataInDatabase: {} },
      ...{ enableAntiCsrf: false, useDynamicSigningKey: true },
    });
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    for (const more of [{ totp }, { thirdParty: [SOCIAL] }, { phoneNumber: "+15555550199" }]) {
      const { progress } = await second([{ ...ADA, ...more }]);
      expect(progress.problems.map(({ name }) => name)).toEqual(["import/signed-in-since"]);
    }
    expect([rehearsal.state().counts.devices, numbers()]).toEqual([0, ["+15555550100"]]);
    expect(rehearsal.state().users).toMatchObject([{ loginMethods: [{}, {}] }]);
  });

  test("adds logins and devices to the user who is there", async () => {
    await run([{ ...ADA, phoneNumber: undefined } as never], "first");
    const social = {
      thirdPartyId: "google",
      thirdPartyUserId: "g1",
      email: "ada@example.com",
      isVerified: true,
    };
    const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
    const whole = { ...ADA, thirdParty: [social], totp };
    const { progress, paths } = await second([whole]);
    expect(progress).toMatchObject({ alreadyThere: 1, since: { changed: 1 }, problems: [] });
    expect(paths.some((path) => path.includes("passwordhash"))).toBe(false);
    const { users, counts } = rehearsal.state();
    expect(users.map(({ loginMethods }) => loginMethods.length)).toEqual([3]);
    expect(counts.devices).toBe(1);
    // The second journal serves for a third export, and undoing it takes back what it has brought.
    const third = { journal: { path: place("third"), binding: binding("third") } };
    const { administration } = clients();
    const changedSince = { journal: place("second"), administration };
    const { progress: last } = await run([{ ...whole, phoneNumber: "+15555550177" }], "third", {
      ...third,
      changedSince,
    });
    expect(last).toMatchObject({ since: { unchanged: 0, changed: 1, gone: 0 }, problems: [] });
    expect(numbers()).toEqual(["+15555550177"]);
    const made = await readMadeUsers(place("second"));
    const logins = made.ok ? (await listOf(made.value)).flatMap((each) => each.logins) : [];
    expect(logins).toHaveLength(2);
    const password = users[0]?.loginMethods.find(({ recipeId }) => recipeId === "emailpassword");
    expect(logins).not.toContain(password?.recipeUserId);
  });

  const PLAIN: NormalizedUser = JSON.parse(JSON.stringify({ ...ADA, phoneNumber: undefined }));

  function undo(journal: string, usedToo = false) {
    const { administration } = clients();
    const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };
    return undoImport({ journal: place(journal), administration, target, usedToo });
  }

  const loginsPerUser = () => rehearsal.state().users.map(({ loginMethods }) => loginMethods.length);

  test("is undone: users of the first import lose what it has added, and then the first can be undone", async () => {
    await run([PLAIN, makeUser(6)], "first");
    await second([{ ...ADA, thirdParty: [SOCIAL] }, makeUser(6), makeUser(12)]);
    expect(loginsPerUser().sort()).toEqual([1, 1, 3]);
    const { progress } = await undo("second");
    expect(progress).toMatchObject({ users: 2, deleted: 1, restored: 1, extended: 0, failed: 0 });
    expect(loginsPerUser()).toEqual([1, 1]);
    expect(await signIn("ada@example.com", "U*U")).toBe("OK");
    expect((await undo("second")).progress.users).toBe(0);
    // The second import can be carried out again.
    await second([{ ...ADA, thirdParty: [SOCIAL] }, makeUser(6), makeUser(12)]);
    expect(loginsPerUser().sort()).toEqual([1, 1, 3]);
    await undo("second");
    expect((await undo("first")).progress).toMatchObject({ users: 2, deleted: 2, extended: 0 });
    expect(rehearsal.state().counts.users).toBe(0);
  });

  const DEVICE = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 };

  test("is undone: devices that it has added are removed, and what it has replaced is counted by its lines", async () => {
    const ofFirst = { ...DEVICE, deviceName: "old phone" };
    const eve = { ...ADA, externalUserId: "eve", email: "eve@example.com", phoneNumber: "+15555550101" };
    const users = [{ ...PLAIN, totp: [ofFirst] }, eve, makeUser(6)];
    await run(users, "first");
    const changed = [
      { ...PLAIN, totp: [ofFirst, { ...DEVICE, secretKey: "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK" }] },
      { ...eve, phoneNumber: "+15555550199", passwordHash: OTHER_HASH },
      makeUser(6),
    ];
    await second(changed, "overwrite");
    expect(rehearsal.state().counts.devices).toBe(2);
    const stays = { passwords: 1, contacts: 1, lines: [2] };
    const preview = await previewUndo(place("second"));
    expect(preview).toMatchObject({ ok: true, value: { users: 1, stays } });
    expect((await undo("second")).progress).toMatchObject({ users: 1, restored: 1, deleted: 0, stays });
    const ada = rehearsal.state().users.find(({ loginMethods }) => loginMethods[0]?.email === "ada@example.com");
    const { administration } = clients();
    const devices = await administration.listDevices(ada?.id ?? "");
    expect(devices.ok && devices.value.map(({ name }) => name)).toEqual(["old phone"]);
    expect((await undo("second")).progress).toMatchObject({ users: 0, stays });
  });

  test("never takes the login of a user of the first import for its own, also after an attempt with an open end", async () => {
    await run([PLAIN], "first");
    let isFirst = true;
    const { client } = clients(async (url, init) => {
      const reply = await rehearsal.fetch(url, init);
      if (!String(url).endsWith("/passwordhash/import") || !isFirst) return reply;
      isFirst = false;
      throw Object.assign(new Error("lost"), { code: "ECONNRESET" });
    });
    const { progress } = await second([{ ...PLAIN, passwordHash: OTHER_HASH, totp: [DEVICE] }], "overwrite", {
      client,
    });
    expect([isFirst, progress.overwrittenPasswords]).toEqual([false, 1]);
    const { progress: undone } = await undo("second");
    expect(undone).toMatchObject({ deleted: 0, restored: 1, stays: { passwords: 1, lines: [1] } });
    expect(rehearsal.state().counts).toMatchObject({ users: 1, devices: 0 });
  });

  test("is undone for users of the first import who failed half way, and not for those who have signed in", async () => {
    await run([PLAIN, makeUser(6)], "first");
    const { client } = clients((url, init) => {
      const isLink = new URL(String(url)).pathname.endsWith("/user/link");
      return isLink ? Promise.resolve(new Response("no\n", { status: 422 })) : rehearsal.fetch(url, init);
    });
    const { progress: half } = await second([{ ...ADA, thirdParty: [SOCIAL] }, makeUser(6)], "refuse", {
      client,
      acceptRefusals: true,
    });
    expect(half).toMatchObject({ refusedByService: 1 });
    await undo("second");
    expect(loginsPerUser()).toEqual([1, 1]);

    await second([{ ...ADA, thirdParty: [SOCIAL] }, makeUser(6)]);
    const ada = rehearsal.state().users.find(({ loginMethods }) => loginMethods.length === 3);
    const session = { userDataInJWT: {}, userDataInDatabase: {}, enableAntiCsrf: false };
    await post("/recipe/session", { userId: ada?.id, ...session, useDynamicSigningKey: true }, "POST", "session");
    expect((await undo("second")).progress).toMatchObject({ restored: 0, signedIn: 1 });
    expect((await undo("second", true)).progress).toMatchObject({ restored: 1 });
    expect(loginsPerUser()).toEqual([1, 1]);
  });

  test.each<[string, Partial<NormalizedUser>]>([
    ["the e-mail address has changed", { email: "ada@example.org" }],
    ["the phone number is gone", { phoneNumber: undefined as never }],
    ["the password is gone", { passwordHash: undefined as never }],
  ])("sends nothing where %s", async (words, change) => {
    await run([ADA], "first");
    const { result, progress, paths } = await second([JSON.parse(JSON.stringify({ ...ADA, ...change }))]);
    expect(result.ok).toBe(true);
    expect(progress).toMatchObject({ refusedByUs: 1, problems: [{ name: "import/change-not-carried" }] });
    expect([words, paths]).toEqual([expect.any(String), []]);
  });

  test("lists who is gone, refused ones not among them", async () => {
    const users = makeUsers(8);
    await run(users, "first");
    const { gone, progress } = await second(
      users
        .filter((_, index) => index !== 2 && index !== 5)
        .map((user, index) => (index === 0 ? { ...user, email: "moved@example.com" } : user)),
    );
    expect(progress.since).toMatchObject({ gone: 2 });
    expect(gone.map(({ line, userId }) => [line, userId])).toEqual([
      [3, "old-2"],
      [6, "old-5"],
    ]);
  });

  test("can be stopped at any call and resumed: each user ends as the export has them, once", async () => {
    const users = makeUsers(12);
    await run(users, "first");
    const changed = users.map((user, index) =>
      user.phoneNumber === undefined ? user : { ...user, phoneNumber: `+1666${String(index).padStart(7, "0")}` },
    );
    const next = [...changed, makeUser(50), makeUser(52)];
    const counts = rehearsal.state().counts.users;
    for (let rounds = 0; rounds < 40; rounds++) {
      const abort = new AbortController();
      let calls = 0;
      const { client, administration } = clients(async (input, init) => {
        const answer = await rehearsal.fetch(input, init);
        // Carried out, and the answer is lost.
        if (init?.method !== "GET" && ++calls === 2) abort.abort();
        return answer;
      });
      const { result } = await second(next, "refuse", {
        ...{ client, signal: abort.signal, graceMs: 0, concurrency: 1 },
        existing: { policy: "refuse", administration },
      });
      if (result.ok) break;
    }
    const { progress } = await second(next);
    expect(progress).toMatchObject({ records: 14, refusedByUs: 0, refusedByService: 0, failed: 0 });
    expect(progress.imported + progress.alreadyThere).toBe(14);
    const wanted = next.flatMap(({ phoneNumber }) => phoneNumber ?? []);
    expect(numbers().sort()).toEqual(wanted.sort());
    expect(rehearsal.state().counts.users).toBe(counts + 2);
  });
});

describe("an export with other users than the first import's", () => {
  const others = (count: number) => makeUsers(120).slice(60, 60 + count);
  const overwriting = () => ({ existing: { policy: "overwrite", administration: clients().administration } }) as const;
  const codeOf = ({ result }: Awaited<ReturnType<typeof second>>) => (result.ok ? "" : result.problems[0]?.code);

  async function compared(users: readonly NormalizedUser[], more: Partial<ImportOptions> = {}, isGone = false) {
    const changedSince = {
      journal: place("first"),
      users: () => recordsOf(users),
      ...(isGone ? { onGone: () => {} } : {}),
    };
    return second(users, "refuse", { changedSince, ...more });
  }

  test("is refused before anything is sent, whatever becomes of existing users", async () => {
    await run(makeUsers(60), "first");
    for (const more of [{}, overwriting()]) {
      const found = await compared(
        makeUsers(60).map((user) => ({ ...user, externalUserId: `uid=${user.externalUserId}` })),
        more,
      );
      expect(codeOf(found)).toBe("import/first-journal-unfit");
      expect(found.paths).toEqual([]);
    }
  });

  test("is refused where nearly all are, if unknown users lose their password or count as gone", async () => {
    await run(makeUsers(60), "first");
    const few = [...makeUsers(5), ...others(55)];
    expect(codeOf(await compared(few, overwriting()))).toBe("import/first-journal-unfit");
    expect(codeOf(await compared(few, {}, true))).toBe("import/first-journal-unfit");
    expect(rehearsal.state().counts.users).toBe(60);
    const enough = [...makeUsers(6), ...others(54)];
    expect((await compared(enough, overwriting())).progress).toMatchObject({ imported: 54, since: { unchanged: 6 } });
  });

  test.each<[string, readonly (string | undefined)[]]>([
    ["with no address", []],
    ["with other addresses", ["first", "second"]],
  ])("is refused where nearly all are by another number: %s", async (_, [was, now]) => {
    const byNumber = (count: number, country: string, name: string | undefined) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ externalUserId: `old-${at}`, emailVerified: false, phoneNumber: `+${country}555${1_000_000 + at}` },
        ...(name === undefined ? {} : { email: `${name}-${at}@example.com`, codesToPhoneAlone: true as const }),
        ...{ thirdParty: [], totp: [] },
      }));
    const before = byNumber(30, "1", was);
    await run(before, "first");
    const found = await compared([...byNumber(28, "44", now), ...before.slice(28)]);
    expect([codeOf(found), found.paths]).toEqual(["import/first-journal-unfit", []]);
    // Some of them may have another one.
    const changed = [...byNumber(9, "44", was), ...before.slice(9)];
    expect((await compared(changed)).result.ok).toBe(true);
    expect(codeOf(await compared(changed.slice(0, 9)))).not.toBe("import/first-journal-unfit");
  });

  test("may be a part: a few that are all known, or few new ones beside them", async () => {
    await run(makeUsers(60), "first");
    expect((await compared(makeUsers(2), overwriting(), true)).progress.since).toEqual({
      ...{ unchanged: 2, changed: 0, gone: 58 },
    });
  });

  test("names nobody as gone where it was not read ahead, and overwrites nobody", async () => {
    await run(makeUsers(6), "first");
    const found = await second(others(6));
    expect([codeOf(found), found.gone]).toEqual(["import/first-journal-unfit", []]);
    await expect(second(others(6), "refuse", overwriting())).rejects.toThrow("changedSince.users must be given");
  });

  test("cannot be told from the journal of an older version, which is refused", async () => {
    await run(makeUsers(6), "first");
    const text = await readFile(place("first"), "utf8");
    await writeFile(place("first"), text.replace('"version":2', '"version":1'));
    const found = await compared(makeUsers(6), overwriting());
    expect([codeOf(found), found.paths]).toEqual(["import/first-journal-unfit", []]);
  });
});

describe("the journal of a first import", () => {
  test("holds nothing of which a hash, a number or an address could be tested without its key", async () => {
    await run([ADA, { ...ADA, externalUserId: "eve", email: "eve@example.com", phoneNumber: "+15555550101" }], "first");
    const text = await readFile(place("first"), "utf8");
    for (const secret of [HASH, HASH.slice(-31), "5555550100", "ada@example.com"]) expect(text).not.toContain(secret);
    await run([ADA], "other");
    const prints = await Promise.all(
      ["first", "other"].map(async (name) => {
        const rows = await readOutcomes(place(name));
        return rows.ok ? (await listOf(rows.value)).flatMap((row) => Object.values(row.print ?? {})) : [];
      }),
    );
    expect(prints.flat().length).toBeGreaterThan(3);
    // Two users with one hash, and one user in two journals, have nothing in common.
    expect(new Set(prints.flat()).size).toBe(prints.flat().length);
    // The journal of a second export has the first one's key, of which a row says nothing.
    await second([ADA]);
    const { key } = JSON.parse(text.split("\n")[0] ?? "");
    expect(await readFile(place("second"), "utf8")).toContain(key);
    const rows = await readOutcomes(place("second"));
    expect(JSON.stringify(rows.ok && (await listOf(rows.value)))).toMatch(/^\[\{(?!.*"key").*"print"/);
  });

  test("without fingerprints is refused, and so is another service's, and one of a killed import", async () => {
    await run([ADA], "first");
    const [head = "", ...lines] = (await readFile(place("first"), "utf8")).split("\n");
    const write = (header: object, more: readonly string[]) =>
      writeFile(place("first"), [JSON.stringify(header), ...more].join("\n"));
    const { key, ...older } = JSON.parse(head);
    await write(older, lines);
    const codeOf = async () => {
      const { result } = await second([ADA]);
      return result.ok ? "" : result.problems[0]?.code;
    };
    expect(await codeOf()).toBe("import/first-journal-unfit");
    await write({ ...older, key, binding: { ...older.binding, baseUrl: "http://elsewhere" } }, lines);
    expect(await codeOf()).toBe("import/target-changed");
    await write({ ...older, key }, ['{"begun":7}', ""]);
    expect(await codeOf()).toBe("import/first-unfinished");
    expect(paths).toEqual([]);
  });

  test.each([2, 3, 4].flatMap((at) => (["refuse", "overwrite"] as const).map((policy) => [at, policy] as const)))(
    "names whom it has brought in part as such, though no outcome does: stopped after %i calls, %s",
    async (stopAt, policy) => {
      const abort = new AbortController();
      let calls = 0;
      const { client, administration } = clients(async (input, init) => {
        const answer = await rehearsal.fetch(input, init);
        if (init?.method !== "GET" && ++calls === stopAt) abort.abort();
        return answer;
      });
      const users = [makeUser(0), ADA];
      await run(users, "first", { client, signal: abort.signal, concurrency: 1 });
      const changedSince = { journal: place("first"), users: () => recordsOf(users) };
      const { progress } = await run(users, "second", { existing: { policy, administration }, changedSince });
      expect(progress).toMatchObject({ alreadyThere: 1, imported: 0, refusedByUs: 1 });
      expect(progress.problems.map(({ name }) => name)).toEqual(["import/first-unfinished"]);
    },
  );

  test("belongs to the second one: that is not resumed with another, nor without", async () => {
    await run([ADA], "first");
    await run([{ ...ADA, externalUserId: "b", email: "b@example.com", phoneNumber: "+15555550111" }], "other");
    await second([ADA]);
    const { result } = await second([ADA], "refuse", { changedSince: { journal: place("other") } });
    expect(result.ok || result.problems[0]).toMatchObject({
      code: "import/input-changed",
      field: "changedSince",
    });
    await copyFile(place("second"), place("copy"));
    const without = await run([ADA], "copy", {
      journal: { path: place("copy"), binding: binding("second") },
    });
    expect(without.ok || without.problems[0]).toMatchObject({ field: "changedSince" });
  });
});
