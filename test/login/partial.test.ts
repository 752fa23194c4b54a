import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import bcrypt from "bcryptjs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  adviseOnHash,
  createLoginFallback,
  type LegacyUser,
  type LoginFallbackOptions,
} from "../../src/login/index.js";
import type { PartialPolicy } from "../../src/login/internal.js";
import { success } from "../../src/result.js";
import { type Coverage, type Verification, verifyPassword } from "../../src/verify/index.js";
import { coversPassword } from "../../src/verify/steps/coverage.js";
import { byDay } from "../by-day.js";
import { needs } from "../needs.js";

// Known answers of libxcrypt's crypt(): 73 bytes of LONG; 70 bytes of it and the pepper; hunter2h under des-crypt.
const LONG = "correct horse battery staple, correct horse battery staple, correct horse batteries";
const PEPPER = "5f4dcc3b5aa765d61d8327deb882cf99b5d9f0a4c6e8";
const CUT = "$2y$04$abcdefghijklmnopqrstuuF.CTsZXZxDKTOpMu0brRDDLr07GQf36";
const PEPPERED = "$2y$04$abcdefghijklmnopqrstuucdnjerAfe6F2PsztGWVG70anQRVwu2u";
const DES = "abFjERrjIDnVE";
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const POLICIES: readonly (PartialPolicy | undefined)[] = [undefined, "let-in", "must-reset", "refuse"];

function fallbackOf(user: LegacyUser, given: Partial<LoginFallbackOptions<LegacyUser>>) {
  const importUser = vi.fn(async () => undefined);
  const signUp = vi.fn(async (_user: LegacyUser, _password: string) => undefined);
  const findLegacyUser = async (identifier: string) => (identifier === "ann" ? user : null);
  const all = {
    findLegacyUser,
    importUser,
    signUp,
    commonHash: CHEAP,
    ...given,
  };
  return { fallback: createLoginFallback<LegacyUser>(all), importUser, signUp };
}

describe("a match that did not see all of what was typed, by policy", () => {
  it.each<[PartialPolicy | undefined, string, string]>([
    [undefined, "migrated", "must-reset"],
    ["let-in", "migrated", "let-in-unmigrated"],
    ["must-reset", "must-reset", "must-reset"],
    ["refuse", "wrong-password", "wrong-password"],
  ])("%s: %s where the service verifies the hash, %s where it does not", async (partial, importable, other) => {
    const typed = `${LONG.slice(0, 72)} and anything`;
    const given = partial === undefined ? {} : { partialMatch: partial };
    const one = fallbackOf({ id: "1", passwordHash: CUT }, given);
    const outcome = await one.fallback.attempt("ann", typed);
    expect(outcome).toMatchObject({ kind: importable, loggedIn: importable === "migrated" });
    if (outcome.kind === "migrated") expect(outcome.needsRehash).toBe(false);
    const peppered = { id: "1", passwordHash: PEPPERED, source: "devise", pepper: PEPPER } as const;
    const two = fallbackOf(peppered, given);
    const second = await two.fallback.attempt("ann", LONG.slice(0, 70));
    expect(second).toMatchObject({ kind: other, loggedIn: other === "let-in-unmigrated" });
    for (const { signUp } of [one, two]) expect(signUp).not.toHaveBeenCalled();
    expect(two.importUser).not.toHaveBeenCalled();
  });

  it("is a wrong password where it is refused, and says so to your log", async () => {
    const { fallback } = fallbackOf({ id: "1", passwordHash: CUT }, { partialMatch: "refuse" });
    const problems = [{ code: "login/password-not-covered" }];
    expect(await fallback.attempt("ann", `${LONG.slice(0, 72)} and anything`)).toMatchObject({
      kind: "wrong-password",
      problems,
    });
  });

  it("is not asked for by a check that saw the whole password", async () => {
    for (const partial of ["let-in", "must-reset", "refuse"] as const) {
      const { fallback } = fallbackOf({ id: "1", passwordHash: CHEAP }, { partialMatch: partial });
      expect((await fallback.attempt("ann", "wrong")).kind).toBe("wrong-password");
    }
  });

  it("takes no policy that does not exist", () => {
    expect(() => fallbackOf({ id: "1", passwordHash: CUT }, { partialMatch: "ask" as never })).toThrow(TypeError);
  });
});

