import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import {
  createLoginFallback,
  type LegacyUser,
  type LoginFallbackOptions,
  type LoginOutcome,
} from "../../src/login/index.js";
import { problem } from "../../src/problems/verify.js";
import { success } from "../../src/result.js";
import { verifyPassword } from "../../src/verify/index.js";

// Known answers: crypt_blowfish, passlib's test suite, a hash made by PHP.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const APR1 = "$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

interface User extends LegacyUser {
  readonly email: string;
}

const ANN: User = { id: "1", email: "ann@example.com", passwordHash: BCRYPT };
const BOB: User = { id: "2", email: "bob@example.com", passwordHash: APR1 };

function fallbackFor(users: readonly User[], given: Partial<LoginFallbackOptions<User>> = {}) {
  const importUser = vi.fn(async (_user: User, _hash: { passwordHash: string }): Promise<undefined> => undefined);
  const signUp = vi.fn(async (_user: User, _password: string): Promise<undefined> => undefined);
  const findLegacyUser = async (identifier: string) => users.find((user) => user.email === identifier) ?? null;
  const fallback = createLoginFallback<User>({
    findLegacyUser,
    importUser,
    signUp,
    commonHash: CHEAP,
    ...given,
  });
  return { fallback, importUser, signUp };
}

function kindOf(outcome: LoginOutcome): string {
  return outcome.kind;
}

describe("options in one level", () => {
  const users = {
    findLegacyUser: async (address: string) => [ANN, BOB].find(({ email }) => email === address),
  };

  it("are the same under shorter names", async () => {
    const importUser = vi.fn(async (_user: LegacyUser, _hash: { readonly passwordHash: string }) => true as const);
    const signUp = vi.fn(async (_user: LegacyUser, _password: string) => true as const);
    const options = { ...users, importUser, signUp, commonHash: CHEAP, timeoutMs: 5_000 };
    const fallback = createLoginFallback({ ...options, limits: { bcryptCost: 10 } });
    expect(kindOf(await fallback.attempt(ANN.email, "U*U"))).toBe("migrated");
    expect(kindOf(await fallback.attempt(ANN.email, "wrong"))).toBe("wrong-password");
    expect(importUser).toHaveBeenCalledExactlyOnceWith(ANN, expect.objectContaining({ scheme: "bcrypt" }));
    expect(kindOf(await fallback.attempt(BOB.email, "hashcat"))).toBe("migrated");
    expect(signUp).toHaveBeenCalledExactlyOnceWith(BOB, "hashcat");
  });

  it("forget no user whose import does not say that it succeeded", async () => {
    const forgetUser = vi.fn(async () => true as const);
    const importUser = async () => ({ data: null, error: { message: "exists" } }) as unknown as true;
    const fallback = createLoginFallback({ ...users, importUser, forgetUser, commonHash: CHEAP });
    const outcome = await fallback.attempt(ANN.email, "U*U");
    expect([outcome.kind, outcome.loggedIn]).toEqual(["busy", false]);
    expect(forgetUser).not.toHaveBeenCalled();
  });

  it("are refused under names that nothing reads", () => {
    const importUser = async () => true as const;
    const options = { ...users, importUser, hashes: { commonHash: CHEAP } };
    expect(() => createLoginFallback(options)).toThrow(TypeError);
  });
});

