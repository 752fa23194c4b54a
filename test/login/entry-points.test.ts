import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import {
  createLoginFallback,
  ENTRY_POINT_ANSWERS,
  type LegacyUser,
  type LoginFallback,
  type LoginFallbackOptions,
} from "../../src/login/index.js";

// Known answers: crypt_blowfish, hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

interface User extends LegacyUser {
  readonly email: string;
}

/** An old side and a new service, as far as these entry points concern them. */
function twoSides(users: readonly User[], given: Partial<LoginFallbackOptions<User>> = {}) {
  const old = new Map(users.map((user) => [user.id, user]));
  /** Passwords by address; null for an account without one. */
  const accounts = new Map<string, string | null>();
  const put = (email: string, password: string | null) => {
    if (accounts.get(email)) return { refused: "conflict" as const };
    accounts.set(email, password);
    return undefined;
  };
  const fallback = createLoginFallback<User>({
    findLegacyUser: async (identifier) => [...old.values()].find(({ email }) => email === identifier) ?? null,
    importUser: async ({ email }) => put(email, "imported"),
    signUp: async ({ email }, password) => put(email, password),
    createUser: async ({ email }) => put(email, null),
    forgetUser: async ({ id }) => old.delete(id),
    commonHash: PHPASS,
    ...given,
  });
  return { fallback, old, accounts };
}

const ANN: User = { id: "1", email: "ann@example.com", passwordHash: BCRYPT };
const BOB: User = { id: "2", email: "bob@example.com", passwordHash: PHPASS };
const DISABLED: User = { ...ANN, id: "3", email: "disabled@example.com", disabled: true };
const OVER: User = { ...ANN, id: "4", email: "over@example.com", migrated: true };
/** Their second factor could not be brought over. */
const FACTORED: User = { ...ANN, id: "5", email: "factor@example.com", passwordHash: null, noReset: true };
const ALL = [ANN, BOB, DISABLED, OVER, FACTORED];

describe("an account that is noted in tables of one's own", () => {
  const logIns: readonly (readonly [string, (fallback: LoginFallback<User>) => Promise<{ readonly kind: string }>])[] =
    [
      ["a login, by hash", (fallback) => fallback.attempt(ANN.email, "U*U")],
      ["a login, by password", (fallback) => fallback.attempt(BOB.email, "hashcat")],
      ["a forgotten password", (fallback) => fallback.onPasswordReset(ANN.email)],
    ];

  it.each(logIns)("is noted after the import and before the user is forgotten: %s", async (_, call) => {
    const noted: unknown[] = [];
    const { fallback, old, accounts } = twoSides(ALL, {
      importUser: async ({ email }) => ({ ok: true, value: `account-of-${email}` }),
      signUp: async ({ email }) => ({ ok: true, value: `account-of-${email}` }),
      createUser: async ({ email }) => ({ ok: true, value: `account-of-${email}` }),
      onMigrated: ({ id, email }, account) => {
        noted.push([old.has(id), account === `account-of-${email}`]);
        return true;
      },
    });
    expect((await call(fallback)).kind).toBe("migrated");
    expect([noted, accounts.size]).toEqual([[[true, true]], 0]);
  });

  it.each(logIns)("keeps the user on the old side where it was not: %s", async (_, call) => {
    const { fallback, old } = twoSides(ALL, { onMigrated: () => false });
    expect(await call(fallback)).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed", message: "onMigrated did not succeed" }],
    });
    expect(old.size).toBe(ALL.length);
  });
});