/** des-crypt as Perl computes it, where there is one: eight characters of the password, seven bits of each. */
function desCrypt(password: string, salt: string): string | null {
  const program = "my ($p, $s) = map { chomp; $_ } <STDIN>; print crypt($p, $s);";
  const { status, stdout } = spawnSync("perl", ["-e", program], {
    input: `${password}\n${salt}\n`,
    encoding: "utf8",
  });
  return status === 0 ? stdout : null;
}

const verifyDes =
  (says: object): typeof verifyPassword =>
  async (password, hash) => {
    const matches = desCrypt(String(password), hash.slice(0, 2)) === hash;
    return success({ matches, scheme: "des-crypt", needsRehash: true, ...says } as Verification);
  };

describe("a verifier of one's own for a scheme that reads eight bytes", () => {
  needs("Perl with crypt", desCrypt("hunter2", "ab") === "ab0ozUNIgzCZ.").test(
    "never makes a password of what was typed unless it says that it saw all of it",
    async () => {
      const user = { id: "1", passwordHash: DES };
      for (const coverage of ["first-8-bytes", undefined, "all", "first--bytes", 8]) {
        for (const partial of POLICIES) {
          const given = {
            verify: verifyDes({ coverage }),
            ...(partial === undefined ? {} : { partialMatch: partial }),
          };
          const { fallback, signUp } = fallbackOf(user, given);
          for (const typed of ["hunter2h", "hunter2hunter", "hunter2h and anything"]) {
            const expected = {
              "let-in": "let-in-unmigrated",
              refuse: "wrong-password",
              "must-reset": "must-reset",
            };
            const outcome = await fallback.attempt("ann", typed);
            expect(outcome.kind).toBe(expected[partial ?? "must-reset"]);
            if (outcome.kind === "let-in-unmigrated") {
              expect(outcome.coverage).toBe(coverage === "first-8-bytes" ? coverage : "unstated");
            }
          }
          expect((await fallback.attempt("ann", "hunter2")).kind).toBe("wrong-password");
          expect(signUp).not.toHaveBeenCalled();
        }
      }
      const short = { id: "1", passwordHash: "ab0ozUNIgzCZ." };
      const { fallback, signUp } = fallbackOf(short, {
        verify: verifyDes({ coverage: "whole" }),
      });
      expect(await fallback.attempt("ann", "hunter2")).toMatchObject({ kind: "migrated", by: "password" });
      expect(signUp).toHaveBeenCalledExactlyOnceWith(short, "hunter2");
    },
  );
});

/** What a user would call the same password: white space at its ends, and how its characters are written. */
const sameText = (text: string) => text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, "").normalize("NFKC");

/** A scheme that alters what it gets, over a digest that anybody can compute. */
interface Scheme {
  readonly alter: (password: string) => string;
  readonly coverage: (typed: string) => Coverage;
}

const SCHEMES: readonly Scheme[] = [
  { alter: (text) => text, coverage: () => "whole" },
  { alter: (text) => text.slice(0, 8), coverage: (text) => (text.length < 8 ? "whole" : "first-8-bytes") },
  {
    alter: (text) => text.toUpperCase().slice(0, 14),
    coverage: (text) => (text.length >= 14 ? "first-14-bytes" : "case-folded"),
  },
  { alter: (text) => text.trim(), coverage: (text) => (text === text.trim() ? "whole" : "trimmed") },
];

