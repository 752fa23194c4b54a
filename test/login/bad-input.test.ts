import { describe, expect, it, vi } from "vitest";
import {
  bcrypt,
  createLoginFallback,
  createPasswordHasher,
  type LegacyUser,
  type LoginFallbackOptions,
} from "../../src/login/index.js";
import { success } from "../../src/result.js";
import { verifyPassword } from "../../src/verify/index.js";

// Known answers: crypt_blowfish; hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ANN: LegacyUser = { id: "1", passwordHash: BCRYPT };

function fallbackWith(given: Partial<LoginFallbackOptions<LegacyUser>>) {
  return createLoginFallback<LegacyUser>({
    findLegacyUser: async (identifier) => (identifier === "ann" ? ANN : null),
    importUser: async () => undefined,
    commonHash: CHEAP,
    ...given,
  });
}

describe("a verifier of the caller's own that answers nonsense", () => {
  const answers: readonly (readonly [string, unknown])[] = [
    ["true", true],
    ["nothing", undefined],
    ["null", null],
    ["a text", "ok"],
    ["an empty object", {}],
    ["ok without a value", { ok: true }],
    ["a match that is a text", { ok: true, value: { matches: "true" } }],
    ["a match that is a number", { ok: true, value: { matches: 1 } }],
    ["an ok that is a text", { ok: "true", value: { matches: true } }],
    ["a bare match", { matches: true }],
    ["no problem", { ok: false }],
    ["problems that are none", { ok: false, problems: ["x"] }],
    ["a list", [{ ok: true, value: { matches: true } }]],
  ];
  it.each(answers)("%s: lets nobody in, and says so to onError", async (_, answer) => {
    const onError = vi.fn();
    const importUser = vi.fn(async () => undefined);
    const fallback = fallbackWith({
      verify: async () => answer as never,
      onError,
      importUser,
    });
    expect(await fallback.attempt("ann", "U*U")).toMatchObject({
      kind: "cannot-verify",
      loggedIn: false,
      problems: [{ code: "login/function-failed" }],
    });
    expect(onError).toHaveBeenCalledWith(expect.any(TypeError), "verify");
    expect(importUser).not.toHaveBeenCalled();
    expect((await fallback.attempt("nobody", "U*U")).kind).toBe("unknown-user");
  });

  it("is held to the length of a password, and is not asked for what has no bytes", async () => {
    const verify = vi.fn(verifyPassword);
    const fallback = fallbackWith({ verify, limits: { passwordBytes: 10 } });
    for (const password of ["x".repeat(11), "\ud800", 5 as never]) {
      expect((await fallback.attempt("ann", password)).kind).toBe("wrong-password");
      expect((await fallback.attempt("nobody", password)).kind).toBe("unknown-user");
    }
    expect(verify).not.toHaveBeenCalled();
  });

  it("runs no more often at a time than the limits allow, and the next is busy", async () => {
    let [running, most] = [0, 0];
    const verify: typeof verifyPassword = async (...given) => {
      most = Math.max(most, ++running);
      const verified = await verifyPassword(...given);
      running--;
      return verified;
    };
    const fallback = fallbackWith({
      verify,
      limits: { concurrency: 2, queueLength: 3 },
    });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => fallback.attempt("ann", "wrong")));
    expect(most).toBe(2);
    const kinds = outcomes.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array(5).fill("busy"), ...Array(5).fill("wrong-password")]);
  });

  it("gives its place back after its time, so that a verifier that hangs stops nobody for ever", async () => {
    let hangs = true;
    // Too short a time for a real computation on a busy machine.
    const right = success({ matches: true, scheme: "bcrypt", needsRehash: true, coverage: "whole" } as const);
    const verify: typeof verifyPassword = () => (hangs ? new Promise(() => {}) : Promise.resolve(right));
    const fallback = fallbackWith({
      verify,
      timeoutMs: 20,
      limits: { concurrency: 1, queueLength: 1 },
    });
    expect((await fallback.attempt("ann", "U*U")).kind).toBe("busy");
    expect((await fallback.attempt("nobody", "U*U")).kind).toBe("busy");
    hangs = false;
    expect((await fallback.attempt("ann", "U*U")).kind).toBe("migrated");
  });

  it("may read a format of its own: nobody costs a call of it with the common hash", async () => {
    const verify = vi.fn(async (password: unknown, hash: string) =>
      success({
        matches: `acme:${password}` === hash,
        scheme: "md5",
        needsRehash: true,
        coverage: "whole",
      } as const),
    );
    const fallback = createLoginFallback({
      findLegacyUser: async (identifier) => (identifier === "ann" ? { id: "1", passwordHash: "acme:secret" } : null),
      importUser: async () => undefined,
      signUp: async () => undefined,
      verify,
      commonHash: "acme:nobody's",
    });
    expect((await fallback.attempt("nobody", "secret")).kind).toBe("unknown-user");
    expect(verify).toHaveBeenCalledExactlyOnceWith("secret", "acme:nobody's", expect.anything());
    expect(await fallback.attempt("ann", "secret")).toMatchObject({ kind: "migrated", by: "password" });
  });
});

