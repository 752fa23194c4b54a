import { describe, expect, it } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { type NormalizedHash, normalizeHash } from "../../src/index.js";
import {
  bcrypt,
  createImportService,
  type ImportServiceOptions,
  type StoredUser,
  scrypt,
} from "../../src/login/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import type { Result } from "../../src/result.js";

// Of the password U*U, from crypt_blowfish.
const HASH = normalized("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");

function normalized(text: string): NormalizedHash {
  const read = normalizeHash(text);
  if (!read.ok) throw new Error(read.problems[0].code);
  return read.value;
}

const OTHER_HASH = "$2b$05$abcdefghijklmnopqrstuu5Lo0g67CiD3M4RpN1BmBb4Crp5w7dbK";
const EMAIL = "ann@example.com";
const ANN: StoredUser = {
  id: "1",
  identifiers: [EMAIL],
  passwordHash: null,
  email: EMAIL,
  emailVerified: true,
  phoneNumber: "+15555550100",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: EMAIL, isVerified: true }],
  totp: [
    { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" },
    { secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 },
  ],
};

/** A service, and a client whose connection breaks before the call of this number, or the first one to this path. */
function serviceThatBreaksAt(
  call: number | string = Number.POSITIVE_INFINITY,
  users: ImportServiceOptions["store"] | object = {},
) {
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
  let calls = 0;
  let isBroken = false;
  const connection = {
    baseUrl: "http://localhost",
    apiKey: "k",
    service: "supertokens" as const,
    retry: { attempts: 1 },
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      calls++;
      const breaks = !isBroken && (calls === call || new URL(String(input)).pathname.endsWith(`${call}`));
      isBroken ||= breaks;
      return breaks ? Promise.resolve(new Response("broken", { status: 500 })) : rehearsal.fetch(input, init);
    },
  };
  const begun = new Set<string>();
  const client = createImportClient(connection);
  const service = createImportService({
    client,
    administration: createAdministrationClient(connection),
    store: { hasBegun: async ({ id }) => begun.has(id), noteBegun: async ({ id }) => void begun.add(id), ...users },
    write: bcrypt({ cost: 4 }),
  });
  const signsIn = async () => {
    const reply = await rehearsal.fetch("http://localhost/rehearsal/signin", {
      method: "POST",
      headers: { "api-key": "k", "content-type": "application/json" },
      body: JSON.stringify({ email: EMAIL, password: "U*U" }),
    });
    return ((await reply.json()) as { status: string }).status === "OK";
  };
  return { rehearsal, client, service, signsIn, calls: () => calls };
}

const leftOut = (field: string) => ({ code: "login/login-left-out", field });

const JUST_ANN: StoredUser = { id: "1", identifiers: [EMAIL], passwordHash: null, email: EMAIL };

/** Whether an import has said that it succeeded. */
async function done(answer: Promise<unknown>): Promise<boolean> {
  return ((await answer) as { readonly ok?: boolean }).ok === true;
}

