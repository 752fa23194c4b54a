import { beforeEach, describe, expect, it, vi } from "vitest";
import { SOURCE_NAMES, type SourceName } from "../../src/index.js";
import {
  bcrypt,
  createLoginFallback,
  createPasswordHasher,
  type LegacyUser,
  type LoginFallbackOptions,
} from "../../src/login/index.js";
import type { derive as realDerive } from "../../src/verify/engines/derive.js";
import { createDummyVerification, verifyPassword } from "../../src/verify/index.js";
import type { planVerification as realPlan } from "../../src/verify/run/plan-verification.js";

/** What was computed, in the order of time: scheme, cost and bytes of each computation. */
const computed: string[] = [];

vi.mock("../../src/verify/engines/derive.js", async (original) => {
  const real = await original<{ derive: typeof realDerive }>();
  const derive: typeof realDerive = (primitive, request, signal) => {
    const costs = "cost" in request ? `cost ${request.cost}` : "";
    computed.push(`${primitive} ${costs}, ${request.password.length} bytes`);
    // The same with less work: this test counts and does not measure.
    const cheap = "cost" in request ? { ...request, cost: 4 } : request;
    return real.derive(primitive, cheap, signal);
  };
  return { ...real, derive };
});

/** How many hashes were read and planned. */
const plans = vi.hoisted(() => ({ count: 0 }));

vi.mock("../../src/verify/run/plan-verification.js", async (original) => {
  const real = await original<{ planVerification: typeof realPlan }>();
  const planVerification: typeof realPlan = (...given) => {
    plans.count++;
    return real.planVerification(...given);
  };
  return { ...real, planVerification };
});

beforeEach(() => computed.splice(0));

/** What most systems write, bcrypt with cost 10; nobody knows a password for it. */
const REAL = "$2a$10$abcdefghijklmnopqrstuuYLrprYlyyOU.eW6xkzAsdZFDalWKbfO";
const PASSWORDS = ["plain", "it's", 'a "quoted" \\ one', "a\0b", " spaced ", "a<b & c", "k".repeat(73), "ﬁé", ""];
const PEPPERS = [undefined, "", "a pepper"];

async function workOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  computed.splice(0);
  await run();
  return [...computed];
}

const CASES = SOURCE_NAMES.flatMap((source) => PEPPERS.map((pepper) => [source, pepper] as const));

describe("the standard dummy", () => {
  it.each(CASES)("computes for %s, pepper %o, what a user's hash takes, whatever is typed", async (source, pepper) => {
    const options = { source, ...(pepper === undefined ? {} : { pepper }) };
    const dummy = createDummyVerification(undefined, options);
    if (!dummy.ok) throw new Error(dummy.problems[0].code);
    // TYPO3's present hashes are $2y$, and over a digest; its older $2a$ are not.
    const hash = source === "typo3" ? REAL.replace("$2a$", "$2y$") : REAL;
    for (const password of PASSWORDS) {
      const real = await workOf(() => verifyPassword(password, hash, options));
      const made = await workOf(() => dummy.value.run(password));
      // A hash that nobody here can verify costs what the dummy costs, because the fallback runs it then.
      expect(made.length).toBeGreaterThan(0);
      if (real.length > 0) expect(made, JSON.stringify(password)).toEqual(real);
    }
  });
});

describe("the fallback", () => {
  const user: LegacyUser = { id: "1", passwordHash: REAL };
  it.each<[SourceName | undefined, LegacyUser]>([
    [undefined, user],
    ["wordpress", user],
    ["symfony", user],
    ["woltlab", user],
    ["nextcloud", user],
    ["smf", user],
    ["wordpress", { ...user, passwordHash: "$2a$10$cut" }],
    ["symfony", { ...user, passwordHash: null }],
  ])("does the same work for unknown and for known users of %s", async (source, known) => {
    const fallback = createLoginFallback({
      findLegacyUser: async (identifier) => (identifier === "known" ? known : null),
      importUser: async () => undefined,
      ...(source === undefined ? {} : { source }),
    });
    for (const password of PASSWORDS) {
      const ofKnown = await workOf(() => fallback.attempt("known", password));
      const ofUnknown = await workOf(() => fallback.attempt("nobody", password));
      expect(ofUnknown.length).toBeGreaterThan(0);
      expect(ofUnknown, JSON.stringify(password)).toEqual(ofKnown);
    }
  });
});