describe("a forgotten password", () => {
  it("that any visitor asks for never comes after the import of the same user, without a claim either", async () => {
    const waiting: (() => void)[] = [];
    const { fallback, accounts } = twoSides(ALL, {
      // A service that takes whatever comes last.
      createUser: async ({ email }: User) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        accounts.set(email, null);
      },
      importUser: async ({ email }: User) => void accounts.set(email, "imported"),
    } as never);
    const asked = fallback.onPasswordReset(ANN.email);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const login = fallback.attempt(ANN.email, "U*U");
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting.forEach((goOn) => void goOn());
    await Promise.all([asked, login]);
    expect(accounts.get(ANN.email)).toBe("imported");
    expect((await fallback.onPasswordReset(ANN.email)).kind).toBe("no-legacy-user");
  });

  it("leads to the addresses of the accounts, whatever was typed", async () => {
    const users: readonly User[] = [ANN];
    const addressesOf = vi.fn(async () => ["ann@example.com", "ann@new.example"] as readonly string[]);
    const fallback = createLoginFallback<User>({
      store: {
        findLegacyUser: async (identifier) => users.find(() => identifier === "ann") ?? null,
        forgetUser: async () => true,
        addressesOf,
      },
      service: { signIn: async () => null, importWithHash: async () => true, importWithoutPassword: async () => true },
    });
    const addresses = ["ann@example.com", "ann@new.example"];
    expect(await fallback.onPasswordReset("ann")).toMatchObject({ kind: "migrated", addresses });
    expect(await fallback.onPasswordReset("ann.gone")).toMatchObject({ kind: "no-legacy-user", addresses });
    addressesOf.mockRejectedValueOnce(new Error("the database is down"));
    expect(await fallback.onPasswordReset("ann")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed" }],
    });
    const { fallback: flat } = twoSides(ALL);
    expect(await flat.onPasswordReset(ANN.email)).toMatchObject({ addresses: [ANN.email] });
  });

  it.each([
    ["nobody@example.com", "no-legacy-user"],
    [ANN.email, "migrated"],
    [DISABLED.email, "disabled"],
    [FACTORED.email, "disabled"],
    [OVER.email, "already-migrated"],
  ])("of %s: %s", async (email, kind) => {
    const { fallback, accounts } = twoSides(ALL);
    expect((await fallback.onPasswordReset(email)).kind).toBe(kind);
    expect([...accounts.keys()]).toEqual(kind === "migrated" ? [email] : []);
  });

  it("gets an account without a password, and leaves the old one until a new one is set", async () => {
    const { fallback, accounts, old } = twoSides([ANN]);
    await fallback.onPasswordReset(ANN.email);
    expect(accounts.get(ANN.email)).toBeNull();
    // Anybody can ask for a link: whoever knows the password still signs in.
    expect(old.has(ANN.id)).toBe(true);
    expect((await fallback.onPasswordReset(ANN.email)).kind).toBe("migrated");
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({ kind: "migrated" });
    expect(accounts.get(ANN.email)).toBe("imported");
  });

  it("is over once the new one is set: the old one brings nobody back", async () => {
    const { fallback, accounts } = twoSides([ANN]);
    await fallback.onPasswordReset(ANN.email);
    accounts.set(ANN.email, "a new one");
    // Even before the old side is told, the account is not overwritten.
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({ kind: "already-migrated" });
    expect(await fallback.onPasswordSet(ANN.email)).toMatchObject({
      kind: "forgotten",
      user: { id: ANN.id },
    });
    expect((await fallback.attempt(ANN.email, "U*U")).kind).toBe("unknown-user");
    expect(accounts.get(ANN.email)).toBe("a new one");
  });

  it("is over for all of a person's users at once, if the new one was set", async () => {
    const { fallback, old } = twoSides([ANN, BOB]);
    const both = [ANN.email, "nobody@example.com", BOB.email];
    for (const refusal of [false, { ok: false }, { status: 422 }]) {
      expect(await fallback.onPasswordSet(both, () => refusal)).toEqual({ kind: "not-set" });
    }
    const failing = () => Promise.reject(new Error("the service is away"));
    expect((await fallback.onPasswordSet(both, failing)).kind).toBe("not-set");
    expect(old.size).toBe(2);
    expect((await fallback.onPasswordSet(both, async () => ({ status: 200 }))).kind).toBe("forgotten");
    expect(old.size).toBe(0);
    expect((await fallback.onPasswordSet(both, () => true)).kind).toBe("no-legacy-user");
  });

  it("is set by two calls for the same users in whatever order: neither waits for the other for ever", async () => {
    const { fallback } = twoSides([ANN, BOB]);
    const set = vi.fn(() => new Promise<true>((resolve) => setTimeout(() => resolve(true), 20)));
    const [one, other] = await Promise.all([
      fallback.onPasswordSet([ANN.email, BOB.email], set),
      fallback.onPasswordSet([BOB.email, ANN.email], set),
    ]);
    expect([one.kind, other.kind]).toEqual(["forgotten", "forgotten"]);
    expect(set).toHaveBeenCalledTimes(2);
  });

  it("leaves the user on the old side where there is no createUser", async () => {
    const { fallback, accounts } = twoSides([ANN], { createUser: undefined as never });
    expect(await fallback.onPasswordReset(ANN.email)).toMatchObject({ kind: "on-old-side", user: ANN });
    expect(accounts.size).toBe(0);
  });

  it("makes one account, however many ask at the same time", async () => {
    const createUser = vi.fn(async () => undefined);
    const { fallback } = twoSides([ANN], { createUser });
    const outcomes = await Promise.all([1, 2, 3].map(() => fallback.onPasswordReset(ANN.email)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["migrated", "migrated", "migrated"]);
    expect(createUser).toHaveBeenCalledOnce();
  });

  it.each<[unknown, string]>([
    [{ refused: "conflict" }, "already-migrated"],
    [{ refused: "unavailable" }, "busy"],
    [{ refused: "policy" }, "busy"],
    [{ ok: false, problems: [] }, "busy"],
    [false, "busy"],
  ])("where createUser gives %j: %s", async (answer, kind) => {
    const { fallback } = twoSides([ANN], { createUser: async () => answer as never });
    expect((await fallback.onPasswordReset(ANN.email)).kind).toBe(kind);
  });

  it("is answered in the same way, whoever it is", () => {
    const told = Object.values(ENTRY_POINT_ANSWERS.onPasswordReset).map(({ status, text }) => `${status} ${text}`);
    expect(new Set(told).size).toBe(1);
  });
});