describe("the outcomes", () => {
  it("brings a user with an importable hash over by the hash, without their password", async () => {
    const { fallback, importUser, signUp } = fallbackFor([ANN]);
    const outcome = await fallback.attempt(ANN.email, "U*U");
    // The hash is there by its name alone.
    expect(outcome).toMatchObject({ user: ANN });
    expect(outcome).toEqual({
      kind: "migrated",
      loggedIn: true,
      user: expect.objectContaining({ id: ANN.id, email: ANN.email }),
      account: undefined,
      by: "hash",
      needsRehash: true,
      exceedsBcrypt: false,
      problems: [],
    });
    expect(importUser).toHaveBeenCalledExactlyOnceWith(ANN, expect.objectContaining({ passwordHash: BCRYPT }));
    expect(signUp).not.toHaveBeenCalled();
  });

  it("hands the password of a user whose hash the service can't verify to signUp", async () => {
    const { fallback, importUser, signUp } = fallbackFor([BOB]);
    const outcome = await fallback.attempt(BOB.email, "hashcat");
    expect(outcome).toMatchObject({ kind: "migrated", loggedIn: true, by: "password" });
    expect(signUp).toHaveBeenCalledExactlyOnceWith(BOB, "hashcat");
    expect(importUser).not.toHaveBeenCalled();
  });

  it("imports nothing for a wrong password", async () => {
    const { fallback, importUser, signUp } = fallbackFor([ANN, BOB]);
    expect(await fallback.attempt(ANN.email, "U*V")).toMatchObject({
      kind: "wrong-password",
      loggedIn: false,
    });
    expect(await fallback.attempt(BOB.email, "")).toMatchObject({ kind: "wrong-password", loggedIn: false });
    expect(importUser).not.toHaveBeenCalled();
    expect(signUp).not.toHaveBeenCalled();
  });

  it("names an unknown user, and one who is in the new service already", async () => {
    const { fallback } = fallbackFor([{ ...ANN, migrated: true }]);
    expect(await fallback.attempt("nobody@example.com", "U*U")).toEqual({
      kind: "unknown-user",
      loggedIn: false,
    });
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({
      kind: "already-migrated",
      loggedIn: false,
    });
  });

  it.each([
    ["malformed", "$2a$05$cut", "bcrypt/truncated"],
    ["missing", null, "hash/empty"],
    ["unsupported", "(GDJ0nDZI8l8RJzlRbemg)", "scheme/unsupported"],
    ["too costly", "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "verify/cost-over-limit"],
  ])("cannot verify a hash that is %s", async (_, passwordHash, code) => {
    const { fallback } = fallbackFor([{ ...ANN, passwordHash }]);
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({
      kind: "cannot-verify",
      loggedIn: false,
      problems: [{ code }],
    });
  });

  it("is busy, and not wrong, when too many wait", async () => {
    const { fallback } = fallbackFor([ANN], { limits: { concurrency: 1, queueLength: 0 } });
    const outcomes = await Promise.all([1, 2, 3].map(() => fallback.attempt(ANN.email, "U*U")));
    expect(outcomes.map(kindOf).sort()).toEqual(["busy", "busy", "migrated"]);
    const unknown = await Promise.all([1, 2, 3].map(() => fallback.attempt("nobody@example.com", "U*U")));
    expect(unknown.map(kindOf).sort()).toEqual(["busy", "busy", "unknown-user"]);
  });

  it("says wrong-password where nothing that can be typed is right", async () => {
    const { fallback } = fallbackFor([ANN]);
    for (const password of ["a".repeat(100_000), "\ud800"]) {
      expect(kindOf(await fallback.attempt(ANN.email, password))).toBe("wrong-password");
      expect(kindOf(await fallback.attempt("nobody@example.com", password))).toBe("unknown-user");
    }
  });

  it("is busy when the old system can't be asked, and tells onError why", async () => {
    const onError = vi.fn();
    const fault = new Error("the database is down");
    const { fallback } = fallbackFor([], { findLegacyUser: () => Promise.reject(fault), onError });
    expect(await fallback.attempt("x", "y")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed" }],
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(fault, "findLegacyUser");
  });
});

describe("it never rejects", () => {
  const records: readonly [string, Partial<Record<keyof LegacyUser, unknown>>][] = [
    ["a hash that the driver gives as bytes", { passwordHash: Buffer.from(BCRYPT) }],
    ["a hash that is a number", { passwordHash: 123 }],
    ["a source that does not exist", { source: "drupal9" }],
  ];
  it("tells onError of a Result that is not ok by an error that a line of a log shows", async () => {
    const onError = vi.fn();
    const answer = { ok: false, problems: [{ code: "client/reply-lost", message: "the service is slow" }] } as const;
    const { fallback } = fallbackFor([ANN], { importUser: async () => answer, onError });
    expect((await fallback.attempt(ANN.email, "U*U")).kind).toBe("busy");
    expect(String(onError.mock.calls[0]?.[0])).toBe("Error: importUser: client/reply-lost: the service is slow");
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ cause: answer });
  });

  it.each(records)("for %s: the record can't be verified, and onError has the reason", async (_, fault) => {
    const onError = vi.fn();
    const { fallback } = fallbackFor([{ ...ANN, ...fault } as User], { onError });
    const outcome = await fallback.attempt(ANN.email, "U*U");
    expect(outcome).toMatchObject({ kind: "cannot-verify", problems: [{ code: "login/record-unusable" }] });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError), "verify");
  });

  it("for a verify of the caller's own that rejects", async () => {
    const verify = async () => {
      throw new Error("down");
    };
    const { fallback } = fallbackFor([ANN], { verify });
    expect(kindOf(await fallback.attempt(ANN.email, "U*U"))).toBe("cannot-verify");
  });

  it("for an onError that throws", async () => {
    const onError = () => {
      throw new Error("log down");
    };
    const { fallback } = fallbackFor([], { onError, findLegacyUser: () => Promise.reject(new Error("db")) });
    expect(kindOf(await fallback.attempt(ANN.email, "U*U"))).toBe("busy");
  });

  it.each([12345, null, undefined, {}])("for a password that is %o", async (password) => {
    const { fallback } = fallbackFor([ANN]);
    expect(kindOf(await fallback.attempt(ANN.email, password as string))).toBe("wrong-password");
    expect(kindOf(await fallback.attempt("nobody", password as string))).toBe("unknown-user");
  });

  it("but throws at once for settings that are a caller's bug", () => {
    expect(() => fallbackFor([], { service: "supertoken" as never })).toThrow(TypeError);
    expect(() => fallbackFor([], { service: { signIn: async () => null } as never })).toThrow("give them as store");
    expect(() => fallbackFor([], { source: "drupal9" as never })).toThrow(TypeError);
  });
});