describe("the import through the clients", () => {
  it("brings second factors, social logins and the phone number to one account", async () => {
    const { rehearsal, service, signsIn } = serviceThatBreaksAt();
    expect(await done(service.importWithHash(ANN, HASH))).toBe(true);
    expect(await signsIn()).toBe(true);
    const { users, devices } = rehearsal.state();
    expect(users).toHaveLength(1);
    expect(users[0]?.loginMethods.map(({ recipeId }) => recipeId)).toEqual([
      "emailpassword",
      "thirdparty",
      "passwordless",
    ]);
    expect(devices.map(({ userId }) => userId)).toEqual([users[0]?.id, users[0]?.id]);
  });

  it.each([false, undefined])(
    "brings none of these for a reset where the address is not verified: %s",
    async (emailVerified) => {
      const { rehearsal, service } = serviceThatBreaksAt();
      const { emailVerified: _, ...rest } = ANN;
      const user: StoredUser = emailVerified === undefined ? rest : { ...rest, emailVerified };
      expect(await done(service.importWithoutPassword?.(user) ?? Promise.resolve())).toBe(true);
      const { users, counts } = rehearsal.state();
      expect(users.flatMap(({ loginMethods }) => loginMethods.map(({ recipeId }) => recipeId))).toEqual([
        "emailpassword",
      ]);
      expect(counts).toMatchObject({ links: 0, devices: 0 });
      // The old password proves whose they are.
      expect(await done(service.importWithHash(user, HASH))).toBe(true);
      expect(rehearsal.state().counts).toMatchObject({ users: 1, links: 2, devices: 2 });
    },
  );

  it("takes two calls for a user who has a password only", async () => {
    const { service, signsIn, calls } = serviceThatBreaksAt();
    expect(await done(service.importWithHash(JUST_ANN, HASH))).toBe(true);
    expect([calls(), await signsIn()]).toEqual([2, true]);
  });

  it.each([true, false])(
    "lets nobody in by the password alone wherever it stops, and ends well when it is repeated (verified: %s)",
    async (emailVerified) => {
      const user = { ...ANN, emailVerified };
      const whole = serviceThatBreaksAt();
      await whole.service.importWithHash(user, HASH);
      expect(whole.calls()).toBeGreaterThan(8);
      let mended = 0;
      for (let call = 1; call <= whole.calls(); call++) {
        const { rehearsal, service, signsIn } = serviceThatBreaksAt(call);
        const ok = await done(service.importWithHash(user, HASH));
        // A code that is perhaps used up is made again by the client itself, and nothing has stopped; nor without the mark of the address.
        if (ok) mended++;
        expect(await signsIn(), `call ${call}`).toBe(ok);
        // An account that is finished has a password of its own.
        expect(await done(service.importWithHash(user, HASH)), `call ${call}`).toBe(!ok);
        expect(await signsIn(), `call ${call}`).toBe(true);
        expect(rehearsal.state().counts, `call ${call}`).toMatchObject({ users: 1, links: 2, devices: 2 });
      }
      expect(mended).toBeLessThan(4);
    },
  );

  it("leaves out a social login by which its user has signed in since it was made, and says so", async () => {
    const { rehearsal, service } = serviceThatBreaksAt("/recipe/accountlinking/user/link");
    expect(await done(service.importWithHash(ANN, HASH))).toBe(false);
    const other = rehearsal.state().users.find(({ loginMethods }) => loginMethods[0]?.recipeId === "thirdparty");
    const headers = { "api-key": "k", "content-type": "application/json" };
    const session = { userId: other?.id, enableAntiCsrf: false, userDataInJWT: {}, userDataInDatabase: {} };
    const init = { method: "POST", headers, body: JSON.stringify(session) };
    expect(await (await rehearsal.fetch("http://localhost/recipe/session", init)).json()).toMatchObject({
      status: "OK",
    });
    expect(await service.importWithHash(ANN, HASH)).toMatchObject({
      ok: true,
      warnings: [{ code: "login/login-left-out", field: "thirdParty" }],
    });
    expect(rehearsal.state().counts).toMatchObject({ users: 2, links: 1 });
  });

  it.each<("importWithHash" | "importWithoutPassword")[]>([
    ["importWithHash"],
    ["importWithoutPassword"],
    ["importWithoutPassword", "importWithHash"],
  ])("takes no phone number or social login of another account of the service, in %s %s", async (...calls) => {
    const { rehearsal, client, service, signsIn } = serviceThatBreaksAt();
    const { phoneNumber = "", thirdParty: [google] = [] } = ANN;
    const { thirdPartyId = "", thirdPartyUserId = "" } = google ?? {};
    const email = { id: "b@x.example", isVerified: true };
    const social = await client.importThirdPartyUser({ thirdPartyId, thirdPartyUserId, email });
    const post = async (path: string, body: object) => {
      const headers = { "api-key": "k", "content-type": "application/json", rid: "passwordless" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await (await rehearsal.fetch(`http://localhost${path}`, init)).json()) as Readonly<
        Record<string, string>
      >;
    };
    const { deviceId, preAuthSessionId, userInputCode } = await post("/recipe/signinup/code", { phoneNumber });
    await post("/recipe/signinup/code/consume", { deviceId, preAuthSessionId, userInputCode });
    expect([social.ok, rehearsal.state().users.length]).toEqual([true, 2]);
    // A reset that anyone asks for begins the account, and the old password continues it.
    for (const step of calls)
      expect(await service[step]?.(ANN, HASH)).toMatchObject({
        ok: true,
        warnings: ["thirdParty", "phoneNumber"].map(leftOut),
      });
    const { users, counts } = rehearsal.state();
    expect(users.flatMap(({ loginMethods }) => loginMethods.map(({ recipeId }) => recipeId))).toHaveLength(3);
    expect(users).toHaveLength(3);
    expect(counts).toMatchObject({ links: 0, devices: 2 });
    expect(await signsIn()).toBe(calls.includes("importWithHash"));
  });

  it("says what a reset leaves out of the account of an address that is not verified", async () => {
    const { service } = serviceThatBreaksAt();
    const made = (await service.importWithoutPassword?.({ ...ANN, emailVerified: false })) as Result<unknown>;
    const fields = made.ok ? made.warnings.map(({ code, field }) => `${code} ${field}`) : [];
    expect(fields).toEqual(["totp", "phoneNumber", "thirdParty"].map((field) => `login/login-left-out ${field}`));
    const other = (await serviceThatBreaksAt().service.importWithoutPassword?.({
      ...ANN,
      emailVerified: true,
    })) as Result<unknown>;
    expect(other.ok && other.warnings).toEqual([]);
  });

  it.each(["totp", "thirdParty"] as const)("makes no account of a record whose %s is not a list", async (name) => {
    const { service, rehearsal } = serviceThatBreaksAt();
    const user = { ...ANN, [name]: { secretKey: "GEZDGNBV" } } as never;
    await expect(service.importWithHash(user, HASH)).rejects.toThrow(`${name} of the record must be a list`);
    expect(rehearsal.state().users).toEqual([]);
  });

  it("is a conflict for an unverified address of which an account has the other form", async () => {
    const { service, rehearsal } = serviceThatBreaksAt();
    const owner = { ...JUST_ANN, email: "v@b\u00fccher.example", emailVerified: true };
    const other = { ...ANN, id: "2", email: "v@xn--bcher-kva.example", emailVerified: false };
    expect(await done(service.importWithHash(owner, HASH))).toBe(true);
    expect(await service.importWithHash(other, HASH)).toEqual({ refused: "conflict" });
    expect(rehearsal.state().users).toHaveLength(1);
  });

  it("marks an address that the old system has verified, and no other", async () => {
    for (const emailVerified of [true, false]) {
      for (const hasMore of [true, false]) {
        const { rehearsal, service } = serviceThatBreaksAt();
        const user = { ...(hasMore ? ANN : JUST_ANN), emailVerified };
        expect(await done(service.importWithHash(user, HASH))).toBe(true);
        const own = rehearsal.state().users.flatMap(({ loginMethods }) => loginMethods);
        const marks = own.filter(({ recipeId }) => recipeId === "emailpassword").map(({ verified }) => verified);
        expect(marks).toEqual([emailVerified]);
      }
    }
  });

  it("leaves an account that somebody has made since as it is, and says so", async () => {
    const { rehearsal, client, service, signsIn } = serviceThatBreaksAt();
    const other = {
      email: EMAIL,
      passwordHash: OTHER_HASH,
    };
    expect((await client.importPasswordHash(other)).ok).toBe(true);
    for (const user of [ANN, JUST_ANN]) {
      expect(await service.importWithHash(user, HASH)).toEqual({ refused: "conflict" });
    }
    expect(await signsIn()).toBe(false);
    expect(rehearsal.state().counts).toMatchObject({ users: 1, links: 0, devices: 0 });
  });

  it("asks whoever has no address for one", async () => {
    const { rehearsal, service } = serviceThatBreaksAt();
    const { email: _, ...nameless } = ANN;
    expect(await service.importWithHash(nameless, HASH)).toEqual({ refused: "policy" });
    expect(rehearsal.state().counts).toMatchObject({ users: 0 });
  });

  it("gives the account back, and the same one where the service signs it in", async () => {
    const { rehearsal, service } = serviceThatBreaksAt();
    const account = await service.importWithHash(ANN, HASH);
    const [user] = rehearsal.state().users;
    expect(account).toMatchObject({ ok: true, value: { userId: user?.id } });
    expect(await service.signIn(EMAIL, "U*U")).toMatchObject({ ok: true, value: { userId: user?.id } });
    expect(await service.signIn(EMAIL, "U*V")).toMatchObject({ ok: true, value: null });
    expect(await service.signIn("nobody@example.com", "U*U")).toMatchObject({ ok: true, value: null });
  });

  it.each([{}, { user: null }, { user: { id: 5 } }])(
    "takes no sign-in without an ID for a wrong password: %j",
    async (rest) => {
      const connection = {
        baseUrl: "http://localhost",
        apiKey: "k",
        service: "supertokens" as const,
        fetch: async () => Response.json({ status: "OK", ...rest }),
      };
      const service = createImportService({
        client: createImportClient(connection),
        administration: createAdministrationClient(connection),
        store: { hasBegun: async () => false, noteBegun: async () => {} },
      });
      const answer = await service.signIn(EMAIL, "U*U");
      expect(answer).toMatchObject({ ok: false, problems: [{ code: "client/reply-unexpected" }] });
    },
  );

  it("writes a hash of a password, and none that sees its beginning alone", async () => {
    const { rehearsal, service } = serviceThatBreaksAt();
    const long = "x".repeat(73);
    expect(service.newHashBytes).toBe(72);
    expect(await service.importWithPassword?.(JUST_ANN, long)).toEqual({ refused: "policy" });
    expect(rehearsal.state().counts).toMatchObject({ users: 0 });
    expect(await service.importWithPassword?.(JUST_ANN, "hashcat")).toMatchObject({ ok: true });
    expect(await service.signIn(EMAIL, "hashcat")).toMatchObject({ value: { userId: expect.any(String) } });
  });

  it("makes an account that no password opens, and gives it the old one after that", async () => {
    const { service, signsIn } = serviceThatBreaksAt();
    expect(await service.importWithoutPassword?.(ANN)).toMatchObject({ ok: true });
    expect(await signsIn()).toBe(false);
    expect(await service.importWithHash(ANN, HASH)).toMatchObject({ ok: true });
    expect(await signsIn()).toBe(true);
  });

  it.each([
    ["a user with a password only", JUST_ANN],
    ["a user with all that an account can have", ANN],
  ])("writes over no password that was set since, of %s", async (_, user) => {
    for (const begin of ["importWithHash", "importWithoutPassword"] as const) {
      const { client, service, signsIn } = serviceThatBreaksAt();
      const first =
        begin === "importWithHash" ? service.importWithHash(user, HASH) : service.importWithoutPassword?.(user);
      expect(await first).toMatchObject({ ok: true });
      expect((await client.importPasswordHash({ email: EMAIL, passwordHash: OTHER_HASH })).ok).toBe(true);
      expect(await service.importWithHash(user, HASH)).toEqual({ refused: "conflict" });
      expect(await service.importWithPassword?.(user, "U*U")).toEqual({ refused: "conflict" });
      expect(await service.importWithoutPassword?.(user)).toEqual({ refused: "conflict" });
      expect(await signsIn()).toBe(false);
    }
  });

  it("does not touch the password of an account that it made before without one", async () => {
    const { rehearsal, service, signsIn } = serviceThatBreaksAt();
    await service.importWithoutPassword?.(ANN);
    expect(await service.importWithoutPassword?.(ANN)).toMatchObject({ ok: true });
    const { requests } = rehearsal.state();
    expect([requests["/recipe/signup"], requests["/recipe/user/passwordhash/import"]]).toEqual([1, undefined]);
    expect(rehearsal.state().counts).toMatchObject({ users: 1, links: 2, devices: 2 });
    expect(await service.importWithHash(ANN, HASH)).toMatchObject({ ok: true });
    expect(await signsIn()).toBe(true);
  });

  it("keeps the user's password where the service carries out the first call after all others", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
    const held: Request[] = [];
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, { ...init, signal: null });
      if (request.method !== "POST" || held.length > 0) return rehearsal.fetch(request);
      held.push(request);
      return new Response("timed out", { status: 504 });
    };
    const retry = { attempts: 1 };
    const connection = { baseUrl: "http://localhost", apiKey: "k", service: "supertokens", retry, fetch } as const;
    const begun = new Set<string>();
    const service = createImportService({
      client: createImportClient(connection),
      administration: createAdministrationClient(connection),
      store: { hasBegun: async ({ id }) => begun.has(id), noteBegun: async ({ id }) => void begun.add(id) },
      write: bcrypt({ cost: 4 }),
    });
    expect(await done(service.importWithHash(ANN, HASH))).toBe(false);
    expect(await done(service.importWithHash(ANN, HASH))).toBe(true);
    expect((await rehearsal.fetch(held[0] as Request)).status).toBe(200);
    expect(await service.signIn(EMAIL, "U*U")).toMatchObject({ ok: true, value: { userId: expect.any(String) } });
    expect(rehearsal.state().counts).toMatchObject({ users: 1, links: 2, devices: 2 });
  });

  it("takes no two clients of two tenants, and no service that can't be asked", () => {
    const made = (other: object, service: "supertokens" | "default" = "supertokens") => {
      const connection = { baseUrl: "http://localhost", apiKey: "k", service } as const;
      const client = createImportClient(connection);
      const administration = createAdministrationClient({ ...connection, ...other });
      const store = { hasBegun: async () => false, noteBegun: async () => {} };
      return () => createImportService({ client, administration, store });
    };
    expect(made({})).not.toThrow();
    expect(made({ tenantPath: "t1" })).toThrow("the same baseUrl and tenantPath");
    expect(made({ baseUrl: "http://localhost:3567" })).toThrow("the same baseUrl and tenantPath");
    expect(made({}, "default")).toThrow("the profile default has no signIn");
  });

  it("leaves an account that was begun under another key to a reset", async () => {
    const { client, rehearsal, service, signsIn } = serviceThatBreaksAt();
    await service.importWithoutPassword?.(ANN);
    const connection = {
      baseUrl: "http://localhost",
      apiKey: "k",
      service: "supertokens",
      fetch: rehearsal.fetch,
    } as const;
    const parts = {
      client,
      administration: createAdministrationClient(connection),
      store: { hasBegun: async () => true, noteBegun: async () => {} },
    };
    const other = createImportService({ ...parts, placeholderKey: "another" });
    expect(await other.importWithHash(ANN, HASH)).toEqual({ refused: "conflict" });
    const wrapped = Object.create(parts.administration);
    expect(() => createImportService({ ...parts, administration: wrapped })).toThrow("placeholderKey must be given");
    expect(await createImportService({ ...parts, placeholderKey: "k" }).importWithHash(ANN, HASH)).toMatchObject({
      ok: true,
    });
    expect(await signsIn()).toBe(true);
  });

  it("takes no way of writing that the service can't verify", () => {
    const connection = { baseUrl: "http://localhost", apiKey: "k", service: "supertokens" } as const;
    const parts = {
      client: createImportClient(connection),
      administration: createAdministrationClient(connection),
      store: { hasBegun: async () => false, noteBegun: async () => {} },
    };
    expect(() => createImportService({ ...parts, write: scrypt() })).toThrow(TypeError);
    expect(() => createImportService({ ...parts, begun: new Set() } as never)).toThrow(TypeError);
  });
});

