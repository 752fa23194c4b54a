import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import {
  type ImportOptions,
  type ImportOutcome,
  importUsers,
  previewUndo,
  readOutcomes,
  undoImport,
} from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { emailOf, makeUser, phoneOf, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
type Meanwhile = "nothing" | "verified" | "signed-in" | "linked" | "later";
const SESSION = { userDataInJWT: {}, userDataInDatabase: {}, enableAntiCsrf: false, useDynamicSigningKey: true };
const OWN_PASSWORD = "their-own-1";
const SECOND_BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK";
const GOOGLE = { thirdPartyId: "google", thirdPartyUserId: "g-0", email: "eve@example.org", isVerified: true };
const TOTP = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
/** An attacker's record: another person's address, never confirmed, with a login and a second factor of their own. */
const UNPROVEN: NormalizedUser = { ...makeUser(0), thirdParty: [GOOGLE], totp: TOTP };
const PROVEN: NormalizedUser = { ...UNPROVEN, emailVerified: true };

function serviceOf(service: "supertokens" | "default") {
  const rehearsal = createRehearsalService({ service });
  const requests: string[] = [];
  const blind = { looksUp: false };
  const lost: { answers: "before" | "after" | "refusal" | undefined; path: string; once: Set<string> } = {
    answers: undefined,
    path: "passwordhash/import",
    once: new Set(),
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname}`);
    if (blind.looksUp && String(input).includes("by-accountinfo")) return Response.json({ status: "OK", users: [] });
    const isLost = lost.answers !== undefined && String(input).includes(lost.path);
    if (lost.once.delete(new URL(String(input)).pathname)) throw new TypeError("fetch failed");
    if (isLost && lost.answers === "refusal") return Response.json({ status: "SOME_ERROR" });
    if (isLost && lost.answers === "before") throw new TypeError("fetch failed");
    const reply = await rehearsal.fetch(input, init);
    if (isLost) throw new TypeError("fetch failed");
    return reply;
  };
  const sleep = async () => {};
  const options = { baseUrl: "http://localhost", apiKey: "test", service, fetch, sleep } as const;
  const administration = createAdministrationClient(options);
  const client = createImportClient(options);
  const post = async (path: string, body: object): Promise<{ readonly user: { readonly id: string } }> =>
    (await rehearsal.fetch(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) })).json() as never;
  const seen: ImportOutcome[] = [];
  const run = (users: readonly NormalizedUser[], policy: "overwrite" | "skip", more: Partial<ImportOptions> = {}) =>
    importUsers(recordsOf(users), {
      ...{ client, existing: { policy, administration }, onOutcome: (outcome) => void seen.push(outcome) },
      ...more,
    });
  const signUp = () => post("/recipe/signup", { email: emailOf(0), password: OWN_PASSWORD });
  const link = async (id: string) => {
    await post("/recipe/accountlinking/user/primary", { recipeUserId: id });
    const { user } = await post("/recipe/signinup", {
      ...{ thirdPartyId: "google", thirdPartyUserId: "g-victim", email: { id: "v@example.org", isVerified: true } },
    });
    await post("/recipe/accountlinking/user/link", { primaryUserId: id, recipeUserId: user.id });
  };
  const hasOwnPassword = async () => {
    const signedIn = await administration.signIn(emailOf(0), OWN_PASSWORD);
    return signedIn.ok && signedIn.value.isSignedIn;
  };
  return { blind, lost, link, rehearsal, client, administration, requests, post, run, seen, signUp, hasOwnPassword };
}

function journalOf(name: string): NonNullable<ImportOptions["journal"]> {
  const binding: JournalBinding = {
    ...{ input: { bytes: 1, sha256: name }, source: "test", baseUrl: "http://localhost" },
    ...{ tenantPath: "", profile: "supertokens" },
  };
  return { path: join(temporary.path(), name), binding, syncIntervalMs: 1 };
}

describe("an account that is there already, where existing users are overwritten", () => {
  test("is left as it is by a user whose address was never confirmed, and gets none of their logins", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { progress } = await service.run([UNPROVEN], "overwrite");
    expect(progress).toMatchObject({ existing: 1, imported: 0, alreadyThere: 0, overwrittenPasswords: 0, calls: {} });
    expect(service.seen).toMatchObject([{ kind: "refused-by-us", problems: [{ code: "import/user-exists" }] }]);
    expect(await service.hasOwnPassword()).toBe(true);
    expect(service.rehearsal.state()).toMatchObject({
      users: [{ loginMethods: [{ recipeId: "emailpassword" }] }],
      devices: [],
    });
  });

  test("gets no login of theirs where the look-up found nobody, and it was there when the password came", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    service.blind.looksUp = true;
    const { progress } = await service.run([UNPROVEN], "overwrite");
    expect(progress).toMatchObject({ imported: 0, refusedByService: 1, overwrittenPasswords: 1 });
    expect(service.rehearsal.state()).toMatchObject({
      users: [{ loginMethods: [{ recipeId: "emailpassword" }] }],
      devices: [],
    });
  });

  test("is overwritten by a user whose address is confirmed, where it opens by a password", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { progress } = await service.run([{ ...PROVEN, thirdParty: [] }], "overwrite");
    expect(progress).toMatchObject({ imported: 1, overwrittenPasswords: 1 });
    expect(await service.hasOwnPassword()).toBe(false);
  });

  test.each([
    ["its owner's, who would have two", true, [], 1],
    ["a stranger's, beside whom the user's logins can't be linked", false, [GOOGLE], 1],
    ["a stranger's, and the user has a password alone", false, [], 2],
  ])("and opens without a password is left where it is %s", async (_, isVerified, thirdParty, users) => {
    const service = serviceOf("supertokens");
    await service.post("/recipe/signinup", {
      ...{ thirdPartyId: "google", thirdPartyUserId: "g-own", email: { id: emailOf(0), isVerified } },
    });
    const { progress } = await service.run([{ ...PROVEN, thirdParty }], "overwrite");
    const left = { existing: 1, imported: 0, problems: [{ name: "import/user-exists" }] };
    expect(progress).toMatchObject(users === 1 ? left : { imported: 1, problems: [] });
    expect(service.rehearsal.state().users).toHaveLength(users);
  });

  test("is named with the logins that it had before, which open it still", async () => {
    const service = serviceOf("supertokens");
    const { id } = (await service.signUp()).user;
    await service.link(id);
    await service.run([{ ...PROVEN, thirdParty: [] }], "overwrite");
    const message = expect.stringMatching(/ the export's password there now, beside 1 other login$/);
    expect(service.seen).toMatchObject([{ warnings: [{ code: "import/password-overwritten", message }] }]);
  });

  test("is left where it has their social login and not their password's address", async () => {
    const service = serviceOf("supertokens");
    const { thirdPartyId, thirdPartyUserId } = GOOGLE;
    await service.post("/recipe/signinup", {
      ...{ thirdPartyId, thirdPartyUserId, email: { id: emailOf(0), isVerified: true } },
    });
    const { progress } = await service.run(
      [{ ...UNPROVEN, thirdParty: [{ ...GOOGLE, email: emailOf(0) }] }],
      "overwrite",
    );
    expect(progress).toMatchObject({ refusedByUs: 1, imported: 0, problems: [{ name: "import/login-taken" }] });
  });

  test("is left by a user who has only a one-time code, to the address", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { passwordHash: _, ...codeOnly } = makeUser(0);
    const { progress } = await service.run([codeOnly], "overwrite");
    expect(progress).toMatchObject({ existing: 1, calls: {} });
  });

  test("is looked for by their number or social login alone by users whom only these can find", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { passwordHash: _, ...social } = UNPROVEN;
    const { progress } = await service.run([social, { ...makeUser(4), phoneNumber: phoneOf(4) }], "overwrite");
    expect(progress).toMatchObject({ existing: 0, imported: 2 });
    // And by the address of the social login, which is not the user's own.
    expect(service.requests.filter((request) => request.includes("by-accountinfo"))).toHaveLength(3);
  });

  test("is theirs where the first import has made it, and another one's where it was deleted since", async () => {
    const service = serviceOf("supertokens");
    const other = { ...makeUser(6), emailVerified: true };
    const first = journalOf("first");
    await service.run([UNPROVEN, other], "overwrite", { journal: first });
    const second = (name: string) => {
      const users = [{ ...UNPROVEN, passwordHash: SECOND_BCRYPT }, other];
      const changedSince = { journal: first.path, passwords: "overwrite", users: () => recordsOf(users) } as const;
      return service.run(users, "overwrite", { journal: journalOf(name), changedSince });
    };
    expect((await second("second")).progress).toMatchObject({ existing: 0, alreadyThere: 2, overwrittenPasswords: 1 });
    const found = await service.administration.findUsers({ email: emailOf(0) });
    for (const { userId } of found.ok ? found.value : []) await service.post("/user/remove", { userId });
    await service.signUp();
    expect((await second("third")).progress).toMatchObject({ existing: 1, overwrittenPasswords: 0 });
    expect(await service.hasOwnPassword()).toBe(true);
  });

  test("gets nothing more where the service can't be asked and its reply shows that it was there", async () => {
    const service = serviceOf("default");
    await service.client.importPasswordHash({ email: emailOf(0), passwordHash: SECOND_BCRYPT });
    const { progress } = await service.run([UNPROVEN], "overwrite", { existing: { policy: "overwrite" } });
    expect(progress).toMatchObject({ refusedByService: 1, imported: 0, partlyImported: 0, overwrittenPasswords: 1 });
    expect(service.seen).toMatchObject([
      { problems: [{ code: "import/user-exists" }, { code: "import/password-overwritten" }] },
    ]);
    expect(service.rehearsal.state()).toMatchObject({ users: [{ loginMethods: [{}] }], devices: [] });
  });
});

describe("an account that is there already, where existing users are skipped", () => {
  const plain: NormalizedUser = { ...makeUser(0), emailVerified: true };

  test("is not the user's where the service does not say that the address is verified: it is not in the mapping", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { progress } = await service.run([PROVEN], "skip");
    expect(progress).toMatchObject({ existing: 0, alreadyThere: 1, calls: {} });
    expect(service.seen).toMatchObject([
      { kind: "already-there", serviceUserId: undefined, warnings: [{ code: "import/user-exists" }, {}] },
    ]);
  });

  test("counts and is named so by each run with the journal, until the user is overwritten", async () => {
    const service = serviceOf("supertokens");
    const { administration } = service;
    await service.run([plain], "overwrite", { verification: { administration } });
    const journal = journalOf("kept");
    for (let run = 0; run < 3; run++) {
      const { progress } = await service.run([PROVEN], "skip", { journal });
      expect(progress).toMatchObject({ alreadyThere: 1, problems: [{ name: "import/existing-kept" }] });
      expect(progress.users.contents.passwords).toMatchObject({ carried: 0, leftOut: 1 });
    }
    const { progress } = await service.run([{ ...plain, passwordHash: SECOND_BCRYPT }], "overwrite", { journal });
    expect(progress).toMatchObject({ alreadyThere: 1, overwrittenPasswords: 1 });
    expect(progress.users.contents.passwords).toMatchObject({ carried: 1, leftOut: 0 });
    // What is written of them last is what the mapping has.
    const read = await readOutcomes(journal.path);
    const rows = [];
    if (read.ok) for await (const row of read.value) rows.push(row);
    expect(rows).toMatchObject([{ outcome: "already-there", problems: [{ code: "import/password-overwritten" }] }]);
  });

  test("is not the user's where the export does not say that it is, either", async () => {
    const service = serviceOf("supertokens");
    const { administration } = service;
    await service.run([plain], "overwrite", { verification: { administration } });
    const { progress } = await service.run([{ ...plain, emailVerified: false }], "skip");
    expect(progress).toMatchObject({ existing: 0, alreadyThere: 1 });
    expect(service.seen.at(-1)).toMatchObject({ kind: "already-there", serviceUserId: undefined });
  });

  test("is theirs where both say so, and nothing that they have counts as carried", async () => {
    const service = serviceOf("supertokens");
    const { administration } = service;
    await service.run([plain], "overwrite", { verification: { administration } });
    const { progress } = await service.run([PROVEN], "skip");
    expect(progress).toMatchObject({ existing: 0, alreadyThere: 1, problems: [{ name: "import/existing-kept" }] });
    const notCarried = { found: 1, carried: 0, leftOut: 1 };
    expect(progress.users.contents).toMatchObject({
      ...{ passwords: notCarried, secondFactors: notCarried },
      ...{ socialLogins: notCarried, verifiedAddresses: notCarried },
    });
  });
});

test("an account is no user's because its ID at the service is the user's ID in the old system, which they may choose", async () => {
  for (const policy of ["overwrite", "skip"] as const) {
    const service = serviceOf("supertokens");
    const { user } = await service.signUp();
    await service.run([{ ...UNPROVEN, externalUserId: user.id }], policy);
    expect(await service.hasOwnPassword()).toBe(true);
    expect(service.seen[0]).not.toHaveProperty("serviceUserId", user.id);
    expect(service.rehearsal.state().users).toMatchObject([{ loginMethods: [{ recipeId: "emailpassword" }] }]);
  }
});

describe("a second export whose user has an ID that was another's", () => {
  const first = { ...makeUser(0), emailVerified: true };
  const second = (name: string, user: NormalizedUser) => {
    const changedSince = { journal: journalOf("ids").path, passwords: "overwrite", users: () => recordsOf([user]) };
    return { journal: journalOf(name), changedSince } as Partial<ImportOptions>;
  };

  test("carries nothing of them where the owner of the address has verified it at the service", async () => {
    const service = serviceOf("supertokens");
    const { administration } = service;
    const unverified = { ...first, emailVerified: false };
    await service.run([unverified], "overwrite", { journal: journalOf("ids") });
    const [made] = service.rehearsal.state().users;
    await administration.verifyEmail(made?.id ?? "", emailOf(0));
    const taken = { ...unverified, passwordHash: SECOND_BCRYPT };
    const { changedSince, ...journal } = second("verified", taken);
    await service.run([taken], "overwrite", { ...journal, changedSince: { ...changedSince, administration } as never });
    expect(service.seen.at(-1)).toMatchObject({ problems: [{ code: "import/signed-in-since" }] });
  });

  test("keeps the number of who had the ID, whose address is no longer verified", async () => {
    const service = serviceOf("supertokens");
    const { passwordHash: _, ...plain } = first;
    const was: NormalizedUser = { ...plain, phoneNumber: phoneOf(0) };
    await service.run([was], "overwrite", { journal: journalOf("ids") });
    const taken = { ...was, emailVerified: false, phoneNumber: "+15555559999" };
    await service.run([taken], "overwrite", second("renumbered", taken));
    expect(service.seen.at(-1)).toMatchObject({ problems: [{ code: "import/change-not-carried" }] });
    expect(service.rehearsal.state().users).toMatchObject([{ loginMethods: [{ phoneNumber: phoneOf(0) }] }]);
  });

  test("carries nothing of them, since the address is no longer verified", async () => {
    const service = serviceOf("supertokens");
    await service.run([first], "overwrite", { journal: journalOf("ids") });
    const taken = { ...first, emailVerified: false, passwordHash: SECOND_BCRYPT, thirdParty: [GOOGLE], totp: TOTP };
    await service.run([taken], "overwrite", second("taken", taken));
    expect(service.seen.at(-1)).toMatchObject({ problems: [{ code: "import/change-not-carried" }] });
    expect(service.rehearsal.state()).toMatchObject({ users: [{ loginMethods: [{}] }], devices: [] });
    const { progress } = await service.run([first], "overwrite", second("marked", { ...first, emailVerified: false }));
    expect(progress).toMatchObject({ alreadyThere: 1, refusedByUs: 0, calls: {} });
  });
});

test("an account is another person's, where the one that an import had begun was deleted since", async () => {
  for (const policy of ["skip", "overwrite"] as const) {
    const service = serviceOf("supertokens");
    const journal = journalOf(`deleted-${policy}`);
    service.lost.path = "/recipe/accountlinking/user/link";
    service.lost.answers = "refusal";
    await service.run([UNPROVEN], policy, { journal, acceptRefusals: true });
    expect(service.seen).toMatchObject([{ kind: "refused-by-service", canSignIn: true }]);
    service.lost.answers = undefined;
    for (const { id } of service.rehearsal.state().users) await service.post("/user/remove", { userId: id });
    const { id } = (await service.signUp()).user;
    await service.administration.verifyEmail(id, emailOf(0));
    await service.run([UNPROVEN], policy, { journal, retryRefused: true });
    expect(await service.hasOwnPassword()).toBe(true);
    expect(service.rehearsal.state()).toMatchObject({ users: [{ loginMethods: [{}] }], devices: [] });
  }
});

test("a social login with another person's address is not sent where only the service knows that person", async () => {
  const service = serviceOf("supertokens");
  await service.signUp();
  const { email: _, ...mine } = { ...makeUser(6), emailVerified: true };
  const eve = { ...mine, email: emailOf(6), thirdParty: [{ ...GOOGLE, email: emailOf(0) }] };
  const journal = journalOf("claims");
  await service.run([{ ...eve, thirdParty: [] }], "overwrite", { journal });
  const changedSince = { journal: journal.path, users: () => recordsOf([eve]) } as const;
  await service.run([eve], "overwrite", { journal: journalOf("claimed"), changedSince });
  expect(service.seen.at(-1)).toMatchObject({ problems: [{ code: "import/login-taken" }] });
  expect(service.rehearsal.state().users).toHaveLength(2);
});

describe("of an account that was found, an attempt without an answer", () => {
  const PASSWORD_CALL = "/recipe/user/passwordhash/import";
  const DEVICE_CALL = "/recipe/totp/device/import";
  const theirs = { ...PROVEN, thirdParty: [], totp: [] };
  const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens" };

  async function withAccount() {
    const service = serviceOf("supertokens");
    const { id } = (await service.signUp()).user;
    const verification = { administration: service.administration };
    return { ...service, id, verification };
  }

  test("makes none of it this import's: it is named, gets no mark, and no undo deletes it", async () => {
    const { lost, id, administration, verification, ...service } = await withAccount();
    const journal = journalOf("found");
    lost.once.add(PASSWORD_CALL);
    const { progress } = await service.run([theirs], "overwrite", { journal, verification });
    expect(progress).toMatchObject({ alreadyThere: 1, imported: 0, overwrittenPasswords: 1, verifiedAddresses: 0 });
    expect(service.seen).toMatchObject([{ warnings: [{ code: "import/password-overwritten" }] }]);
    await undoImport({ journal: journal.path, administration, target });
    expect(service.rehearsal.state().users.map((user) => user.id)).toEqual([id]);
  });

  test("is no reason to take a device of the same name for the user's own", async () => {
    const { lost, id, ...service } = await withAccount();
    const other = { secretKey: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", skew: 1, period: 60 };
    await service.post(DEVICE_CALL, { userId: id, deviceName: "Imported TOTP device", ...other });
    for (const path of [PASSWORD_CALL, DEVICE_CALL]) lost.once.add(path);
    const { progress } = await service.run([{ ...theirs, totp: TOTP }], "overwrite");
    expect(progress.users.contents.secondFactors).toMatchObject({ found: 1, carried: 1 });
    // The secret of a state is not shown: each has another period.
    const devices = service.rehearsal.state().devices.map(({ deviceName, period }) => [deviceName, period]);
    expect(devices).toEqual([
      ["Imported TOTP device", 60],
      ["Imported TOTP device 2", 30],
    ]);
  });

  test("leaves it found for the run that resumes", async () => {
    const { lost, id, administration, client, ...service } = await withAccount();
    const journal = journalOf("found-and-ended");
    lost.answers = "before";
    const options = {
      client,
      journal,
      existing: { policy: "overwrite", administration },
      sleep: async () => {},
    } as const;
    await importUsers(recordsOf([theirs]), options);
    lost.answers = undefined;
    const { progress } = await importUsers(recordsOf([theirs]), options);
    expect(progress).toMatchObject({ alreadyThere: 1, imported: 0, overwrittenPasswords: 1 });
    await undoImport({ journal: journal.path, administration, target });
    expect(service.rehearsal.state().users.map((user) => user.id)).toEqual([id]);
  });

  test("makes no login of it this import's, so that no undo deletes one", async () => {
    const { lost, id, administration, ...service } = await withAccount();
    const { user } = await service.post("/recipe/signinup", { ...GOOGLE, email: { id: emailOf(0), isVerified: true } });
    await service.post("/recipe/accountlinking/user/primary", { recipeUserId: id });
    await service.post("/recipe/accountlinking/user/link", { primaryUserId: id, recipeUserId: user.id });
    const journal = journalOf("linked-before");
    lost.once.add("/recipe/signinup");
    await service.run([{ ...PROVEN, totp: [], thirdParty: [{ ...GOOGLE, email: emailOf(0) }] }], "overwrite", {
      journal,
    });
    await undoImport({ journal: journal.path, administration, target });
    const logins = service.rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods);
    expect(logins.map(({ recipeId }) => recipeId)).toEqual(["emailpassword", "thirdparty"]);
  });
});

describe("after an attempt whose end is open, an account that is there", () => {
  /** A first run that ends without an answer for the password, and a second one with what happened between them. */
  async function afterDoubt(policy: "refuse" | "skip" | "overwrite", user: NormalizedUser, meanwhile: Meanwhile) {
    const service = serviceOf("supertokens");
    const journal = journalOf(`doubt-${policy}-${meanwhile}`);
    service.lost.answers = meanwhile === "nothing" ? "after" : "before";
    const { client, administration } = service;
    const sleep = async () => {};
    const options = { client, journal, existing: { policy, administration }, sleep };
    const run = () => importUsers(recordsOf([user]), { ...options, onOutcome: (one) => void service.seen.push(one) });
    await run();
    service.lost.answers = undefined;
    if (meanwhile !== "nothing") {
      const { id } = (await service.signUp()).user;
      const hourAgo = Date.now() / 1000 - 3600;
      if (meanwhile === "later") await utimes(journal.path, hourAgo, hourAgo);
      if (meanwhile === "verified") await administration.verifyEmail(id, emailOf(0));
      if (meanwhile === "signed-in") await service.post("/recipe/session", { userId: id, ...SESSION });
      if (meanwhile === "linked") await service.link(id);
    }
    await run();
    return service;
  }

  test.each(["verified", "signed-in", "linked", "later"] as const)(
    "is another person's where it is %s",
    async (meanwhile) => {
      for (const policy of ["refuse", "overwrite"] as const) {
        const service = await afterDoubt(policy, UNPROVEN, meanwhile);
        expect(service.seen.at(-1)).toMatchObject({ problems: [{ code: "import/user-exists" }] });
        expect(await service.hasOwnPassword()).toBe(true);
        expect(service.rehearsal.state().devices).toEqual([]);
        const counted = await previewUndo(journalOf(`doubt-${policy}-${meanwhile}`).path);
        expect(counted).toMatchObject({ value: { users: 0, underWay: 0 } });
      }
      const verified = await afterDoubt("refuse", { ...PROVEN, thirdParty: [] }, meanwhile);
      expect(await verified.hasOwnPassword()).toBe(true);
    },
  );

  test.each(["verified", "signed-in", "linked", "later"] as const)(
    "is overwritten by a user whose address is confirmed, and named, where it is %s",
    async (meanwhile) => {
      const service = await afterDoubt("overwrite", { ...PROVEN, thirdParty: [], totp: [] }, meanwhile);
      expect(service.seen.at(-1)).toMatchObject({ warnings: [{ code: "import/password-overwritten" }] });
    },
  );

  test("is the user's where it is what the attempt would have made", async () => {
    for (const policy of ["refuse", "skip", "overwrite"] as const) {
      const service = await afterDoubt(policy, UNPROVEN, "nothing");
      expect(service.seen.at(-1)).toMatchObject({ kind: "imported" });
      expect(service.rehearsal.state()).toMatchObject({ users: [{ loginMethods: [{}, {}] }], devices: [{}] });
    }
  });
});

test("a verified address counts as carried only where its mark is set, which an overwritten account does not get", async () => {
  const service = serviceOf("supertokens");
  await service.signUp();
  const { administration } = service;
  const users = [0, 6].map((number) => ({ ...makeUser(number), emailVerified: true }));
  const { progress } = await service.run(users, "overwrite", { verification: { administration } });
  expect(progress).toMatchObject({ imported: 1, alreadyThere: 1, verifiedAddresses: 1 });
  expect(progress.users.contents.verifiedAddresses).toMatchObject({ found: 2, carried: 1, leftOut: 1 });
  expect(progress.users.contents.passwords).toMatchObject({ carried: 2 });
});