describe("a look-up that answers nonsense", () => {
  it.each<[string, unknown]>([
    ["rows", [ANN]],
    ["a text", "ann"],
    ["true", true],
  ])("%s: busy, whoever is asked for", async (_, answer) => {
    const onError = vi.fn();
    const fallback = fallbackWith({ findLegacyUser: async () => answer as never, onError });
    expect(await fallback.attempt("ann", "U*U")).toMatchObject({
      kind: "busy",
      problems: [{ code: "login/function-failed" }],
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError), "findLegacyUser");
  });

  it("is not asked with what is not a text: a database may take it for a query", async () => {
    const findLegacyUser = vi.fn(async () => ANN);
    const fallback = fallbackWith({ findLegacyUser });
    for (const identifier of [{ $ne: null }, ["ann"], 7, null, "x".repeat(1001)]) {
      expect((await fallback.attempt(identifier as string, "U*U")).kind).toBe("unknown-user");
    }
    expect(findLegacyUser).not.toHaveBeenCalled();
  });
});

describe("a log that fails later", () => {
  it("does not end the process", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const fallback = fallbackWith({
      findLegacyUser: () => Promise.reject(new Error("db")),
      onError: (async () => {
        throw new Error("log down");
      }) as never,
    });
    expect((await fallback.attempt("ann", "U*U")).kind).toBe("busy");
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe("a flood", () => {
  it("is bounded: beyond attemptsAtOnce nothing is looked up, and a place is free again afterwards", async () => {
    let [running, most] = [0, 0];
    const findLegacyUser = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return null;
    };
    const fallback = fallbackWith({ findLegacyUser, attemptsAtOnce: 8 });
    const all = Array.from({ length: 1000 }, () => fallback.attempt("ann", "x"));
    const kinds = (await Promise.all(all)).map(({ kind }) => kind);
    expect(most).toBe(8);
    expect(kinds.filter((kind) => kind === "unknown-user")).toHaveLength(8);
    expect(kinds.filter((kind) => kind === "busy")).toHaveLength(992);
    expect((await fallback.attempt("ann", "x")).kind).toBe("unknown-user");
  });

  it("of requests that are cancelled keeps its places until nothing of them runs any more", async () => {
    let [running, most] = [0, 0];
    const findLegacyUser = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running--;
      return null;
    };
    const fallback = fallbackWith({ findLegacyUser, attemptsAtOnce: 4 });
    for (let round = 0; round < 20; round++) {
      const abort = new AbortController();
      const cancelled = fallback.attempt("ann", "x", { signal: abort.signal });
      abort.abort();
      expect((await cancelled).kind).toBe("busy");
    }
    expect(most).toBe(4);
  });

  it.each([0, -1, Number.NaN])("takes no attemptsAtOnce of %d", (attemptsAtOnce) => {
    expect(() => fallbackWith({ attemptsAtOnce })).toThrow(TypeError);
  });
});

describe("a record with what a database gives in the place of true and false, or of a text", () => {
  const records: readonly (readonly [string, object])[] = [
    ["a disabled account as 1", { disabled: 1 }],
    ["one that is not as 0", { disabled: 0 }],
    ["a text", { disabled: "false" }],
    ["a user who has been brought over as 1", { migrated: 1 }],
    ["a salt that is a text", { salt: "x" }],
    ["a salt that is a number", { salt: { before: 3 } }],
    ["a pepper that is a number", { pepper: 4 }],
    ["a list of such peppers", { pepper: ["x", 4] }],
  ];
  it.each(records)("%s: nobody is let in, the log is told, and the work is that of anybody", async (_, more) => {
    const onError = vi.fn();
    const importUser = vi.fn(async () => undefined);
    const findLegacyUser = async () => ({ ...ANN, ...more }) as LegacyUser;
    const fallback = fallbackWith({ findLegacyUser, importUser, onError });
    expect(await fallback.attempt("ann", "U*U")).toMatchObject({
      kind: "cannot-verify",
      loggedIn: false,
      problems: [{ code: "login/record-unusable" }],
    });
    expect(importUser).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledWith(expect.any(TypeError), expect.stringMatching(/^(?:findLegacyUser|verify)$/));
  });

  it("does not count as free, forgotten or to be given an account at the other entry points", async () => {
    const called = vi.fn(async () => undefined);
    const findLegacyUser = async () => ({ ...ANN, disabled: 1 }) as never;
    const fallback = fallbackWith({ findLegacyUser, forgetUser: called, createUser: called });
    const unusable = { kind: "busy", problems: [{ code: "login/record-unusable" }] };
    expect(await fallback.onPasswordReset("ann")).toMatchObject(unusable);
    expect(await fallback.onPasswordSet("ann")).toMatchObject(unusable);
    expect(await fallback.onSignUp("ann")).toMatchObject(unusable);
    expect(await fallback.onDelete("ann")).toMatchObject(unusable);
    expect(await fallback.onEmailChange("ann", "other")).toMatchObject(unusable);
    expect(called).not.toHaveBeenCalled();
  });

  it("takes null for a column that is empty", async () => {
    const empty = { disabled: null, migrated: null, salt: { before: null, after: null }, pepper: null };
    const findLegacyUser = async () => ({ ...ANN, ...empty }) as never;
    expect((await fallbackWith({ findLegacyUser }).attempt("ann", "U*U")).kind).toBe("migrated");
  });
});

describe("facts of the old hashes that no hash can be verified with", () => {
  it.each<[string, object]>([
    ["passwordSteps", { passwordSteps: [{ kind: "foo" }] }],
    ["passwordSteps", { passwordSteps: "x" }],
    ["passwordSteps", { passwordSteps: [null] }],
    ["passwordSteps", { passwordSteps: [{ kind: "cut" }] }],
    ["passwordSteps", { passwordSteps: [{ kind: "cut", bytes: -1 }] }],
    ["passwordSteps", { passwordSteps: [{ kind: "cut", bytes: 0 }] }],
    ["passwordSteps", { passwordSteps: [{ kind: "digest", digest: "md55" }] }],
    ["passwordSteps", { passwordSteps: [{ kind: "pepper", place: "after", pepper: "text" }] }],
    ["signerKey", { signerKey: "not base64 !!" }],
    ["signerKey", { signerKey: 5 }],
    ["pepper", { pepper: "x\ud800" }],
    ["pepper", { pepper: ["x", "\ud800"] }],
  ])("%s of %j are refused when the fallback or the hasher is made", (name, facts) => {
    expect(() => fallbackWith(facts as never)).toThrow(new RegExp(`^${name}`));
    expect(() => createPasswordHasher({ write: bcrypt(), read: facts as never })).toThrow(new RegExp(`^${name}`));
  });

  it("are taken where they are right", () => {
    const digest = { kind: "digest", digest: "sha256" } as const;
    const passwordSteps = [{ kind: "php-trim" }, { kind: "cut", bytes: 20 }, digest] as const;
    const facts = { passwordSteps, signerKey: "c3VwZXJsb25na2V5", pepper: ["new", "", "\u{1f511}"] };
    expect(() => fallbackWith(facts)).not.toThrow();
    expect(() => createPasswordHasher({ write: bcrypt(), read: facts })).not.toThrow();
  });
});

describe("functions that are missing or none", () => {
  it.each([
    ["findLegacyUser", { findLegacyUser: undefined }],
    ["importUser", { importUser: undefined }],
    ["signUp", { signUp: "x" }],
    ["claimUser", { claimUser: {} }],
    ["onError", { onError: 1 }],
  ])("%s is told when the fallback is made", (name, given) => {
    expect(() => fallbackWith(given as never)).toThrow(new TypeError(`${name} must be a function`));
  });
});