/** Has a social login of a provider of their own, which says that the address is Ann's. */
const EVE: StoredUser = {
  ...{ id: "2", identifiers: ["eve@example.com"], passwordHash: null, email: "eve@example.com", emailVerified: true },
  thirdParty: [{ thirdPartyId: "microsoft", thirdPartyUserId: "666", email: "ANN@example.com", isVerified: false }],
};

describe("a social login whose address is not its user's own", () => {
  const nobody = { findLegacyUser: async () => null, usersSharing: async () => [] };
  const logins = ({ rehearsal }: ReturnType<typeof serviceThatBreaksAt>) =>
    rehearsal.state().users.flatMap(({ loginMethods }) => {
      return loginMethods.map(({ recipeId, email, verified }) => [recipeId, email, verified].join(" "));
    });

  it.each<[string, object]>([
    ["alone", { ...nobody, findLegacyUser: async (typed: string) => (typed.toLowerCase() === EMAIL ? ANN : null) }],
    ["with others", { ...nobody, usersSharing: async () => [EVE, ANN] }],
    ["with too many others", { ...nobody, usersSharing: () => Promise.reject(new Error("more than 8 users")) }],
  ])("gets their own where a user of the store has that %s", async (_, store) => {
    const made = serviceThatBreaksAt(undefined, store);
    // A reset may have begun the account.
    expect(await done(made.service.importWithoutPassword?.(EVE) ?? Promise.resolve())).toBe(true);
    expect(await done(made.service.importWithHash(EVE, HASH))).toBe(true);
    expect(logins(made)).toEqual(["emailpassword eve@example.com true", "thirdparty eve@example.com true"]);
    expect(await done(made.service.importWithHash(ANN, HASH))).toBe(true);
    expect(made.rehearsal.state().counts).toMatchObject({ users: 2, links: 3 });
  });

  it("gets their own where an account of the service has that", async () => {
    const made = serviceThatBreaksAt();
    expect(await done(made.service.importWithHash(JUST_ANN, HASH))).toBe(true);
    expect(await done(made.service.importWithoutPassword?.(EVE) ?? Promise.resolve())).toBe(true);
    expect(await done(made.service.importWithHash(EVE, HASH))).toBe(true);
    expect(logins(made)).toContain("thirdparty eve@example.com true");
  });

  it("keeps it where nobody else has it, also where it is brought twice", async () => {
    const made = serviceThatBreaksAt(undefined, { ...nobody, findLegacyUser: async () => EVE });
    expect(await done(made.service.importWithoutPassword?.(EVE) ?? Promise.resolve())).toBe(true);
    expect(await done(made.service.importWithHash(EVE, HASH))).toBe(true);
    expect(logins(made)).toContain("thirdparty ann@example.com false");
  });
});

