import { describe, expect, it, vi } from "vitest";
import { inTurn } from "../../src/login/check-password.js";
import { createLoginFallback, type LegacyUser, type LoginFallbackOptions } from "../../src/login/index.js";
import { success } from "../../src/result.js";
import type { verifyPassword } from "../../src/verify/index.js";
import { createGate } from "../../src/verify/internal.js";

// Known answer of crypt_blowfish.
const ANN: LegacyUser = {
  id: "1",
  passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
};
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

function fallbackWith(given: Partial<LoginFallbackOptions<LegacyUser>>) {
  return createLoginFallback<LegacyUser>({
    findLegacyUser: async (identifier) => (identifier === "ann" ? ANN : null),
    importUser: async () => undefined,
    commonHash: CHEAP,
    ...given,
  });
}

/** A look-up that answers when it is let. */
function heldLookUp() {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const findLegacyUser = vi.fn(async (_identifier: string) => {
    await held;
    return null;
  });
  return { findLegacyUser, release };
}

const many = (count: number, run: (at: number) => Promise<{ readonly kind: string }>) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));
const kindsOf = (outcomes: readonly { readonly kind: string }[], kind: string) =>
  outcomes.filter((outcome) => outcome.kind === kind).length;

describe("attempts with one identifier", () => {
  it("take no more places than they may have, and other users' attempts get theirs", async () => {
    const { findLegacyUser, release } = heldLookUp();
    const fallback = fallbackWith({
      findLegacyUser,
      attemptsAtOnce: 10,
      attemptsPerIdentifier: 4,
    });
    const flood = many(50, (at) => fallback.attempt([" ann@x ", "Ann@X"][at % 2] as string, "guess"));
    const others = many(6, (at) => fallback.attempt(`user ${at}`, "guess"));
    release();
    expect(kindsOf(await flood, "unknown-user")).toBe(4);
    expect(await flood).toContainEqual(
      expect.objectContaining({
        kind: "busy",
        problems: [expect.objectContaining({ code: "login/attempts-full" })],
      }),
    );
    expect(kindsOf(await others, "unknown-user")).toBe(6);
    expect(findLegacyUser).toHaveBeenCalledTimes(10);
    // The places are free again.
    expect(kindsOf(await many(4, () => fallback.attempt("ann@x", "guess")), "unknown-user")).toBe(4);
  });

  it("are 20 unless something else is said, for those who are there and those who are not", async () => {
    for (const identifier of ["ann", "nobody", { $ne: null }, "x".repeat(2000)]) {
      const { findLegacyUser, release } = heldLookUp();
      const fallback = fallbackWith({ findLegacyUser });
      const flood = many(30, () => fallback.attempt(identifier as string, "guess"));
      release();
      expect(kindsOf(await flood, "busy"), JSON.stringify(identifier).slice(0, 20)).toBe(10);
    }
  });

  it("do not keep the user from being deleted", async () => {
    const findLegacyUser = async () => ANN;
    const verify = () => new Promise<never>(() => undefined);
    const fallback = fallbackWith({
      findLegacyUser,
      verify,
      forgetUser: async () => true,
      attemptsPerIdentifier: 1,
    });
    const abort = new AbortController();
    const guess = fallback.attempt("ann", "guess", { signal: abort.signal });
    expect((await fallback.attempt("ann", "guess")).kind).toBe("busy");
    expect((await fallback.onDelete("ann")).kind).toBe("forgotten");
    abort.abort();
    await guess;
  });

  it.each([0, -1, Number.NaN])("are not %d", (attemptsPerIdentifier) => {
    expect(() => fallbackWith({ attemptsPerIdentifier })).toThrow(TypeError);
  });
});

describe("an attempt that takes longer than answerWithinMs", () => {
  const late = { kind: "busy", loggedIn: false, problems: [{ code: "login/timed-out" }] };

  it("is busy, leaves its verification, and changes nothing after that", async () => {
    let finish = (): void => {};
    let signal: AbortSignal | undefined;
    const verify: typeof verifyPassword = async (_password, _hash, options) => {
      signal = options?.signal;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return success({ matches: true, scheme: "bcrypt", needsRehash: false, coverage: "whole" });
    };
    const importUser = vi.fn(async () => undefined);
    const fallback = fallbackWith({
      verify,
      importUser,
      answerWithinMs: 20,
      attemptsAtOnce: 1,
    });
    expect(await fallback.attempt("ann", "U*U")).toMatchObject(late);
    expect(signal?.aborted).toBe(true);
    // Its place is free once nothing of it runs any more.
    expect(await fallback.attempt("ann", "U*U")).toMatchObject({
      problems: [{ code: "login/attempts-full" }],
    });
    finish();
    await vi.waitFor(async () => expect((await fallback.attempt("ann", "U*U")).kind).toBe("busy"));
    expect(importUser).not.toHaveBeenCalled();
  });

  it("that has begun an import lets it come to its end, and the next login finds the user brought over", async () => {
    let finish = (): void => {};
    const importUser = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const verification = { matches: true, scheme: "bcrypt", needsRehash: false, coverage: "whole" } as const;
    const verify = async () => success(verification);
    const fallback = fallbackWith({ importUser, verify, answerWithinMs: 500 });
    const first = fallback.attempt("ann", "U*U");
    await vi.waitFor(() => expect(importUser).toHaveBeenCalledOnce());
    const second = fallback.attempt("ann", "U*U");
    expect(await first).toMatchObject(late);
    finish();
    expect(["already-migrated", "busy"]).toContain((await second).kind);
    expect(importUser).toHaveBeenCalledOnce();
  });

  it("keeps its own word where the caller's signal aborts first", async () => {
    const { findLegacyUser, release } = heldLookUp();
    const fallback = fallbackWith({ findLegacyUser, answerWithinMs: 60_000 });
    const abort = new AbortController();
    const attempt = fallback.attempt("ann", "U*U", { signal: abort.signal });
    abort.abort();
    expect(await attempt).toMatchObject({ kind: "busy", problems: [{ code: "verify/aborted" }] });
    release();
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])("takes no answerWithinMs of %d", (answerWithinMs) => {
    expect(() => fallbackWith({ answerWithinMs })).toThrow(TypeError);
  });
});

describe("a crowd", () => {
  const ONE = { limits: { concurrency: 1 } };

  it("is answered one attempt after the other, each with all its checks, and not all at the end", async () => {
    const gate = createGate();
    const steps: string[] = [];
    const attempt = (name: string) =>
      inTurn(gate, ONE, undefined, async () => {
        for (const step of [1, 2, 3]) {
          await new Promise((resolve) => setImmediate(resolve));
          steps.push(`${name}${step}`);
        }
        return success(null);
      });
    await Promise.all(["a", "b", "c"].map(attempt));
    expect(steps).toEqual(["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
  });

  it("waits for half of the time that an answer may take, so that an attempt whose turn comes has the other half", async () => {
    const verify = () => new Promise<never>(() => undefined);
    const fallback = fallbackWith({ verify, answerWithinMs: 400, ...ONE });
    const [first, second] = await Promise.all([fallback.attempt("ann", "guess"), fallback.attempt("bob", "guess")]);
    expect([first, second]).toMatchObject([
      { kind: "busy", problems: [{ code: "login/timed-out" }] },
      {
        ...{ kind: "busy" },
        problems: [{ code: "login/timed-out", message: "the attempt waited for half of answerWithinMs" }],
      },
    ]);
  });
});