describe("what is not text in the place of an identifier", () => {
  it.each([[["bob@example.com"]], [{}], [""], [" "], [7], [null], [undefined], ["x".repeat(1001)]])(
    "%j: does not count as free or forgotten, and nothing is looked up",
    async (given) => {
      const findLegacyUser = vi.fn(async () => ANN);
      const { fallback, old, accounts } = twoSides(ALL, { findLegacyUser });
      const identifier = given as string;
      const unusable = { kind: "busy", problems: [{ code: "login/identifier-unusable" }] };
      expect(await fallback.onPasswordReset(identifier)).toMatchObject(unusable);
      expect(await fallback.onPasswordSet(identifier)).toMatchObject(unusable);
      expect(await fallback.onSignUp(identifier)).toMatchObject(unusable);
      expect(await fallback.onDelete([identifier])).toMatchObject(unusable);
      if (!Array.isArray(given)) expect(await fallback.onDelete(identifier)).toMatchObject(unusable);
      expect(await fallback.onEmailChange(ANN.email, identifier)).toMatchObject(unusable);
      expect(await fallback.onEmailChange(identifier, "new@example.com")).toMatchObject(unusable);
      expect(findLegacyUser).not.toHaveBeenCalled();
      expect([old.size, accounts.size]).toEqual([ALL.length, 0]);
    },
  );
});

describe("a sign-up", () => {
  it.each([
    ["nobody@example.com", "free"],
    [ANN.email, "taken"],
    [DISABLED.email, "taken"],
    [OVER.email, "already-migrated"],
  ])("with %s: %s", async (email, kind) => {
    const { fallback, accounts } = twoSides(ALL);
    expect((await fallback.onSignUp(email)).kind).toBe(kind);
    expect(accounts.size).toBe(0);
  });
});