describe("no user is lost", () => {
  it.each([
    ["importUser throws", ANN, "U*U", { importUser: () => Promise.reject(new Error("503")) }],
    [
      "importUser gives back a problem",
      ANN,
      "U*U",
      { importUser: async () => ({ ok: false, problems: [problem("verify/aborted", "x")] }) },
    ],
    ["signUp throws", BOB, "hashcat", { signUp: () => Promise.reject(new Error("503")) }],
  ])("when %s after a match, and the next login succeeds", async (_, user, password, broken) => {
    let works = false;
    const step = "signUp" in broken ? "signUp" : "importUser";
    const failing = Object.values(broken)[0] as () => Promise<unknown>;
    const { fallback } = fallbackFor([user], { [step]: async () => (works ? undefined : failing()) });
    expect(await fallback.attempt(user.email, password)).toMatchObject({
      kind: "busy",
      loggedIn: false,
      problems: [{ code: "login/function-failed" }],
    });
    works = true;
    expect(await fallback.attempt(user.email, password)).toMatchObject({ kind: "migrated", loggedIn: true });
  });

  it("when there is no signUp for a hash that can't be imported", async () => {
    const options = {
      findLegacyUser: async () => BOB,
      importUser: async () => undefined,
      commonHash: CHEAP,
    };
    expect(await createLoginFallback(options).attempt(BOB.email, "hashcat")).toMatchObject({
      kind: "cannot-verify",
      problems: [{ code: "login/function-missing" }],
    });
  });

  it("when the old system changed the password before it hashed it: the hash alone would lock them out", async () => {
    // WordPress took the space off; the service would not.
    const { fallback, importUser, signUp } = fallbackFor([ANN], {
      source: "wordpress",
    });
    expect(await fallback.attempt(ANN.email, "\0 U*U \0")).toMatchObject({ kind: "migrated", by: "password" });
    // Without the white space that the old system took off: it would be part of the password from now on.
    expect(signUp).toHaveBeenCalledExactlyOnceWith(ANN, "U*U");
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({ kind: "migrated", by: "hash" });
    expect(importUser).toHaveBeenCalledOnce();
  });

  it("when the old hash does not tell the password from others, and the service verifies it for ASCII only", async () => {
    // libxcrypt's known answer for abcéde: the sign extension of é leaves nothing of abc.
    const passwordHash = "$2x$04$abcdefghijklmnopqrstuu9Z9xhhvxL/tLLrA8M2RvmkWx//ZRpnG";
    const { fallback, signUp } = fallbackFor([{ ...ANN, passwordHash }]);
    for (const typed of ["abcéde", "xyzéde"]) {
      expect(await fallback.attempt(ANN.email, typed)).toMatchObject({
        kind: "must-reset",
        reason: "password-not-covered",
      });
    }
    expect(signUp).not.toHaveBeenCalled();
  });
});

