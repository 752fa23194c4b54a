import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type ImportOptions, type ImportOutcome, importUsers } from "../../src/import/index.js";
import type { JournalBinding } from "../../src/import/internal.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { NormalizedUser } from "../../src/source/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { emailOf, makeUser, phoneOf, recordsOf } from "./user-records.js";

const temporary = useTemporaryFolder();
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
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname}`);
    if (blind.looksUp && String(input).includes("by-accountinfo")) return Response.json({ status: "OK", users: [] });
    return rehearsal.fetch(input, init);
  };
  const options = { baseUrl: "http://localhost", apiKey: "test", service, fetch } as const;
  const administration = createAdministrationClient(options);
  const client = createImportClient(options);
  const post = async (path: string, body: object) =>
    (await rehearsal.fetch(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) })).json();
  const seen: ImportOutcome[] = [];
  const run = (users: readonly NormalizedUser[], policy: "overwrite" | "skip", more: Partial<ImportOptions> = {}) =>
    importUsers(recordsOf(users), {
      ...{ client, existing: { policy, administration }, onOutcome: (outcome) => void seen.push(outcome) },
      ...more,
    });
  const signUp = () => post("/recipe/signup", { email: emailOf(0), password: OWN_PASSWORD });
  const hasOwnPassword = async () => {
    const signedIn = await administration.signIn(emailOf(0), OWN_PASSWORD);
    return signedIn.ok && signedIn.value.isSignedIn;
  };
  return { blind, rehearsal, client, administration, requests, post, run, seen, signUp, hasOwnPassword };
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

  test("is overwritten by a user whose address is confirmed, who is not looked up", async () => {
    const service = serviceOf("supertokens");
    await service.signUp();
    const { progress } = await service.run([{ ...PROVEN, thirdParty: [] }], "overwrite");
    expect(progress).toMatchObject({ imported: 1, overwrittenPasswords: 1 });
    expect(service.requests.filter((request) => request.includes("by-accountinfo"))).toEqual([]);
    expect(await service.hasOwnPassword()).toBe(false);
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
    expect(service.requests.filter((request) => request.includes("by-accountinfo"))).toHaveLength(2);
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
