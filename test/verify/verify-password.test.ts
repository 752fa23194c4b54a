import { scryptSync } from "node:crypto";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import type { ProblemCode, SourceName } from "../../src/index.js";
import { setEnginePolicy } from "../../src/verify/engines/choose-engine.js";
import {
  createDummyVerification,
  DEFAULT_VERIFY_LIMITS,
  estimateVerification,
  type PlanOptions,
  type VerifyLimits,
  verifyPassword,
} from "../../src/verify/index.js";
import { sharedGate } from "../../src/verify/run/gate.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SLOW_BCRYPT = BCRYPT.replace("$05$", "$10$");
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const SHA512_CRYPT =
  "$6$52450745$k5ka2p8bFuSmoVT1tzOyyuaREkkKBcCNqoDKzYiJL9RaE8yMnPgh2XzzF0NDrUhgrcLwg78xs1w5pJiypEdFX/";

function idle(): void {
  expect([sharedGate.running(), sharedGate.waiting()]).toEqual([0, 0]);
}

afterEach(() => setEnginePolicy({ native: true }));

describe("a salt and a key of scrypt in hexadecimal", () => {
  const salt = "000102030405060708090a0b0c0d0e0f";
  const made = (r: number) =>
    `${salt}:${scryptSync("pass", salt, 64, { N: 16_384, r, p: 1, maxmem: 2 ** 26 }).toString("hex")}`;

  it.each<[number, SourceName | undefined, boolean]>([
    [16, undefined, true],
    [8, undefined, true],
    [16, "better-auth", true],
    [8, "better-auth", false],
    [8, "lucia", false],
    [4, undefined, false],
  ])("with r = %i from %s: %s", async (r, source, matches) => {
    const verified = await verifyPassword("pass", made(r), source === undefined ? {} : { source });
    expect(verified).toMatchObject({ ok: true, value: { matches, scheme: "scrypt" } });
  });
});