describe("an address that another account of the service has by a social login alone", () => {
  /** Made by a stranger's sign-up, or by an import that did not look up whose the address is. */
  const strangers = async (made: ReturnType<typeof serviceThatBreaksAt>, isPrimary: boolean, hasPassword: boolean) => {
    const { client, service } = made;
    if (hasPassword) return done(service.importWithHash(EVE, HASH));
    const info = { thirdPartyId: "microsoft", thirdPartyUserId: "666" };
    const social = await client.importThirdPartyUser({ ...info, email: { id: EMAIL, isVerified: false } });
    const recipeUserId = (social.ok && social.value.userId) || "";
    return !isPrimary || (await client.makePrimaryUser({ recipeUserId })).ok;
  };
  const { thirdParty: _, phoneNumber: __, ...withFactors } = ANN;
  const { totp: ___, ...withLogins } = ANN;

  it.each<[string, StoredUser, boolean, boolean]>([
    ["a password", JUST_ANN, true, false],
    ["a password, and the other one too", JUST_ANN, true, true],
    ["second factors", withFactors, true, false],
    ["second factors, and the other one a password", withFactors, true, true],
    ["all else, and the other one is not a primary user", ANN, false, false],
  ])("is still for the account of its user who has %s", async (_, user, isPrimary, hasPassword) => {
    const made = serviceThatBreaksAt();
    expect(await strangers(made, isPrimary, hasPassword)).toBe(true);
    expect(await done(made.service.importWithHash(user, HASH))).toBe(true);
    expect(await made.signsIn()).toBe(true);
    const { users, devices } = made.rehearsal.state();
    expect([users.length, devices.length]).toEqual([2, user.totp?.length ?? 0]);
  });

  it.each<[string, StoredUser, boolean]>([
    ["social logins", withLogins, false],
    ["social logins and second factors", ANN, false],
    ["social logins, and the other one a password", withLogins, true],
  ])("is a conflict that makes nothing for its user who has %s, until a reset", async (_, user, hasPassword) => {
    const made = serviceThatBreaksAt();
    expect(await strangers(made, true, hasPassword)).toBe(true);
    const before = made.rehearsal.state().users;
    for (let time = 0; time < 2; time++) {
      expect(await made.service.importWithHash(user, HASH)).toEqual({ refused: "conflict" });
      expect(made.rehearsal.state().users).toEqual(before);
    }
    for (let time = 0; time < 2; time++)
      expect(await made.service.importWithoutPassword?.(user)).toMatchObject({ ok: true });
    const { users, devices } = made.rehearsal.state();
    const [own] = users.filter(({ id }) => !before.some((one) => one.id === id));
    expect([users.length, devices.length]).toEqual([before.length + 1, user.totp?.length ?? 0]);
    expect(own?.loginMethods.map(({ recipeId, email }) => [recipeId, email])).toEqual([["emailpassword", EMAIL]]);
    expect(await made.service.importWithHash(user, HASH)).toEqual({ refused: "conflict" });
  });
});
