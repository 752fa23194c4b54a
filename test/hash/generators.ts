import fc from "fast-check";
import { formatArgon2, formatBcrypt } from "../../src/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

/** Generated input for the properties of the hash room. */

const BCRYPT_ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const bcryptText = (length: number, lastStep: number) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 63 }), { minLength: length - 1, maxLength: length - 1 }),
      fc.integer({ min: 0, max: 64 / lastStep - 1 }),
    )
    .map(([values, last]) => [...values, last * lastStep].map((value) => BCRYPT_ALPHABET[value]).join(""));

export const bcryptHashes = fc.record({
  version: fc.constantFrom("2a" as const, "2b" as const, "2x" as const, "2y" as const),
  cost: fc.integer({ min: 4, max: 31 }),
  salt: bcryptText(22, 16),
  digest: bcryptText(31, 4),
});

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });

export const argon2Hashes = fc
  .record({
    variant: fc.constantFrom("argon2d" as const, "argon2i" as const, "argon2id" as const),
    version: fc.constantFrom(16 as const, 19 as const),
    timeCost: fc.integer({ min: 1, max: 0xffffffff }),
    parallelism: fc.oneof(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 0xffffff })),
    extraMemory: fc.integer({ min: 0, max: 0x7fffffff }),
    salt: bytes(8, 32),
    digest: bytes(4, 64),
  })
  .map(({ extraMemory, ...hash }) => ({ ...hash, memoryCost: hash.parallelism * 8 + extraMemory }));

export const providerScryptParts = fc.record({
  passwordHash: bytes(64, 64),
  salt: bytes(1, 24),
  memCost: fc.integer({ min: 1, max: 15 }),
  rounds: fc.integer({ min: 1, max: 0x3fffffff }),
  saltSeparator: bytes(0, 7),
});

export const base64Of = (value: Uint8Array) => Buffer.from(value).toString("base64");

const providerScryptTexts = providerScryptParts.map(
  ({ passwordHash, salt, memCost, rounds, saltSeparator }) =>
    `$f_scrypt$${base64Of(passwordHash)}$${base64Of(salt)}$m=${memCost}$r=${rounds}$s=${base64Of(saltSeparator)}`,
);

/** Canonical strings of the three schemes that can be imported. */
export const canonicalTexts = fc.oneof(
  bcryptHashes.map(formatBcrypt),
  argon2Hashes.map(formatArgon2),
  providerScryptTexts,
);

const SAMPLES = Object.values(CATALOGUE_SAMPLES);
const PIECES = [
  "$",
  "{",
  "}",
  ":",
  "|",
  ",",
  "=",
  "!",
  "\0",
  "\n",
  "\ufeff",
  "\ud800",
  "é",
  "\\",
  "(.*)+$",
  "__proto__",
  "constructor",
  "$2b$",
  "{CRYPT}",
  "bcrypt$",
  "AAAA",
  "0",
];
const pieces = fc.constantFrom(...PIECES);

/** A text of the catalogue with one to three damages. */
export const mutatedSamples = fc
  .tuple(
    fc.oneof(fc.constantFrom(...SAMPLES.map(({ text }) => text)), canonicalTexts),
    fc.array(fc.tuple(fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), pieces), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([text, damages]) => damages.reduce((damaged, damage) => damage4(damaged, ...damage), text));

function damage4(text: string, kind: number, where: number, length: number, piece: string): string {
  const at = Math.floor(where * text.length);
  const before = text.slice(0, at);
  const after = text.slice(at + length);
  if (kind === 0) return before + piece + text.slice(at);
  if (kind === 1) return before + after;
  if (kind === 2) return before + piece + after;
  return before + text.slice(at, at + length) + text.slice(at);
}

/** Whatever may appear in a column. */
export const anyTexts = fc.oneof(
  { weight: 4, arbitrary: mutatedSamples },
  { weight: 1, arbitrary: fc.constantFrom(...SAMPLES.map(({ text }) => text)) },
  { weight: 1, arbitrary: canonicalTexts },
  { weight: 1, arbitrary: anyCharacters(200) },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)) },
  { weight: 1, arbitrary: fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")) },
);

/** How often a property is tried; the mutation tester, which tries each for every mutant, sets a lower number. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.min(usual, Number(process.env.PROPERTY_RUNS ?? usual)) };
}

/** Any characters. fast-check's own text of any unit first makes a table of all of them, which takes longer than a test. */
export function anyCharacters(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.nat(0x10ffff), { maxLength }).map((points) => String.fromCodePoint(...points));
}
