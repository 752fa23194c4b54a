import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type VerifyOptions, verifyPassword } from "../../src/verify/index.js";

interface Vector {
  readonly flags: readonly string[];
  readonly input: { hash: string; password: unknown } & VerifyOptions;
  readonly output?: { matches: boolean };
}

const FOLDER = new URL("../../vectors/verify/", import.meta.url);
const VALID = readdirSync(FOLDER)
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")).groups as { tests: Vector[] }[])
  .flatMap((group) => group.tests)
  .filter((test) => test.output?.matches === true && !test.flags.includes("Costly"));

/** Low, so that a mutated cost is refused instead of taking its time. */
const LIMITS = {
  bcryptCost: 6,
  memoryBytes: 4_194_304,
  argon2TimeCost: 4,
  scryptWork: 65_536,
  pbkdf2Iterations: 30_000,
  digestRounds: 5000,
};
/** The password of no vector. */
const WRONG = "never the password of a vector";

const CHARACTERS = "$./+=,:|{}-_0123456789abcdefABCDEFGHxyz \n\0\u00e9\ud800";

const mutation = fc.record({
  kind: fc.constantFrom("replace", "insert", "delete", "truncate", "repeat", "swap"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  character: fc.constantFrom(...CHARACTERS),
});

function mutated(text: string, { kind, at, character }: { kind: string; at: number; character: string }): string {
  const place = Math.min(text.length - 1, Math.floor(at * text.length));
  const before = text.slice(0, place);
  const after = text.slice(place + 1);
  switch (kind) {
    case "replace":
      return before + character + after;
    case "insert":
      return before + character + text.slice(place);
    case "delete":
      return before + after;
    case "truncate":
      return before;
    case "repeat":
      return before + text.slice(place) + text.slice(place);
    default:
      return before + after.slice(0, 1) + text.slice(place, place + 1) + after.slice(1);
  }
}

describe("mutated hashes", () => {
  it("never make verifyPassword throw, and never match a wrong password", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...VALID),
        fc.array(mutation, { minLength: 0, maxLength: 3 }),
        async ({ input: { hash, password: _, ...options } }, mutations) => {
          const text = mutations.reduce(mutated, hash);
          const verified = await verifyPassword(WRONG, text, { ...options, limits: LIMITS });
          expect(verified.ok && verified.value.matches).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("keep the hash and the password out of every problem", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VALID), mutation, async ({ input }, one) => {
        const { hash, password: _, ...options } = input;
        const text = mutated(hash, one);
        const verified = await verifyPassword(WRONG, text, { ...options, limits: LIMITS });
        const said = JSON.stringify(verified);
        expect(said).not.toContain(WRONG);
        if (text.length > 40) expect(said).not.toContain(text.slice(-20));
      }),
      { numRuns: 500 },
    );
  });

  it("any text at all, with any options, is an answer", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom("a".repeat(1_000_000), "$".repeat(5000)),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.string(), async (hash, password) => {
        const verified = await verifyPassword(password, hash, {
          limits: LIMITS,
          signerKey: password,
          pepper: password,
        });
        expect(verified.ok && verified.value.matches).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
