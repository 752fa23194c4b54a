import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { IdentifierPrints, PRINT_WORDS } from "../../src/source/identifier-prints.js";
import type { Identifier } from "../../src/source/index.js";
import { IDENTIFIER_KINDS } from "./identifier-kinds.js";

/** Node's, as strict as workerd's: null as an initial vector is a TypeError there. */
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const createCipheriv = (algorithm: string, key: Uint8Array, iv: Uint8Array | null) => {
    if (iv === null) throw new TypeError("The initial vector must be a buffer");
    return crypto.createCipheriv(algorithm, key, iv);
  };
  return { ...crypto, createCipheriv };
});

const KEY = Uint8Array.from({ length: 16 }, (_, at) => at);

/** Texts at the edges of blocks and of what one unit holds. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "\0", "\u00ff"), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "\0", "\u0100", "\u6100", "\ud800"), maxLength: 40 }),
);
const identifier: fc.Arbitrary<Identifier> = fc.record({
  kind: fc.constantFrom(...IDENTIFIER_KINDS),
  value: text,
});

/** The fingerprints of some identifiers, each as text. */
function printsOf(identifiers: readonly Identifier[], stride?: number): string[] {
  const prints = new IdentifierPrints(KEY);
  for (const one of identifiers) prints.add(one);
  const words = prints.take(stride);
  const step = stride ?? PRINT_WORDS;
  return identifiers.map((_, at) => words.subarray(at * step, at * step + PRINT_WORDS).join(" "));
}

describe("fingerprints of identifiers", () => {
  it("are the same for the same identifier, whatever was added before it, and for no other", () => {
    fc.assert(
      fc.property(fc.array(identifier, { maxLength: 30 }), (identifiers) => {
        const prints = printsOf(identifiers);
        expect(prints).toEqual(identifiers.map((one) => printsOf([one])[0]));
        const distinct = new Set(identifiers.map(({ kind, value }) => JSON.stringify([kind, value])));
        expect(new Set(prints).size).toBe(distinct.size);
      }),
      { numRuns: 1000 },
    );
  });

  it("leave room between them where it is asked for", () => {
    const identifiers = [..."abc"].map((value) => ({ kind: "email", value }) as const);
    expect(printsOf(identifiers, PRINT_WORDS + 2)).toEqual(printsOf(identifiers));
  });

  it("tell texts apart that differ by a character that is none", () => {
    const values = ["", "\0", "\0\0", "a", "a\0", "\u6100", "aaaaaaaaaaaa", "aaaaaaaaaaaa\0", "a".repeat(11)];
    const prints = printsOf(values.map((value) => ({ kind: "id", value })));
    expect(new Set(prints).size).toBe(values.length);
  });
});