describe("a deletion", () => {
  it("takes the user out of the old side, so that their password brings nothing back", async () => {
    const { fallback, accounts } = twoSides(ALL);
    expect(await fallback.onDelete(ANN.email)).toMatchObject({ kind: "forgotten", user: { id: ANN.id } });
    expect((await fallback.attempt(ANN.email, "U*U")).kind).toBe("unknown-user");
    expect((await fallback.onDelete(ANN.email)).kind).toBe("no-legacy-user");
    expect(accounts.size).toBe(0);
  });

  it("keeps a login that has looked the user up before from bringing them over after it", async () => {
    let release = (): void => {};
    const waits = new Promise<void>((resolve) => (release = resolve));
    const { verifyPassword } = await import("../../src/verify/index.js");
    const verify: typeof verifyPassword = async (...given) => {
      const verified = await verifyPassword(...given);
      await waits;
      return verified;
    };
    const { fallback, accounts } = twoSides([ANN], { verify });
    const login = fallback.attempt(ANN.email, "U*U");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fallback.onDelete(ANN.email)).kind).toBe("forgotten");
    release();
    expect(await login).toMatchObject({ kind: "already-migrated", loggedIn: false });
    expect(accounts.size).toBe(0);
  });

  it.each<[string, (old: Map<string, User>) => void, string]>([
    ["forgotten", (old) => void old.delete(ANN.id), "already-migrated"],
    ["marked", (old) => void old.set(ANN.id, { ...ANN, migrated: true }), "already-migrated"],
    ["left", () => undefined, "migrated"],
  ])("of another process is seen: a user %s while the password is checked", async (_, change, kind) => {
    const { verifyPassword } = await import("../../src/verify/index.js");
    const sides = twoSides([ANN], {
      verify: async (...given) => {
        const verified = await verifyPassword(...given);
        change(sides.old);
        return verified;
      },
    });
    const outcome = await sides.fallback.attempt(ANN.email, "U*U");
    expect([outcome.kind, outcome.loggedIn]).toEqual([kind, kind === "migrated"]);
    expect(sides.accounts.size).toBe(kind === "migrated" ? 1 : 0);
  });

  it("of another process may be what a look-up that fails hides: nobody is brought over", async () => {
    let asked = 0;
    const findLegacyUser = async () => {
      if (++asked > 1) throw new Error("db");
      return ANN;
    };
    const { fallback, accounts } = twoSides([ANN], { findLegacyUser });
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed" }],
    });
    expect([asked, accounts.size]).toEqual([2, 0]);
  });

  it("says so where a login brings the user over at that very moment", async () => {
    let finish = (): void => {};
    const importUser = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { fallback, old } = twoSides([ANN], { importUser });
    const login = fallback.attempt(ANN.email, "U*U");
    await vi.waitFor(() => expect(importUser).toHaveBeenCalledOnce());
    const deletion = fallback.onDelete(ANN.email);
    await new Promise((resolve) => setTimeout(resolve, 20));
    finish();
    expect((await login).kind).toBe("migrated");
    expect((await deletion).kind).toBe("migrated-meanwhile");
    expect(old.size).toBe(0);
  });

  it.each<[string, Partial<LoginFallbackOptions<User>>, string, string]>([
    ["there is no forgetUser", { forgetUser: undefined as never }, "cannot-forget", "login/function-missing"],
    ["forgetUser throws", { forgetUser: () => Promise.reject(new Error("db")) }, "busy", "login/forget-failed"],
    ["forgetUser hangs", { forgetUser: () => new Promise(() => {}), timeoutMs: 20 }, "busy", "login/timed-out"],
    ["the look-up fails", { findLegacyUser: () => Promise.reject(new Error("db")) }, "busy", "login/function-failed"],
  ])("where %s: %s, to be repeated", async (_, given, kind, code) => {
    const { fallback } = twoSides([ANN], given);
    for (const entryPoint of ["onDelete", "onPasswordSet"] as const) {
      expect(await fallback[entryPoint](ANN.email)).toMatchObject({ kind, problems: [{ code }] });
      const { next } = ENTRY_POINT_ANSWERS[entryPoint][kind as "busy"];
      expect(next).toBe("repeat");
    }
  });

  it("needs no forgetUser for whom the record says to be over", async () => {
    const { fallback } = twoSides([OVER], { forgetUser: undefined as never });
    expect((await fallback.onDelete(OVER.email)).kind).toBe("forgotten");
  });
});

