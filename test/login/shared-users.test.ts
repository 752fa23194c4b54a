import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  createLoginFallback,
  identifierKey,
  type LegacyUser,
  LOGIN_ANSWERS,
  type LoginStore,
  openFallbackStore,
  type StoredUser,
} from "../../src/login/index.js";
import { createVerifyHandler } from "../../src/serve/index.js";
import { oldPasswordCheck } from "../../src/serve/old-password-check.js";
import { useTemporaryFolder } from "../temporary-folder.js";

// Known answers: crypt_blowfish's, and hashcat's example.
const SHOP = { password: "U*U", passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" };
const FORUM = { password: "hashcat", passwordHash: "$P$984478476IagS59wHZvyQMArzfx58u." };
const ADA = "ada@example.com";
const temporary = useTemporaryFolder();

type Given = Partial<StoredUser>;
const record = ({ password: _, ...hash }: typeof SHOP, more: Given = {}) => ({
  ...{ externalUserId: "1", identifiers: [ADA], email: ADA },
  ...hash,
  ...more,
});

/** A service that has one account for each address, and overwrites none. */
function serviceOf() {
  const accounts = new Map<string, { readonly owner: string; password: string | null }>();
  const make = (user: StoredUser, password: string | null) => {
    const { email = "" } = user;
    const known = accounts.get(email);
    if (known !== undefined && known.owner !== user.id) return { refused: "conflict" as const };
    accounts.set(email, { owner: user.id, password: password ?? known?.password ?? null });
    return { ok: true as const, value: { userId: user.id } };
  };
  const typed = { password: "" };
  return {
    accounts,
    typed,
    service: {
      signIn: async (email: string, password: string) => {
        const account = accounts.get(email);
        const isRight = account !== undefined && account.password === password;
        return isRight ? { ok: true as const, value: { userId: account.owner } } : null;
      },
      importWithHash: async (user: StoredUser) => make(user, typed.password),
      importWithPassword: async (user: StoredUser, password: string) => make(user, password),
      importWithoutPassword: async (user: StoredUser) => make(user, null),
    },
  };
}

async function storeOf(systems: Readonly<Record<string, readonly object[]>>) {
  const files = await Promise.all(
    Object.entries(systems).map(async ([name, users]) => {
      const file = join(temporary.path(), `${name}.ndjson`);
      await writeFile(file, `${users.map((user) => JSON.stringify(user)).join("\n")}\n`);
      return [name, file] as const;
    }),
  );
  const opened = await openFallbackStore(Object.fromEntries(files));
  if (!opened.ok) throw new Error(opened.problems[0].message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** A login server over two systems. */
async function serverOf(shop: readonly object[], forum: readonly object[]) {
  const store = await storeOf({ shop, forum });
  const { service, accounts, typed } = serviceOf();
  const fallback = createLoginFallback({ store, service, hashes: { commonHash: SHOP.passwordHash } });
  const logIn = async (identifier: string, password: string) => {
    typed.password = password;
    const outcome = await fallback.logIn(identifier, password);
    const id = "user" in outcome ? outcome.user.id : undefined;
    return id === undefined ? outcome.kind : `${outcome.kind} ${id}`;
  };
  return { store, fallback, accounts, logIn };
}

describe.each([
  ["verified by no system", {}],
  ["verified by both", { emailVerified: true }],
])("an address in two systems, %s", (_, more) => {
  let server: Awaited<ReturnType<typeof serverOf>>;
  beforeEach(async () => {
    server = await serverOf([record(SHOP, more)], [record(FORUM, more)]);
  });

  it.each([
    [SHOP, FORUM, "shop:1", "forum:1"],
    [FORUM, SHOP, "forum:1", "shop:1"],
  ])("belongs to whom the password is of, and the second import overwrites nothing", async (one, other, id, second) => {
    const { logIn, accounts } = server;
    expect(await logIn(ADA, "neither")).toMatch(/^wrong-password/);
    expect(await logIn(ADA, one.password)).toBe(`migrated ${id}`);
    expect(await logIn(ADA, one.password)).toBe("signed-in");
    expect(await logIn(ADA, other.password)).toBe(`wrong-password ${second}`);
    expect([...accounts]).toEqual([[ADA, { owner: id, password: one.password }]]);
  });

  it("is taken for a sign-up and for a change of address until no user of it is left", async () => {
    const { fallback, store } = server;
    for (const id of ["shop:1", "forum:1"]) {
      expect(await fallback.onSignUp(ADA)).toMatchObject({ kind: "taken", user: { id } });
      expect(await fallback.onEmailChange("new@example.com", ADA)).toMatchObject({ kind: "taken", user: { id } });
      await store.forgetUser({ id });
    }
    expect(await fallback.onSignUp(ADA)).toEqual({ kind: "free" });
    expect(await fallback.onEmailChange("new@example.com", ADA)).toEqual({ kind: "free" });
  });

  it("has an account of the first user for a link, which no other password takes over", async () => {
    const { fallback, logIn, accounts } = server;
    const reset = await fallback.onPasswordReset(ADA);
    expect(reset).toMatchObject({ kind: "migrated", user: { id: "shop:1" }, addresses: [ADA] });
    expect([...accounts]).toEqual([[ADA, { owner: "shop:1", password: null }]]);
    expect(await logIn(ADA, FORUM.password)).toBe("wrong-password forum:1");
    const set = () => {
      accounts.set(ADA, { owner: "shop:1", password: "new" });
      return true;
    };
    expect(await fallback.onPasswordSet([ADA], set)).toMatchObject({ kind: "forgotten" });
    for (const { password } of [SHOP, FORUM]) expect(await logIn(ADA, password)).toBe("unknown-user");
    expect(await logIn(ADA, "new")).toBe("signed-in");
  });

  it.each<[string, () => Promise<{ readonly kind: string }>]>([
    ["a deletion", () => server.fallback.onDelete(ADA)],
    ["a change of address", () => server.fallback.onEmailChange(ADA, "new@example.com")],
    ["a password that was set", () => server.fallback.onPasswordSet(ADA)],
  ])("has no user on the old side after %s", async (_name, call) => {
    expect(["forgotten", "free"]).toContain((await call()).kind);
    expect(await server.store.usersSharing(ADA)).toEqual([]);
    for (const { password } of [SHOP, FORUM]) expect(await server.logIn(ADA, password)).toBe("unknown-user");
  });

  it("is migrated once by logins of both at the same time", async () => {
    const { fallback, accounts } = server;
    const outcomes = await Promise.all([SHOP, FORUM].map(({ password }) => fallback.attempt(ADA, password)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["already-migrated", "migrated"]);
    expect(accounts.size).toBe(1);
  });

  it("waits for no other in a deletion beside logins of both", async () => {
    const { fallback } = server;
    const [deleted] = await Promise.all([
      fallback.onDelete(ADA),
      ...[SHOP, FORUM].map(({ password }) => fallback.attempt(ADA, password)),
    ]);
    expect(["forgotten", "migrated-meanwhile"]).toContain(deleted.kind);
    expect(await server.store.usersSharing(ADA)).toEqual([]);
  });
});

describe("a user name in two systems", () => {
  const named = (hash: typeof SHOP, name: string) =>
    record(hash, { identifiers: [`${name}@example.com`, "ann"], email: `${name}@example.com` });
  const servers = () => serverOf([named(SHOP, "one")], [named(FORUM, "two")]);

  it("leads to two accounts, each by its password, also afterwards", async () => {
    const { logIn, accounts } = await servers();
    expect(await logIn("ann", FORUM.password)).toBe("migrated forum:1");
    expect(await logIn("ann", SHOP.password)).toBe("migrated shop:1");
    expect([...accounts.keys()].sort()).toEqual(["one@example.com", "two@example.com"]);
    for (const { password } of [SHOP, FORUM]) expect(await logIn("ann", password)).toBe("signed-in");
  });

  it("does not forget the other user with the account of one", async () => {
    const { fallback, store } = await servers();
    for (const identifier of ["one@example.com", "ann"]) await fallback.onDelete(identifier);
    expect(await store.findLegacyUser("one@example.com")).toBeNull();
    expect(await store.findLegacyUser("two@example.com")).toMatchObject({ id: "forum:1" });
    expect(await fallback.onSignUp("ann")).toMatchObject({ kind: "taken" });
  });
});

describe("a stranger who has taken another user's address in one system", () => {
  it("gets no account where the other one has verified it", async () => {
    const { logIn, accounts } = await serverOf([record(SHOP, { emailVerified: true })], [record(FORUM)]);
    expect(await logIn(ADA, FORUM.password)).toBe("wrong-password shop:1");
    expect(accounts.size).toBe(0);
    expect(await logIn(ADA, SHOP.password)).toBe("migrated shop:1");
    expect(await logIn(ADA, FORUM.password)).toBe("unknown-user");
  });

  it("gets no account where the other one has verified it in another form of its domain", async () => {
    const [typed, coded] = ["ada@b\u00fccher.example", "ada@xn--bcher-kva.example"] as const;
    const stranger = record(FORUM, { identifiers: [typed], email: typed });
    const owner = record(SHOP, { identifiers: [coded], email: coded, emailVerified: true });
    const { logIn, fallback } = await serverOf([owner], [stranger]);
    for (const form of [typed, coded]) {
      expect(await logIn(form, FORUM.password)).toBe("wrong-password shop:1");
      expect(await fallback.onPasswordReset(form)).toMatchObject({ kind: "migrated", user: { id: "shop:1" } });
    }
  });

  it.each([
    ["their own name", "evil", ADA],
    ["their own name, and has the address in another form", "evil", "ada@xn--bcher-kva.example"],
    ["a name that a third user has as well", "both", ADA],
  ])("gets no account with it by %s", async (_, name, email) => {
    const spelt = email === ADA ? ADA : "ada@b\u00fccher.example";
    const owner = record(SHOP, { identifiers: [email, "ada"], email, emailVerified: true });
    const evil = record(FORUM, { identifiers: [spelt, "evil", "both"], email: spelt });
    const third = record(SHOP, { identifiers: ["both", "c@example.com"], email: "c@example.com" });
    const { logIn, accounts, fallback, store } = await serverOf([owner], [evil, { ...third, externalUserId: "3" }]);
    expect(await fallback.attempt(name, FORUM.password)).toMatchObject({
      kind: "already-migrated",
      user: { id: "forum:1" },
      problems: [{ code: "login/account-exists" }],
    });
    expect(await logIn(name, FORUM.password)).toBe("wrong-password forum:1");
    const reset = await fallback.onPasswordReset(name);
    expect(reset).toMatchObject(
      name === "both" ? { kind: "migrated", user: { id: "forum:3" } } : { kind: "disabled", user: { id: "forum:1" } },
    );
    expect(accounts.has(email) || accounts.has(spelt)).toBe(false);
    expect(await store.findLegacyUser("evil")).not.toBeNull();
    expect(await logIn("ada", SHOP.password)).toBe("migrated shop:1");
    expect(await logIn(email, SHOP.password)).toBe("signed-in");
  });

  it("gets none with it in a store of one's own either", async () => {
    const owner = { id: "1", email: ADA, emailVerified: true, passwordHash: SHOP.passwordHash };
    const evil = { id: "2", email: "Ada@Example.com", passwordHash: FORUM.passwordHash };
    let isDown = false;
    const made: string[] = [];
    const importUser = async ({ id }: LegacyUser) => void made.push(id);
    const fallback = createLoginFallback({
      findLegacyUser: async (typed) => {
        if (typed === "evil") return evil;
        if (isDown) throw new Error("the database is down");
        return identifierKey(typed) === ADA ? owner : null;
      },
      importUser,
      signUp: importUser,
      createUser: importUser,
    });
    for (const kinds of [
      ["already-migrated", "disabled"],
      ["busy", "busy"],
    ]) {
      const outcomes = [await fallback.attempt("evil", FORUM.password), await fallback.onPasswordReset("evil")];
      expect(outcomes.map(({ kind }) => kind)).toEqual(kinds);
      isDown = true;
    }
    expect(made).toEqual([]);
  });

  it.each([5, 9])("gets the account where %i others have the address, and nobody has verified it", async (length) => {
    const others = Array.from({ length }, (_, at) => ({ ...record(SHOP), externalUserId: `${at + 2}` }));
    const { fallback } = await serverOf(others, [record(FORUM, { identifiers: [ADA, "evil"] })]);
    expect(await fallback.attempt("evil", FORUM.password)).toMatchObject({ kind: "migrated" });
  });

  it("gets their own account by their own address where it is their user name, and does not take the other user's record away", async () => {
    const mallory = record(FORUM, { identifiers: ["m@example.com", ADA], email: "m@example.com" });
    const { logIn, accounts, fallback, store } = await serverOf([mallory], [record(SHOP)]);
    expect(await fallback.onPasswordReset(ADA)).toMatchObject({ user: { id: "forum:1" }, addresses: [ADA] });
    accounts.clear();
    expect(await logIn(ADA, FORUM.password)).toBe("wrong-password forum:1");
    expect(await logIn("m@example.com", FORUM.password)).toBe("migrated shop:1");
    expect([...accounts.keys()]).toEqual(["m@example.com"]);
    expect((await fallback.onDelete("m@example.com")).kind).toBe("no-legacy-user");
    expect(await logIn(ADA, SHOP.password)).toBe("migrated forum:1");
    expect(await store.usersSharing(ADA)).toEqual([]);
  });
});

describe("identifiers of one account, of which one is another user's address", () => {
  const list = ["m@example.com", ADA];
  it.each([
    ["a deletion", "onDelete"],
    ["a password that was set", "onPasswordSet"],
  ] as const)("forget in %s the user who has all of them, and another of the same address", async (_, call) => {
    const mallory = record(FORUM, { identifiers: list, email: "m@example.com" });
    const alias = record(FORUM, { identifiers: ["m@example.com"], email: "m@example.com" });
    const ada = { ...record(SHOP), externalUserId: "2" };
    const { fallback, store } = await serverOf([ada, mallory], [alias]);
    const outcome = call === "onDelete" ? fallback.onDelete(list) : fallback.onPasswordSet(list, () => true);
    expect((await outcome).kind).toBe("forgotten");
    expect(await store.findLegacyUser(ADA)).toMatchObject({ id: "shop:2" });
    expect([await store.findLegacyUser("m@example.com"), await store.usersSharing("m@example.com")]).toEqual([
      null,
      [],
    ]);
  });

  it("forget all users whose address one of them is where no user has all", async () => {
    const { fallback, store } = await serverOf(
      [record(SHOP)],
      [record(FORUM, { identifiers: ["b@example.com"], email: "b@example.com" })],
    );
    expect((await fallback.onDelete([ADA, "b@example.com"])).kind).toBe("forgotten");
    expect([await store.findLegacyUser(ADA), await store.findLegacyUser("b@example.com")]).toEqual([null, null]);
  });
});

describe("a person's address that is another user's name, who had it before", () => {
  const GIVEN_UP = "ada@company.example";
  const victim = { identifiers: [ADA, GIVEN_UP, "ada"], emailVerified: true };
  type Server = Awaited<ReturnType<typeof serverOf>>;

  it.each<[string, (fallback: Server["fallback"]) => Promise<unknown>, string]>([
    ["password set", (fallback) => fallback.onPasswordSet([GIVEN_UP, "e@example.com"], () => true), "no-legacy-user"],
    ["deletion", (fallback) => fallback.onDelete(GIVEN_UP), "no-legacy-user"],
    ["change of it", (fallback) => fallback.onEmailChange(GIVEN_UP, "e@example.com"), "free"],
    ["change of it to that user's address", (fallback) => fallback.onEmailChange(GIVEN_UP, ADA), "taken"],
  ])("takes that user's record away with no %s", async (_, call, kind) => {
    const { fallback, logIn } = await serverOf([record(SHOP, victim)], []);
    expect(await call(fallback)).toMatchObject({ kind });
    expect(await logIn(ADA, SHOP.password)).toBe("migrated shop:1");
  });

  it.each<
    [string, readonly string[], { readonly email?: string | undefined; readonly identifiers?: readonly string[] }]
  >([
    ["the user's own address is with it", [GIVEN_UP, ADA.toUpperCase()], victim],
    ["the record has no other address", [GIVEN_UP], { ...victim, email: undefined }],
    ["it is the user's own in another form", ["ada@xn--bcher-kva.example"], { email: "ada@b\u00fccher.example" }],
    ["it is a user name and no address", ["ada"], victim],
  ])("takes the record away where %s", async (_, identifiers, more) => {
    const own = more.email === undefined ? {} : { identifiers: [more.email] };
    const { fallback, store } = await serverOf([record(SHOP, { ...own, ...more } as Given)], []);
    expect((await fallback.onDelete(identifiers)).kind).toBe("forgotten");
    expect(await store.findLegacyUser(identifiers[0] as string)).toBeNull();
  });
});

describe("an address that another user has as a user name alone", () => {
  const OTHER = "newcomer@example.com";
  const squatter = { identifiers: [ADA, OTHER, "+15555550100"] };
  const kinds = async ({ fallback }: Awaited<ReturnType<typeof serverOf>>, identifier: string) => [
    (await fallback.onSignUp(identifier)).kind,
    (await fallback.onEmailChange("old@example.com", identifier)).kind,
  ];

  it("is free for the person whose it is, and the user still logs in by it", async () => {
    const server = await serverOf(
      [record(SHOP, squatter)],
      [record(FORUM, { identifiers: ["b"], email: "b@b.example" })],
    );
    expect(await kinds(server, OTHER)).toEqual(["free", "free"]);
    expect(await kinds(server, "NEWCOMER@example.com")).toEqual(["free", "free"]);
    expect(await server.logIn(OTHER, SHOP.password)).toBe("migrated shop:1");
  });

  it.each<[string, string, Given]>([
    ["it is their own address", ADA, { identifiers: [ADA], furtherEmails: [OTHER] }],
    [
      "the old system has verified it as a further one",
      OTHER,
      { ...squatter, furtherEmails: ["Newcomer@example.com"] },
    ],
    ["they have no other address", OTHER, { identifiers: [OTHER], email: undefined as never }],
    ["it is a user name and no address", "ada", { identifiers: [ADA, "ada"] }],
  ])("is taken where %s", async (_, identifier, more) => {
    expect(await kinds(await serverOf([record(SHOP, more)], []), identifier)).toEqual(["taken", "taken"]);
  });

  it("is free with a store of one's own as well", async () => {
    const user = { id: "1", email: ADA, passwordHash: SHOP.passwordHash };
    const findLegacyUser = async (typed: string) => ([ADA, OTHER].includes(typed) ? user : null);
    const fallback = createLoginFallback({ findLegacyUser, importUser: async () => true });
    expect([(await fallback.onSignUp(OTHER)).kind, (await fallback.onSignUp(ADA)).kind]).toEqual(["free", "taken"]);
  });
});

describe("whom a store of one's own can't tell apart", () => {
  const [shop, forum]: readonly LegacyUser[] = [
    { id: "1", passwordHash: SHOP.passwordHash },
    { id: "2", passwordHash: FORUM.passwordHash },
  ] as const;
  const attempt = async (users: readonly (LegacyUser | undefined)[], password: string, checked: string[] = []) => {
    const store: Pick<LoginStore, "findLegacyUser" | "usersSharing"> = {
      findLegacyUser: async () => null,
      usersSharing: async () => users as readonly LegacyUser[],
    };
    const { verifyPassword } = await import("../../src/verify/index.js");
    return createLoginFallback({
      ...store,
      importUser: async () => true,
      signUp: async () => true,
      verify: (typed, hash, options) => {
        checked.push(hash);
        return verifyPassword(typed, hash, options);
      },
    }).attempt(ADA, password);
  };

  it.each([
    ["the first", SHOP.password],
    ["the second", FORUM.password],
    ["none", "neither"],
  ])("is checked to the last one where the password is of %s", async (_, password) => {
    const checked: string[] = [];
    await attempt([shop, forum], password, checked);
    expect(checked).toEqual([SHOP.passwordHash, FORUM.passwordHash]);
  });

  it.each<[string, LegacyUser, string]>([
    ["disabled", { id: "0", passwordHash: SHOP.passwordHash, disabled: true }, "migrated 1"],
    ["migrated", { id: "0", passwordHash: SHOP.passwordHash, migrated: true }, "migrated 1"],
    ["damaged", { id: "0", passwordHash: "$2a$05$cut" }, "migrated 1"],
    ["as good", { id: "0", passwordHash: SHOP.passwordHash }, "migrated 0"],
  ])("lets the second in where the first is %s", async (_, first, expected) => {
    const outcome = await attempt([first, shop as LegacyUser], SHOP.password);
    expect("user" in outcome && `${outcome.kind} ${outcome.user.id}`).toBe(expected);
  });

  it.each([
    ["who is there alone", shop],
    ["who is there with another", undefined],
  ])("costs as many look-ups of a user %s as of an unknown one", async (_, alone) => {
    const calls: string[] = [];
    const fallback = createLoginFallback({
      findLegacyUser: async () => {
        calls.push("findLegacyUser");
        return alone;
      },
      usersSharing: async () => {
        calls.push("usersSharing");
        return alone === undefined ? [shop as LegacyUser, forum as LegacyUser] : [];
      },
      importUser: async () => true,
    });
    await fallback.attempt(ADA, "neither");
    expect(calls).toEqual(["findLegacyUser", "usersSharing"]);
  });

  it("are four at most", async () => {
    const users = Array.from({ length: 5 }, (_, at) => ({ id: `${at}`, passwordHash: SHOP.passwordHash }));
    expect(await attempt(users.slice(1), SHOP.password)).toMatchObject({ kind: "migrated", user: { id: "1" } });
    const outcome = await attempt(users, SHOP.password);
    expect(outcome).toMatchObject({ kind: "cannot-verify", problems: [{ code: "login/identifier-shared" }] });
    expect(LOGIN_ANSWERS[outcome.kind]).toEqual(LOGIN_ANSWERS["wrong-password"]);
  });
});

describe("for a service that asks", () => {
  const options = {
    caller: { bearer: "a-secret-that-both-sides-know" },
    findLegacyUser: async () => null,
    usersSharing: async () => [
      { id: "1", email: "one@example.com", passwordHash: SHOP.passwordHash },
      { id: "2", email: "One@example.com", passwordHash: FORUM.passwordHash },
    ],
  };
  const signal = new AbortController().signal;

  it.each([
    ["is the password's where the reply to it makes the account", "match", "1", "2"],
    ["is the first one's where a look-up does", "first", "1", undefined],
    ["is no user's where the account is there before", undefined, undefined, undefined],
  ] as const)("an identifier %s", async (_, ofSeveral, one, other) => {
    const check = oldPasswordCheck({ ...options, shape: "auth0" }, ofSeveral === undefined ? {} : { ofSeveral });
    const idOf = async (password: string) => {
      const { outcome, user } = await check(ADA, password, signal);
      return outcome.kind === "migrated" ? user?.id : undefined;
    };
    expect([await idOf(SHOP.password), await idOf(FORUM.password)]).toEqual([one, other]);
  });

  it.each(["match", "first", undefined] as const)("an address is not a stranger's user name: %s", async (ofSeveral) => {
    const mallory = record(FORUM, { identifiers: ["m@example.com", ADA], email: "m@example.com" });
    const { findLegacyUser, usersSharing } = await storeOf({ forum: [mallory], shop: [record(SHOP)] });
    const shape = ofSeveral === undefined ? {} : { ofSeveral };
    const check = oldPasswordCheck({ ...options, shape: "auth0", findLegacyUser, usersSharing }, shape);
    const kindOf = async (identifier: string, { password }: typeof SHOP) =>
      (await check(identifier, password, signal)).outcome.kind;
    expect([await kindOf(ADA, SHOP), await kindOf(ADA, FORUM)]).toEqual(["migrated", "wrong-password"]);
    expect(await kindOf("m@example.com", FORUM)).toBe("migrated");
  });

  it("another user's verified address is not that of a match by a name", async () => {
    const owner = record(SHOP, { emailVerified: true });
    const { findLegacyUser, usersSharing } = await storeOf({
      shop: [owner],
      forum: [record(FORUM, { identifiers: [ADA, "evil"] })],
    });
    const check = oldPasswordCheck(
      { ...options, shape: "auth0", findLegacyUser, usersSharing },
      { ofSeveral: "match" },
    );
    expect((await check("evil", FORUM.password, signal)).outcome).toMatchObject({
      kind: "already-migrated",
      problems: [{ code: "login/account-exists" }],
    });
    expect((await check(ADA, SHOP.password, signal)).outcome.kind).toBe("migrated");
  });

  const headers = { authorization: `Bearer ${options.caller.bearer}`, "content-type": "application/json" };
  const LOOK_UPS = {
    keycloak: (name: string) => new Request(`http://127.0.0.1/${encodeURIComponent(name)}`, { headers }),
    auth0: (identifier: string) => asked({ action: "get_user", identifier }),
    cognito: (userName: string) => asked({ triggerSource: "UserMigration_ForgotPassword", userName }),
  };
  const asked = (body: object) =>
    new Request("http://127.0.0.1/", { method: "POST", headers, body: JSON.stringify(body) });

  it("a user name is that of the user who has it to the letter", async () => {
    const named = (externalUserId: string, name: string, hash: typeof SHOP) => ({
      ...{ externalUserId, identifiers: [name], passwordHash: hash.passwordHash },
    });
    const strangers = ["bob ", " bob", "bob\u00a0", "bob\t"].map((name, at) => named(`${at}`, name, FORUM));
    const { findLegacyUser, usersSharing } = await storeOf({ shop: [...strangers, named("9", "bob", SHOP)] });
    const handler = createVerifyHandler({ ...options, shape: "keycloak", findLegacyUser, usersSharing });
    expect(await (await handler(LOOK_UPS.keycloak("bob"))).json()).toMatchObject({ id: "shop:9", username: "bob" });
    expect(await (await handler(LOOK_UPS.keycloak("bob "))).json()).toMatchObject({ id: "shop:0", username: "bob " });
  });

  it.each([
    ["keycloak", 401],
    ["auth0", 403],
    ["cognito", 401],
  ] as const)("another user's verified address is not given in a look-up of %s by a name", async (shape, status) => {
    const totp = [{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }];
    const [typed, coded] = ["ada@b\u00fccher.example", "ada@xn--bcher-kva.example"] as const;
    const evil = record(FORUM, { identifiers: [typed, "evil"], email: typed, totp });
    const owner = record(SHOP, { identifiers: [coded], email: coded, emailVerified: true });
    const alone = record(FORUM, { externalUserId: "2", identifiers: ["bob"], email: "bob@example.com" });
    const { findLegacyUser, usersSharing } = await storeOf({ forum: [evil, alone], shop: [owner] });
    let isDown = false;
    const find = (identifier: string) =>
      isDown && identifier.includes("@") ? Promise.reject(new Error("down")) : findLegacyUser(identifier);
    const reports: object[] = [];
    const onReply = (report: object) => void reports.push(report);
    const handler = createVerifyHandler({ ...options, shape, findLegacyUser: find, usersSharing, onReply });
    const refused = await handler(LOOK_UPS[shape]("evil"));
    expect(refused.status).toBe(status);
    expect(await refused.text()).not.toMatch(/ada@|JBSWY3DPEHPK3PXP/);
    expect(reports[0]).toMatchObject({
      answer: "blocked",
      problems: [{ code: "login/account-exists" }],
      userId: "forum:1",
    });
    // In each form of its domain, the address is its owner's.
    for (const form of [typed, coded]) expect(await (await handler(LOOK_UPS[shape](form))).text()).toContain(coded);
    expect(await (await handler(LOOK_UPS[shape]("bob"))).text()).toContain("bob@example.com");
    isDown = true;
    expect((await handler(LOOK_UPS[shape]("evil"))).status).toBe(503);
  });

  it.each([
    ["keycloak", 200],
    ["auth0", 200],
  ] as const)("a look-up of %s gives the first", async (shape, status) => {
    const handler = createVerifyHandler({ ...options, shape });
    const response = await handler(LOOK_UPS[shape](ADA));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ email: "one@example.com" });
  });

  it.each([
    ["keycloak", 404],
    ["auth0", 404],
  ] as const)(
    "a look-up of %s gives nobody by a name that users with different addresses have",
    async (shape, status) => {
      const evil = record(FORUM, { identifiers: ["ceo", "evil@example.com"], email: "evil@example.com" });
      const ceo = record(SHOP, { externalUserId: "2", identifiers: ["ceo", ADA], email: ADA });
      const { findLegacyUser, usersSharing } = await storeOf({ shop: [evil, ceo] });
      const handler = createVerifyHandler({ ...options, shape, findLegacyUser, usersSharing });
      const response = await handler(LOOK_UPS[shape]("ceo"));
      expect([response.status, await response.text()]).toEqual([status, expect.not.stringContaining("@example.com")]);
      expect(await (await handler(LOOK_UPS[shape](ADA))).text()).toContain(ADA);
    },
  );
});