describe("whatever is tried of a password", () => {
  // Known answer of libxcrypt's crypt() for 73 bytes, of which bcrypt reads 72.
  const LONG = "correct horse battery staple, correct horse battery staple, correct horse batteries";
  const CUT = "$2y$10$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36";
  const users: Readonly<Record<string, LegacyUser>> = {
    known: { id: "1", passwordHash: REAL },
    migrated: { id: "2", passwordHash: REAL, migrated: true },
    disabled: { id: "3", passwordHash: REAL, disabled: true },
    "can't be verified": { id: "4", passwordHash: "$2a$10$cut" },
    "without a password": { id: "5", passwordHash: null },
    partial: { id: "6", passwordHash: CUT },
  };
  const typed = ["plain", "Grüße", "ﬁé", "中文", LONG, "it's", " spaced ", "e\u0301", "\ud800", "k".repeat(2000)];
  const settings: readonly Partial<LoginFallbackOptions<LegacyUser>>[] = [
    { pepper: ["new", "old", ""] },
    { encodings: ["utf-8", "latin1", "utf-16le"], limits: { bcryptCost: 16 } },
    { normalForms: ["as-typed", "NFC", "NFKC"] },
    {
      pepper: ["new", ""],
      encodings: ["utf-8", "latin1"],
      normalForms: ["NFC", "NFD"],
      source: "wordpress",
    },
    { passwordSteps: [{ kind: "cut", bytes: 16 }], partialMatch: "refuse" },
    { partialMatch: "must-reset" },
  ];

  it.each(settings)("%j: a miss costs what a hit costs, and nobody costs what a user costs", async (given) => {
    const fallback = createLoginFallback({
      findLegacyUser: async (identifier) => users[identifier] ?? null,
      importUser: async () => undefined,
      signUp: async () => undefined,
      ...given,
    });
    for (const password of typed) {
      const ofNobody = await workOf(() => fallback.attempt("nobody", password));
      if (password.length < 1000 && password !== "\ud800") expect(ofNobody.length).toBeGreaterThan(0);
      for (const who of Object.keys(users)) {
        const work = await workOf(() => fallback.attempt(who, password));
        expect(work, `${who}: ${JSON.stringify(password)}`).toEqual(ofNobody);
      }
    }
  });

  it("computes no more than the limits count", async () => {
    const options = { pepper: ["new", "old", ""], encodings: ["utf-8", "latin1"] } as const;
    // Six computations of cost 10 are no more than one of cost 12.6.
    const within = await verifyPassword("Grüße", REAL, { ...options, limits: { bcryptCost: 12.6 } });
    expect(within.ok).toBe(true);
    expect(await workOf(() => verifyPassword("Grüße", REAL, options))).toHaveLength(6);
    // Of ASCII both encodings are the same bytes.
    expect(await workOf(() => verifyPassword("plain", REAL, options))).toHaveLength(3);
    const over = await verifyPassword("Grüße", REAL, { ...options, limits: { bcryptCost: 12.5 } });
    expect(over).toMatchObject({ problems: [{ code: "verify/cost-over-limit" }] });
  });

  it("costs the same where a verifier of the caller's own is asked, which is asked for nobody too", async () => {
    const asked: string[] = [];
    const verify: typeof verifyPassword = async (password, hash, options) => {
      asked.push(hash);
      return verifyPassword(password, hash, options);
    };
    const fallback = createLoginFallback({
      findLegacyUser: async (identifier) => users[identifier] ?? null,
      importUser: async () => undefined,
      verify,
      commonHash: REAL,
    });
    const ofNobody = await workOf(() => fallback.attempt("nobody", "plain"));
    expect(asked).toEqual([REAL]);
    for (const who of Object.keys(users)) {
      expect(await workOf(() => fallback.attempt(who, "plain")), who).toEqual(ofNobody);
    }
  });
});