describe("limits", () => {
  const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
  it.each<[string, Partial<VerifyLimits>, SourceName | undefined, boolean]>([
    [BCRYPT, { bcryptCost: 5 }, undefined, true],
    [BCRYPT, { bcryptCost: 5 }, "drupal", true],
    [BCRYPT, { bcryptCost: 5 }, "wordpress", false],
    [BCRYPT, { bcryptCost: 6 }, "wordpress", true],
    [BCRYPT, { bcryptCost: 5 }, "symfony", false],
    [BCRYPT, { bcryptCost: 6 }, "symfony", true],
    [BCRYPT, { bcryptCost: 5 }, "woltlab", false],
    [ARGON2, { argon2Work: 512 }, "symfony", true],
    [ARGON2, { argon2Work: 1023 }, "wordpress", false],
    [ARGON2, { argon2Work: 1024, argon2TimeCost: 2, memoryBytes: 262_144 }, "wordpress", true],
    [PHPASS, { digestRounds: 2048 }, undefined, true],
    [PHPASS, { digestRounds: 2048 }, "wordpress", false],
    [PHPASS, { digestRounds: 4096 }, "wordpress", true],
    // 16,384 · 16 and, where no source rules it out, 16,384 · 8.
    [`${"0".repeat(32)}:${"0".repeat(128)}`, { scryptWork: 262_144 }, "better-auth", true],
    [`${"0".repeat(32)}:${"0".repeat(128)}`, { scryptWork: 262_144 }, undefined, false],
  ])("count every computation for one password: %s, %o, %s", (hash, limits, source, isWithin) => {
    const estimate = estimateVerification(hash, { limits, ...(source === undefined ? {} : { source }) });
    expect(estimate.ok ? "within" : estimate.problems[0].code).toBe(isWithin ? "within" : "verify/cost-over-limit");
  });

  it.each<[keyof VerifyLimits, number, string, string]>([
    ["bcryptCost", 4, BCRYPT, "verify/cost-over-limit"],
    ["argon2TimeCost", 1, ARGON2, "verify/cost-over-limit"],
    ["argon2Work", 511, ARGON2, "verify/cost-over-limit"],
    ["argon2Parallelism", 0, ARGON2, "verify/cost-over-limit"],
    ["memoryBytes", 256 * 1024 - 1, ARGON2, "verify/cost-over-limit"],
    ["digestRounds", 4999, SHA512_CRYPT, "verify/cost-over-limit"],
    [
      "pbkdf2Iterations",
      19_999,
      "pbkdf2_sha256$20000$H0dPx8NeajVu$GiC4k5kqbbR9qWBlsRgDywNqC2vd9kqfk7zdorEnNas=",
      "verify/cost-over-limit",
    ],
    ["scryptWork", 255, `$scrypt$ln=5,r=8,p=1$c2FsdA$${"A".repeat(43)}`, "verify/cost-over-limit"],
    ["passwordBytes", 2, BCRYPT, "verify/password-too-long"],
  ])("%s %i refuses before any work, and the next higher bound does not", async (name, bound, hash, code) => {
    const refused = await verifyPassword("U*U", hash, { limits: { [name]: bound } });
    expect(refused).toMatchObject({ ok: false, problems: [{ code, field: name }] });
    expect((await verifyPassword("U*U", hash, { limits: { [name]: bound + 1 } })).ok).toBe(true);
  });

  it("count the PBKDF2 around scrypt, whose cost a small N hides", () => {
    const hash = `$scrypt$ln=1,r=2,p=999999$c2FsdHNhbHQ$${"A".repeat(43)}`;
    expect(estimateVerification(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "verify/cost-over-limit", field: "scryptWork" }],
    });
  });

  it("let what systems write by default pass", () => {
    const signerKey = `${"A".repeat(86)}==`;
    const scrypt = (m: number) => `$f_scrypt$${signerKey}$c2FsdA==$m=${m}$r=8$s=Bw==`;
    const argon2 = (costs: string) => `$argon2id$v=19$${costs}$c29tZXNhbHQ$${"A".repeat(43)}`;
    for (const hash of [
      scrypt(14),
      scrypt(15),
      BCRYPT.replace("$05$", "$14$"),
      argon2("m=65536,t=4,p=1"),
      argon2("m=65536,t=3,p=4"),
      argon2("m=262144,t=3,p=1"),
      `pbkdf2_sha256$1200000$salt$${"A".repeat(43)}=`,
      `scrypt:131072:8:1$salt$${"0".repeat(128)}`,
      `$S$G${"a".repeat(8)}${"a".repeat(43)}`,
    ]) {
      expect(estimateVerification(hash, { signerKey }), hash).toMatchObject({ ok: true });
    }
  });

  it("are checked themselves: a bound that is not a number is a caller's bug", async () => {
    await expect(verifyPassword("x", BCRYPT, { limits: { bcryptCost: Number.NaN } })).rejects.toThrow(TypeError);
    await expect(verifyPassword("x", BCRYPT, { limits: { unknown: 1 } as never })).rejects.toThrow(TypeError);
    await expect(verifyPassword("x", BCRYPT, { limits: { bcryptCost: "12" as never } })).rejects.toThrow(TypeError);
  });

  it("are in a frozen object", () => {
    expect(Object.isFrozen(DEFAULT_VERIFY_LIMITS)).toBe(true);
  });
});

describe("passwords", () => {
  it("are bytes or text, and the same ones give the same answer", async () => {
    for (const password of ["U*U", Buffer.from("U*U"), runInNewContext("Uint8Array.from([85, 42, 85])")]) {
      expect(await verifyPassword(password, BCRYPT)).toMatchObject({ ok: true, value: { matches: true } });
    }
  });

  it("given as bytes are left as they are", async () => {
    const password = Buffer.from("U*U");
    await verifyPassword(password, BCRYPT);
    expect(password.toString()).toBe("U*U");
  });

  it.each([undefined, null, 7, ["U*U"], { length: 3 }, [85, 42, 85]])(
    "that are %j are a problem of data",
    async (password) => {
      const message = "the password is not text or bytes";
      expect(await verifyPassword(password as never, BCRYPT)).toMatchObject({
        ok: false,
        problems: [{ code: "verify/password-not-text", message }],
      });
    },
  );

  it("with half a character have no bytes", async () => {
    for (const password of ["\ud800", "a\udc00b"]) {
      expect(await verifyPassword(password, BCRYPT)).toMatchObject({
        ok: false,
        problems: [{ code: "verify/password-not-text" }],
      });
    }
  });
});