describe("a check that did not see all of what was typed", () => {
  const LONG = "correct horse battery staple, correct horse battery staple, correct horse batteries";
  // Known answers of libxcrypt's crypt(): 70 bytes of LONG and the pepper; 73 bytes of it.
  const pepper = "5f4dcc3b5aa765d61d8327deb882cf99b5d9f0a4c6e8";
  const PEPPERED = "$2y$04$abcdefghijklmnopqrstuucdnjerAfe6F2PsztGWVG70anQRVwu2u";
  const CUT = "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36";

  it.each([
    ["the password and its pepper's beginning", `${LONG.slice(0, 70)}5f and anything`],
    ["the password itself, whose end can't be told", LONG.slice(0, 70)],
  ])("never defines a new password: %s", async (_, typed) => {
    const user = { ...ANN, passwordHash: PEPPERED };
    const { fallback, importUser, signUp } = fallbackFor([user], {
      source: "devise",
      pepper,
    });
    expect(await fallback.attempt(ANN.email, typed)).toMatchObject({
      kind: "must-reset",
      loggedIn: false,
      reason: "password-not-covered",
      problems: [{ code: "login/password-not-covered" }],
    });
    expect(importUser).not.toHaveBeenCalled();
    expect(signUp).not.toHaveBeenCalled();
  });

  it("brings over the old hash, which lets the same texts in there as here, and asks for no new one", async () => {
    const { fallback, importUser, signUp } = fallbackFor([{ ...ANN, passwordHash: CUT }]);
    expect(await fallback.attempt(ANN.email, `${LONG.slice(0, 72)} and anything`)).toMatchObject({
      kind: "migrated",
      by: "hash",
      needsRehash: false,
    });
    expect(importUser).toHaveBeenCalledOnce();
    expect(signUp).not.toHaveBeenCalled();
  });

  it("may be a verify of the caller's own that does not say what it saw", async () => {
    const verify = async () => success({ matches: true, scheme: "apr1", needsRehash: true }) as never;
    const { fallback, signUp } = fallbackFor([BOB], { verify });
    expect(kindOf(await fallback.attempt(BOB.email, "hashcat"))).toBe("must-reset");
    expect(signUp).not.toHaveBeenCalled();
  });
});

describe("a password that the new service refuses by its rules", () => {
  it.each<[string, LegacyUser & User, string, Partial<LoginFallbackOptions<User>>]>([
    ["signUp gives back", BOB, "hashcat", { signUp: async () => ({ refused: "policy" }) }],
    ["importUser gives back", ANN, "U*U", { importUser: async () => ({ refused: "policy" }) }],
    [
      "signUp throws",
      BOB,
      "hashcat",
      {
        signUp: () => Promise.reject(Object.assign(new Error("too short"), { refused: "policy" })),
      },
    ],
  ])("must be reset, as %s it", async (_, user, password, given) => {
    const { fallback } = fallbackFor([user], given);
    for (const attempt of [1, 2]) {
      expect(await fallback.attempt(user.email, password), `attempt ${attempt}`).toMatchObject({
        kind: "must-reset",
        loggedIn: false,
        user: { id: user.id },
        reason: "password-refused",
        problems: [{ code: "login/password-refused" }],
      });
    }
    expect(kindOf(await fallback.attempt(user.email, "wrong"))).toBe("wrong-password");
  });
});

describe("an account that is disabled in the old system", () => {
  it("is disabled once the password is right, and looks like any other until then", async () => {
    const { fallback, importUser, signUp } = fallbackFor([
      { ...ANN, disabled: true },
      { ...BOB, disabled: true },
    ]);
    expect(await fallback.attempt(ANN.email, "U*U")).toMatchObject({ kind: "disabled", loggedIn: false });
    expect(await fallback.attempt(BOB.email, "hashcat")).toMatchObject({ kind: "disabled", loggedIn: false });
    expect(kindOf(await fallback.attempt(ANN.email, "U*V"))).toBe("wrong-password");
    expect(importUser).not.toHaveBeenCalled();
    expect(signUp).not.toHaveBeenCalled();
  });
});

it("has who must replace their password choose another one, and tells only who knows the old one", async () => {
  const { fallback, importUser, signUp } = fallbackFor([{ ...ANN, mustReset: true }]);
  const outcome = await fallback.attempt(ANN.email, "U*U");
  expect(outcome).toMatchObject({ kind: "must-reset", reason: "password-temporary", loggedIn: false });
  expect(kindOf(await fallback.attempt(ANN.email, "U*V"))).toBe("wrong-password");
  expect(importUser).not.toHaveBeenCalled();
  expect(signUp).not.toHaveBeenCalled();
});