describe("no text but the password becomes a password", () => {
  const letters = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(..."abAB é1ÄSs") });
  const changes: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => `${text}x`,
    (text) => `${text} `,
    (text) => text.slice(0, 8),
    (text) => text.slice(0, 14),
    (text) => text.toUpperCase(),
    (text) => text.normalize("NFD"),
    (text) => Buffer.from(text).toString("latin1"),
    (text) => `${text}${PEPPER}`,
  ];

  it("whatever a scheme cuts, folds or trims, under any policy", async () => {
    let letIn = 0;
    const property = fc.asyncProperty(
      letters,
      fc.constantFrom(...SCHEMES),
      fc.constantFrom(...POLICIES),
      fc.constantFrom(...changes),
      async (password, { alter, coverage }, partial, change) => {
        const verify = (async (typed: string, hash: string) =>
          success({
            matches: alter(typed) === alter(hash),
            scheme: "des-crypt",
            needsRehash: true,
            coverage: coverage(typed),
          })) as unknown as typeof verifyPassword;
        const given = { verify, ...(partial === undefined ? {} : { partialMatch: partial }) };
        const { fallback, signUp } = fallbackOf({ id: "1", passwordHash: password }, given);
        const outcome = await fallback.attempt("ann", change(password));
        if (outcome.loggedIn || outcome.kind === "must-reset") letIn++;
        for (const [, typed] of signUp.mock.calls) expect(sameText(typed)).toBe(sameText(password));
      },
    );
    await fc.assert(property, { numRuns: 1000 });
    expect(letIn).toBeGreaterThan(byDay(100));
  });

  it("whatever peppers, encodings and forms are tried", async () => {
    let covered = 0;
    const encodings = ["utf-8", "latin1", "utf-16le"] as const;
    const forms = ["as-typed", "NFC", "NFKC"] as const;
    const peppers = [PEPPER, ""];
    // The digest of password and pepper, in one of the encodings, as Node computes it.
    const property = fc.asyncProperty(
      letters,
      fc.constantFrom(...encodings),
      fc.constantFrom(...peppers),
      fc.constantFrom(...changes),
      async (password, encoding, pepper, change) => {
        const written = encoding === "utf-8" ? "utf8" : encoding === "latin1" ? "latin1" : "utf16le";
        const bytes = Buffer.concat([Buffer.from(password, written), Buffer.from(pepper)]);
        const hash = `{SHA}${createHash("sha1").update(bytes).digest("base64")}`;
        const typed = change(password);
        const options = { pepper: peppers, encodings, normalForms: forms };
        const verified = await verifyPassword(typed, hash, options);
        if (!verified.ok) throw new Error(verified.problems[0].code);
        const { matches, coverage } = verified.value;
        if (typed === password) expect(matches).toBe(true);
        if (!matches || !coversPassword(coverage)) return;
        covered++;
        expect(typed.normalize("NFKC")).toBe(password.normalize("NFKC"));
      },
    );
    await fc.assert(property, { numRuns: 1500 });
    expect(covered).toBeGreaterThan(byDay(200));
  });
});