describe("aborting", () => {
  it("refuses at once with a signal that is aborted already", async () => {
    const verified = await verifyPassword("U*U", BCRYPT, { signal: AbortSignal.abort() });
    expect(verified).toMatchObject({ ok: false, problems: [{ code: "verify/aborted" }] });
    idle();
  });

  it.each([
    ["native bcrypt", SLOW_BCRYPT, true],
    ["an iterated digest", SHA512_CRYPT, true],
    ["portable bcrypt", SLOW_BCRYPT, false],
  ])("ends %s, running or waiting, and leaves nothing behind", async (_, hash, native) => {
    setEnginePolicy({ native });
    const abort = new AbortController();
    const limits = { concurrency: 1, queueLength: 10 };
    const calls = Array.from({ length: 5 }, () => verifyPassword("x", hash, { signal: abort.signal, limits }));
    setImmediate(() => abort.abort());
    for (const verified of await Promise.all(calls)) {
      expect(verified).toMatchObject({ ok: false, problems: [{ code: "verify/aborted" }] });
    }
    idle();
  });

  it("ends a worker in the middle of its work", async () => {
    setEnginePolicy({ native: false });
    const abort = new AbortController();
    // Cost 31 takes days, so that the call ends at all only if its worker is ended.
    const limits = { bcryptCost: 31 };
    const call = verifyPassword("x", BCRYPT.replace("$05$", "$31$"), { signal: abort.signal, limits });
    setTimeout(() => abort.abort(), 50);
    expect((await call).ok).toBe(false);
    idle();
  });
});

describe("the queue", () => {
  it("refuses when it is full, and leaves nothing running", async () => {
    const limits = { concurrency: 1, queueLength: 1 };
    const calls = Array.from({ length: 4 }, () => verifyPassword("U*U", BCRYPT, { limits }));
    const results = await Promise.all(calls);
    expect(results.map((result) => (result.ok ? result.value.matches : result.problems[0].code))).toEqual([
      true,
      true,
      "verify/queue-full",
      "verify/queue-full",
    ]);
    idle();
  });
});

describe("the event loop", () => {
  it.each([
    ["native bcrypt", SLOW_BCRYPT, true],
    ["portable bcrypt", SLOW_BCRYPT, false],
    ["sha512-crypt", SHA512_CRYPT.replace("$6$", "$6$rounds=60000$"), true],
  ])("turns while %s computes", async (_, hash, native) => {
    setEnginePolicy({ native });
    await verifyPassword("x", BCRYPT);
    let [turns, isDone] = [0, false];
    const turn = (): void => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await verifyPassword("x", hash);
    isDone = true;
    // Each takes some hundred milliseconds; what holds the loop lets it turn a few times only.
    expect(turns).toBeGreaterThan(20);
  });
});