describe("users of several schemes", () => {
  const DIGEST = "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=";
  const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
  const COSTLY = "$2a$12$abcdefghijklmnopqrstuuYLrprYlyyOU.eW6xkzAsdZFDalWKbfO";
  const users: Readonly<Record<string, LegacyUser>> = {
    bcrypt: { id: "1", passwordHash: REAL },
    digest: { id: "2", passwordHash: DIGEST },
    phpass: { id: "3", passwordHash: PHPASS },
    costly: { id: "4", passwordHash: COSTLY },
    cheaper: { id: "5", passwordHash: COSTLY.replace("$12$", "$09$") },
  };
  const fallbackWith = (given: Partial<LoginFallbackOptions<LegacyUser>>) =>
    createLoginFallback({
      findLegacyUser: async (identifier) => users[identifier] ?? null,
      importUser: async () => undefined,
      signUp: async () => undefined,
      ...given,
    });

  it("a wrong password costs one check of each kind that was seen, in any order of users", async () => {
    const fallback = fallbackWith({});
    const sorted = async (who: string) => (await workOf(() => fallback.attempt(who, "wrong"))).toSorted();
    expect(await sorted("nobody")).toEqual(["bcrypt cost 10, 5 bytes"]);
    for (const who of ["digest", "phpass", "cheaper"]) await sorted(who);
    const ofNobody = ["bcrypt cost 10, 5 bytes", "bcrypt cost 9, 5 bytes"];
    for (const who of ["nobody", "bcrypt", "digest", "phpass", "cheaper"]) {
      expect(await sorted(who), who).toEqual(ofNobody);
    }
    // Of one that costs more than the common hash it is known that it is there.
    expect(await sorted("costly")).toContain("bcrypt cost 12, 5 bytes");
    expect(await sorted("nobody")).toEqual(ofNobody);
    // Whoever knows the password learns that anyhow.
    expect(await workOf(() => fallback.attempt("phpass", "hashcat"))).toEqual([]);
    expect(await workOf(() => fallbackWith({ padCheapChecks: false }).attempt("phpass", "wrong"))).toEqual([]);
  });

  it("computes one of each kind that is listed from the first attempt on", async () => {
    const fallback = fallbackWith({ commonHash: [REAL, users.cheaper?.passwordHash as string] });
    for (const who of ["nobody", "bcrypt", "cheaper", "digest"]) {
      const work = await workOf(() => fallback.attempt(who, "wrong"));
      expect(work.toSorted(), who).toEqual(["bcrypt cost 10, 5 bytes", "bcrypt cost 9, 5 bytes"]);
    }
    expect(() => fallbackWith({ commonHash: [REAL, "$2a$10$cut"] })).toThrow(TypeError);
  });

  it("is busy where there is no place for it, as for nobody", async () => {
    const fallback = fallbackWith({ limits: { concurrency: 1, queueLength: 1 } });
    for (const who of ["nobody", "digest"]) {
      const outcomes = await Promise.all(["a", "b", "c", "d"].map((typed) => fallback.attempt(who, typed)));
      expect(
        outcomes.some(({ kind }) => kind === "busy"),
        who,
      ).toBe(true);
    }
  });

  it("a user's hash and nobody's are each read once", async () => {
    const fallback = fallbackWith({});
    const readsOf = async (who: string) => {
      const before = plans.count;
      await fallback.attempt(who, "wrong");
      return plans.count - before;
    };
    expect(await readsOf("nobody")).toBe(1);
    expect(await readsOf("bcrypt")).toBe(1);
    expect(await readsOf("costly")).toBe(1);
    expect(await readsOf("phpass")).toBe(1);
  });
});

describe("a hasher of one's own", () => {
  const hasher = createPasswordHasher({ write: bcrypt({ cost: 11 }), read: { source: "wordpress" } });
  const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";

  it("computes for a user who does not exist what it computes for one, and reads as many hashes", async () => {
    const hashed = await hasher.hash("right");
    const stored = hashed.ok ? hashed.value : "";
    for (const password of ["wrong", "it's", "k".repeat(73), "", "\ud800", "k".repeat(2000)]) {
      const seen = new Map<string | null, object>();
      for (const text of [stored, null]) {
        const before = plans.count;
        const work = await workOf(() => hasher.verify(password, text));
        seen.set(text, { work, read: plans.count - before });
      }
      expect(seen.get(null), password).toEqual(seen.get(stored));
    }
  });

  it("computes one of each kind that it has seen", async () => {
    const cheaper = "$2b$09$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    const own = createPasswordHasher({ write: bcrypt({ cost: 11 }) });
    const expected = ["bcrypt cost 11, 5 bytes", "bcrypt cost 9, 5 bytes"];
    for (const stored of [cheaper, null, PHPASS, cheaper]) {
      expect((await workOf(() => own.verify("wrong", stored))).toSorted()).toEqual(expected);
    }
  });

  it.each(["", "!", "$2a$10$cut", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="])(
    "computes for %j, which costs less or nothing, what nobody's costs as well",
    async (text) => {
      const ofNobody = await workOf(() => hasher.verify("wrong", null));
      expect(ofNobody).toEqual(["bcrypt cost 11, 5 bytes"]);
      expect(await workOf(() => hasher.verify("wrong", text))).toEqual(ofNobody);
    },
  );
});