describe("why a user could not be brought over", () => {
  const cases: readonly [string, unknown, string, string][] = [
    ["policy", { refused: "policy" }, "must-reset", "login/password-refused"],
    ["conflict", { refused: "conflict" }, "already-migrated", "login/account-exists"],
    ["unavailable", { refused: "unavailable" }, "busy", "login/service-unavailable"],
  ];

  it.each(cases)("is told apart: %s, given back or thrown", async (_, refusal, kind, code) => {
    const expected = { kind, loggedIn: false, problems: [{ code }] };
    const giving = fallbackFor([ANN], { importUser: async () => refusal as never });
    expect(await giving.fallback.attempt(ANN.email, "U*U")).toMatchObject(expected);
    const throwing = fallbackFor([BOB], { signUp: () => Promise.reject(refusal) });
    expect(await throwing.fallback.attempt(BOB.email, "hashcat")).toMatchObject(expected);
  });

  it("lets the next login try again after each of them", async () => {
    const answers: unknown[] = [{ refused: "unavailable" }, { refused: "conflict" }, undefined];
    const { fallback } = fallbackFor([ANN], { importUser: async () => answers.shift() as never });
    const kinds: string[] = [];
    for (const _ of [1, 2, 3]) kinds.push(kindOf(await fallback.attempt(ANN.email, "U*U")));
    expect(kinds).toEqual(["busy", "already-migrated", "migrated"]);
  });
});

describe("a function of the caller's that never answers", () => {
  const never = () => new Promise<never>(() => {});
  const timedOut = { kind: "busy", loggedIn: false, problems: [{ code: "login/timed-out" }] };

  it.each<[string, User, string, Partial<LoginFallbackOptions<User>>]>([
    ["findLegacyUser", ANN, "U*U", { findLegacyUser: never }],
    ["importUser", ANN, "U*U", { importUser: never }],
    ["signUp", BOB, "hashcat", { signUp: never }],
    ["verify", ANN, "U*U", { verify: never }],
  ])("%s: the attempt is busy after timeoutMs, and onError has the reason", async (step, user, password, given) => {
    const onError = vi.fn();
    const { fallback } = fallbackFor([user], { ...given, timeoutMs: 20, onError });
    expect(await fallback.attempt(user.email, password)).toMatchObject(timedOut);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), step);
  });

  it("does not keep the user's next login from being tried again", async () => {
    let hangs = true;
    const importUser = () => (hangs ? never() : Promise.resolve());
    const { fallback } = fallbackFor([ANN], { importUser, timeoutMs: 20 });
    const together = await Promise.all([1, 2].map(() => fallback.attempt(ANN.email, "U*U")));
    expect(together.map(kindOf)).toEqual(["busy", "busy"]);
    hangs = false;
    expect(kindOf(await fallback.attempt(ANN.email, "U*U"))).toBe("migrated");
  });

  it("is left by the attempt's own signal at once, while others wait on", async () => {
    let finish = (): void => {};
    const importUser = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { fallback } = fallbackFor([ANN], { importUser });
    const abort = new AbortController();
    const leaving = fallback.attempt(ANN.email, "U*U", { signal: abort.signal });
    await vi.waitFor(() => expect(importUser).toHaveBeenCalledOnce());
    const staying = fallback.attempt(ANN.email, "U*U");
    abort.abort();
    expect(await leaving).toMatchObject({ kind: "busy", problems: [{ code: "verify/aborted" }] });
    finish();
    expect(kindOf(await staying)).toBe("already-migrated");
    expect(importUser).toHaveBeenCalledOnce();
  });

  it("changes nothing for an attempt that was aborted while it was looked up", async () => {
    const abort = new AbortController();
    const verify: typeof verifyPassword = async (password, hash) => {
      abort.abort();
      return verifyPassword(password, hash);
    };
    const { fallback, importUser } = fallbackFor([ANN], { verify });
    expect(kindOf(await fallback.attempt(ANN.email, "U*U", { signal: abort.signal }))).toBe("busy");
    await fallback.attempt("nobody", "U*U");
    expect(importUser).not.toHaveBeenCalled();
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])("takes no timeoutMs of %d", (timeoutMs) => {
    expect(() => fallbackFor([], { timeoutMs })).toThrow(TypeError);
  });
});