describe("a text that may be a password and a pepper of the list", () => {
  const LONGEST = LONG.slice(0, 70);
  it.each<[string, string, string]>([
    ["ends in the pepper", "pw", "pwOLD"],
    ["is more than bcrypt reads, and ends in the pepper", `${LONGEST}xyz`, `${LONGEST}xyzOLD`],
    ["goes on after what bcrypt reads of the pepper", LONGEST, `${LONGEST}OLD and anything`],
  ])("is not imported without it, and becomes no password: it %s", async (_, password, typed) => {
    const passwordHash = bcrypt.hashSync(`${password}OLD`, 4);
    const kinds = { "let-in": "let-in-unmigrated", "must-reset": "must-reset", refuse: "wrong-password" };
    for (const pepper of [
      ["OLD", ""],
      ["", "OLD"],
    ]) {
      const origin = { source: "devise", pepper } as const;
      for (const partial of POLICIES) {
        const given = partial === undefined ? {} : { partialMatch: partial };
        const { fallback, importUser, signUp } = fallbackOf({ id: "1", passwordHash, ...origin }, given);
        expect((await fallback.attempt("ann", typed)).kind).toBe(kinds[partial ?? "must-reset"]);
        expect(importUser).not.toHaveBeenCalled();
        expect(signUp).not.toHaveBeenCalled();
      }
      const verified = await verifyPassword(typed, passwordHash, origin);
      if (!verified.ok) throw new Error(verified.problems[0].code);
      expect(verified.value.matches).toBe(true);
      const { advice } = adviseOnHash({ hash: passwordHash, password: typed, ...origin }, verified.value);
      expect(advice).toBe("keep-for-fallback");
    }
  });

  it("leaves alone whoever has no pepper, and whose password does not look like one", async () => {
    const user: LegacyUser = { id: "1", passwordHash: bcrypt.hashSync("pw", 4), pepper: ["OLD", ""] };
    const { fallback } = fallbackOf(user, {});
    expect(await fallback.attempt("ann", "pw")).toMatchObject({ kind: "migrated", by: "hash" });
  });
});

describe("a password in another normal form than the one that was typed", () => {
  const COMPOSED = "caf\u00e9";
  const DECOMPOSED = "cafe\u0301";

  it.each([
    [COMPOSED, DECOMPOSED, "NFC"],
    [DECOMPOSED, COMPOSED, "NFD"],
    ["\ufb01", "\ufb01", "as-typed"],
    ["fi", "\ufb01", "NFKC"],
  ] as const)("%o, typed as %o, stays as the old hash has it", async (password, typed, form) => {
    const normalForms = ["as-typed", ...(form === "as-typed" ? [] : [form])] as const;
    const digest = createHash("sha1").update(password).digest("base64");
    const { fallback, signUp } = fallbackOf({ id: "1", passwordHash: `{SHA}${digest}` }, { normalForms });
    expect(await fallback.attempt("ann", typed)).toMatchObject({ kind: "migrated", by: "password" });
    expect(signUp).toHaveBeenCalledExactlyOnceWith(expect.anything(), password);
  });
});

describe("a password that is longer than bcrypt reads", () => {
  const passwordOf = (bytes: number) => "é".repeat(Math.floor(bytes / 2)) + "x".repeat(bytes % 2);
  const userOf = (password: string): LegacyUser => {
    const digest = createHash("sha1").update(password).digest("base64");
    return { id: "1", passwordHash: `{SHA}${digest}` };
  };

  it.each([
    [71, false],
    [72, false],
    [73, true],
    [100, true],
  ])("%d bytes: the outcome says so, %s", async (bytes, exceedsBcrypt) => {
    const password = passwordOf(bytes);
    const { fallback } = fallbackOf(userOf(password), {});
    expect(await fallback.attempt("ann", password)).toMatchObject({ kind: "migrated", exceedsBcrypt });
  });

  it("is not handed to a service of which it is known that it would cut it", async () => {
    const { fallback, signUp } = fallbackOf(userOf(passwordOf(73)), { newHashBytes: 72 });
    expect(await fallback.attempt("ann", passwordOf(73))).toMatchObject({
      kind: "must-reset",
      loggedIn: false,
      reason: "password-too-long",
      problems: [{ code: "login/password-too-long" }],
    });
    expect(signUp).not.toHaveBeenCalled();
    expect((await fallback.attempt("ann", passwordOf(72))).kind).toBe("wrong-password");
    const short = fallbackOf(userOf(passwordOf(72)), { newHashBytes: 72 });
    expect((await short.fallback.attempt("ann", passwordOf(72))).kind).toBe("migrated");
  });

  it.each([0, -1, Number.NaN])("takes no newHashBytes of %d", (newHashBytes) => {
    expect(() => fallbackOf(userOf(""), { newHashBytes })).toThrow(TypeError);
  });
});