describe("a change of address", () => {
  it("to one that a user of the old side has is refused, and changes nothing", async () => {
    const { fallback, old } = twoSides(ALL);
    const outcome = await fallback.onEmailChange(ANN.email, BOB.email);
    expect(outcome).toMatchObject({ kind: "taken", user: { id: BOB.id } });
    expect(old.size).toBe(ALL.length);
  });

  it("to a free one takes the old record away: the old address and password bring nobody back", async () => {
    const { fallback, old } = twoSides(ALL);
    expect((await fallback.onEmailChange(ANN.email, "new@example.com")).kind).toBe("free");
    expect(old.has(ANN.id)).toBe(false);
    expect((await fallback.attempt(ANN.email, "U*U")).kind).toBe("unknown-user");
    expect((await fallback.onEmailChange("new@example.com", "newer@example.com")).kind).toBe("free");
  });

  it("to another address of the same user is free", async () => {
    const { fallback } = twoSides([ANN, { ...ANN, email: "ann@example.org" }]);
    expect((await fallback.onEmailChange(ANN.email, ANN.email)).kind).toBe("free");
  });

  it.each([null, undefined, ""])("from one to another user, neither with an ID (%j), is refused", async (id) => {
    const users = [ANN, BOB].map((user) => ({ ...user, id: id as never }));
    const { fallback } = twoSides([], {
      findLegacyUser: async (identifier) => users.find(({ email }) => email === identifier) ?? null,
    });
    expect(await fallback.onEmailChange(ANN.email, BOB.email)).toMatchObject({ kind: "taken" });
  });

  it("to that of a user who has been brought over is for the new service to decide", async () => {
    const { fallback } = twoSides(ALL);
    expect((await fallback.onEmailChange("nobody@example.com", OVER.email)).kind).toBe("free");
  });
});

describe("every entry point", () => {
  const entryPoints: readonly (readonly [
    string,
    (fallback: LoginFallback<User>, identifier: string) => Promise<object>,
  ])[] = [
    ["onPasswordReset", (fallback, identifier) => fallback.onPasswordReset(identifier)],
    ["onPasswordSet", (fallback, identifier) => fallback.onPasswordSet(identifier)],
    ["onSignUp", (fallback, identifier) => fallback.onSignUp(identifier)],
    ["onDelete", (fallback, identifier) => fallback.onDelete([identifier])],
    ["onEmailChange", (fallback, identifier) => fallback.onEmailChange(identifier, "x@example.com")],
    ["onEmailChange, to", (fallback, identifier) => fallback.onEmailChange("x@example.com", identifier)],
  ];
  const never = () => new Promise<never>(() => {});

  it.each(entryPoints)("%s is busy where the old side does not answer, throws or gives nonsense", async (_, call) => {
    const faults: readonly (() => Promise<never>)[] = [
      never,
      () => Promise.reject(new Error("db")),
      async () => [ANN] as never,
      async () => "ann" as never,
      async () =>
        ({
          get id() {
            throw new Error("closed");
          },
          get migrated() {
            throw new Error("closed");
          },
        }) as never,
    ];
    for (const findLegacyUser of faults) {
      const { fallback } = twoSides([], { findLegacyUser, timeoutMs: 20 });
      expect(await call(fallback, ANN.email)).toMatchObject({ kind: "busy" });
    }
  });

  it.each(entryPoints)("%s asks for nothing that is not a text", async (_, call) => {
    const findLegacyUser = vi.fn(async (_identifier: string) => ANN);
    const { fallback } = twoSides([], { findLegacyUser });
    const asked = () => findLegacyUser.mock.calls.map(([identifier]) => identifier as unknown);
    for (const identifier of [{ $ne: null }, ["ann"], 7, null, undefined, "x".repeat(1001)]) {
      await call(fallback, identifier as string);
    }
    expect(asked().every((one) => one === "x@example.com")).toBe(true);
  });

  it.each(entryPoints)("%s shows no hash", async (_, call) => {
    const { fallback } = twoSides(ALL);
    for (const { email } of ALL) expect(inspect(await call(fallback, email))).not.toMatch(/CCCCCC|984478476/);
  });

  it("has a diagram and its outcomes in docs/login.md", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/login.md"), "utf8");
    for (const [entryPoint, answers] of Object.entries(ENTRY_POINT_ANSWERS)) {
      const [, section = ""] = page.split(`### \`${entryPoint}\``);
      const own = section.split("\n#")[0] ?? "";
      expect(own, entryPoint).toContain("sequenceDiagram");
      for (const kind of Object.keys(answers)) expect(own, `${entryPoint}: ${kind}`).toContain(`\`${kind}\``);
    }
  });
});