describe("one flight for each user", () => {
  it("imports once under concurrent logins, and refuses the wrong ones among them", async () => {
    const { fallback, importUser } = fallbackFor([ANN]);
    const passwords = ["U*U", "wrong", "U*U", "U*U", "wrong"];
    const outcomes = await Promise.all(passwords.map((password) => fallback.attempt(ANN.email, password)));
    expect(importUser).toHaveBeenCalledOnce();
    expect(outcomes.filter((outcome) => outcome.kind === "migrated")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === "already-migrated")).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome.kind === "wrong-password")).toHaveLength(2);
  });

  it("does not import again for an attempt that looked the user up before they were brought over", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    const verify: typeof verifyPassword = async (...given) => {
      const isFirst = ++calls === 1;
      const verified = await verifyPassword(...given);
      if (isFirst) await held;
      return verified;
    };
    const { fallback, importUser } = fallbackFor([ANN], { verify });
    const slow = fallback.attempt(ANN.email, "U*U");
    const fast = await fallback.attempt(ANN.email, "U*U");
    release();
    expect([kindOf(fast), kindOf(await slow)]).toEqual(["migrated", "already-migrated"]);
    expect(importUser).toHaveBeenCalledOnce();
  });

  it.each([undefined, null, ""])("takes two records whose ID is %o for two users", async (id) => {
    const [ann, bob] = [ANN, BOB].map((user) => ({ ...user, id }) as User) as [User, User];
    const { fallback, importUser, signUp } = fallbackFor([ann, bob]);
    const outcomes = await Promise.all([
      fallback.attempt(ANN.email, "U*U"),
      fallback.attempt(ANN.email, "U*U"),
      fallback.attempt(BOB.email, "hashcat"),
    ]);
    expect(outcomes.map(kindOf).sort()).toEqual(["already-migrated", "migrated", "migrated"]);
    expect(importUser).toHaveBeenCalledOnce();
    expect(signUp).toHaveBeenCalledOnce();
  });

  it("lets different users through side by side", async () => {
    const { fallback } = fallbackFor([ANN, BOB]);
    const outcomes = await Promise.all([fallback.attempt(ANN.email, "U*U"), fallback.attempt(BOB.email, "hashcat")]);
    expect(outcomes.map(kindOf)).toEqual(["migrated", "migrated"]);
  });

  it("gives attempts that share a failed flight the failure, and none is logged in", async () => {
    let tries = 0;
    const importUser = async () => {
      tries++;
      throw new Error("503");
    };
    const { fallback } = fallbackFor([ANN], { importUser });
    const outcomes = await Promise.all([1, 2].map(() => fallback.attempt(ANN.email, "U*U")));
    expect(outcomes.map(kindOf)).toEqual(["busy", "busy"]);
    expect(tries).toBeLessThanOrEqual(2);
  });
});

describe("the same work for everybody", () => {
  it("throws for a common hash that is none: a caller's bug", () => {
    expect(() => fallbackFor([], { commonHash: "$2a$05$cut" })).toThrow(TypeError);
  });

  it("keeps passwords and hashes out of every outcome but the user's own record", async () => {
    const { fallback } = fallbackFor([{ ...ANN, passwordHash: "$2a$05$cutHashMaterial" }]);
    const outcome = await fallback.attempt(ANN.email, "my secret password");
    expect(inspect(outcome)).not.toMatch(/cutHashMaterial|my secret/);
    expect(inspect(outcome)).toContain("id: '1'");
    const secrets = { pepper: "P3pp3r", signerKey: "SIGNERKEY", salt: { before: "S4lt", after: "" } };
    const { user } = (await fallbackFor([{ ...ANN, ...secrets }]).fallback.attempt(ANN.email, "U*V")) as {
      readonly user?: LegacyUser;
    };
    expect(user).toMatchObject(secrets);
    expect(inspect(user) + JSON.stringify(user)).not.toMatch(/P3pp3r|SIGNERKEY|S4lt/);
    const { user: _, ...rest } = outcome as Extract<LoginOutcome, { kind: "cannot-verify" }>;
    expect(JSON.stringify(rest)).not.toMatch(/cutHashMaterial|my secret/);
  });
});