describe("createDummyVerification", () => {
  /** Its bcrypt is over the password and a pepper, always. */
  const PEPPERED = { source: "flask-security" } as const;

  it("computes the commonest kind of hash, and tells nothing", async () => {
    const dummy = createDummyVerification();
    expect(dummy.ok && (await dummy.value.run("x"))).toEqual({ ok: true, value: null, warnings: [] });
  });

  it.each<[string, string | undefined, PlanOptions, ProblemCode | "made"]>([
    ["a hash of its own", BCRYPT, { limits: { bcryptCost: 5 } }, "made"],
    ["a hash over the limit", BCRYPT, { limits: { bcryptCost: 4 } }, "verify/cost-over-limit"],
    ["a text that is not a hash", "not a hash", {}, "hash/unrecognised"],
    ["the commonest hash", undefined, { limits: { bcryptCost: 10 } }, "made"],
    ["the commonest hash over the limit", undefined, { limits: { bcryptCost: 9 } }, "verify/cost-over-limit"],
    // Without its pepper the system's own hash can't be computed: the plain one is, as it would be for all users.
    ["a system whose pepper is missing", undefined, { ...PEPPERED, limits: { bcryptCost: 10 } }, "made"],
    ["the same, over the limit", undefined, { ...PEPPERED, limits: { bcryptCost: 9 } }, "verify/cost-over-limit"],
    [
      "the same in two encodings, over the limit of one",
      undefined,
      { ...PEPPERED, encodings: ["utf-8", "latin1"], limits: { bcryptCost: 10 } },
      "verify/cost-over-limit",
    ],
    [
      "the same in two normal forms, over the limit of one",
      undefined,
      { ...PEPPERED, normalForms: ["NFC", "NFD"], limits: { bcryptCost: 10 } },
      "verify/cost-over-limit",
    ],
  ])("of %s", (_what, like, options, outcome) => {
    const dummy = createDummyVerification(like, options);
    expect(dummy.ok ? "made" : dummy.problems[0].code).toBe(outcome);
  });

  it("tells what a real one would be refused for", async () => {
    const dummy = createDummyVerification(BCRYPT);
    expect(dummy.ok && (await dummy.value.run("x".repeat(2000)))).toMatchObject({
      ok: false,
      problems: [{ code: "verify/password-too-long" }],
    });
  });
});

describe("needsRehash", () => {
  it.each([
    ["bcrypt below cost 10", "$2b$09$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", true],
    ["bcrypt of cost 10", "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", false],
    ["the faulty 2x of any cost", "$2x$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", true],
    ["argon2id m=19456,t=2", `$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$${"A".repeat(43)}`, false],
    ["argon2id m=19456,t=1", `$argon2id$v=19$m=19456,t=1,p=1$c29tZXNhbHQ$${"A".repeat(43)}`, true],
    ["argon2id m=7168,t=5", `$argon2id$v=19$m=7168,t=5,p=1$c29tZXNhbHQ$${"A".repeat(43)}`, false],
    ["argon2id m=47104,t=1", `$argon2id$v=19$m=47104,t=1,p=1$c29tZXNhbHQ$${"A".repeat(43)}`, false],
    ["argon2i, however strong", `$argon2i$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$${"A".repeat(43)}`, true],
    ["scrypt N=2^17", `scrypt:131072:8:1$salt$${"0".repeat(128)}`, false],
    ["scrypt N=2^15", `scrypt:32768:8:1$salt$${"0".repeat(128)}`, true],
    ["scrypt N=2^15, p=3", `scrypt:32768:8:3$salt$${"0".repeat(128)}`, false],
    ["pbkdf2-sha256 below 600000", `pbkdf2_sha256$599999$salt$${"A".repeat(43)}=`, true],
    ["pbkdf2-sha256 of 600000", `pbkdf2_sha256$600000$salt$${"A".repeat(43)}=`, false],
    ["pbkdf2-sha1 below 1300000", `pbkdf2_sha1$1299999$salt$${"A".repeat(27)}=`, true],
    ["pbkdf2-sha1 of 1300000", `pbkdf2_sha1$1300000$salt$${"A".repeat(27)}=`, false],
    ["pbkdf2-sha512 of 210000", `$pbkdf2-sha512$210000$c2FsdA$${"A".repeat(86)}`, false],
    ["sha512-crypt of any rounds", SHA512_CRYPT.replace("$6$", "$6$rounds=900000$"), true],
  ])("of %s", (_, hash, needsRehash) => {
    expect(estimateVerification(hash)).toMatchObject({ ok: true, value: { needsRehash } });
  });
});
