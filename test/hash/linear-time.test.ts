import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../src/hash/catalogue/built-in-formats.js";
import { identifyHash, normalizeHash, parseArgon2, parseBcrypt, parseProviderScrypt } from "../../src/index.js";
import { millisecondsSince } from "../cpu-time.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

/**
 * Time grows with the length and no faster. Measured as growth: linear work takes 3.4
 * times as long for the longer text and quadratic work 11.7 times. The best of as many
 * rounds as it takes counts for each size, since noise only ever adds, and the bound lies in between. Both sizes are beyond the
 * 1024 characters that some patterns take, so that both are read in the same way.
 */
const SIZES = [1200, 4096] as const;
const BOUND = 7.5;
const ROUNDS = 200;
const LEAST_MS = 1;

function read(text: string): void {
  identifyHash(text);
  normalizeHash(text, { source: "joomla", service: "supertokens" });
  parseBcrypt(text);
  parseArgon2(text);
  parseProviderScrypt(text);
}

function timeOf(text: string): number {
  let repeats = 0;
  const start = process.cpuUsage();
  let elapsed = 0;
  while (elapsed < LEAST_MS) {
    read(text);
    repeats++;
    elapsed = millisecondsSince(start);
  }
  return elapsed / repeats;
}

/** The least growth of several measurements: noise only ever adds. */
function growthOf(make: (size: number) => string): number {
  const [small, large] = SIZES.map((size) => make(size)) as [string, string];
  read(small);
  read(large);
  let [best, bestSmall, bestLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS && best >= BOUND; round++) {
    bestSmall = Math.min(bestSmall, timeOf(small));
    bestLarge = Math.min(bestLarge, timeOf(large));
    best = bestLarge / bestSmall;
  }
  return best;
}

const fill =
  (beginning: string, piece: string, end = "") =>
  (size: number) =>
    (beginning + piece.repeat(Math.ceil(size / piece.length))).slice(0, size - end.length) + end;

const SHAPES: readonly (readonly [string, (size: number) => string])[] = [
  ["one letter", fill("", "a")],
  ["hexadecimal digits", fill("", "0123456789abcdef")],
  ["base64", fill("", "QUJD", "!")],
  ["base64 of a dollar sign", fill("JDJ", "QUJD")],
  ["base64 of a brace", fill("e0", "QUJD")],
  ["dollar signs", fill("", "$")],
  ["braces", fill("", "{}")],
  ["opening braces", fill("", "{")],
  ["colons", fill("", ":")],
  ["equals signs", fill("", "=")],
  ["bars", fill("1", "|")],
  ["white space around a letter", (size) => `${" ".repeat(size / 2)}x${" ".repeat(size / 2 - 1)}`],
  ["bcrypt with a long tail", fill("$2b$10$", "C")],
  ["argon2 with a long number", fill("$argon2id$v=19$m=", "1")],
  ["argon2 with many parameters", fill("$argon2id$v=19$", "m=1,")],
  ["argon2 without an equals sign", fill("$argon2id$v=19$", "m")],
  ["argon2 with a long salt", fill("$argon2id$v=19$m=8,t=1,p=1$", "AAAA", "$AAAAAA")],
  ["argon2 with a long URL-safe digest", fill("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$", "AA-_")],
  ["provider-scrypt with a long hash", fill("$f_scrypt$", "AAAA", "$AAAA$m=1$r=1$s=")],
  ["provider-scrypt with a long URL-safe salt", fill("$f_scrypt$AAAA$", "AA-_", "$m=1$r=1$s=")],
  ["an encoded payload", fill("{BLF-CRYPT.b64}", "JDJ5")],
  ["a hexadecimal payload", fill("{BLF-CRYPT.hex}", "24")],
  ["LDIF with many spaces", fill("userPassword::", " ")],
  ["LDIF with a long value", fill("userPassword:: ", "e0NS")],
  ["$fbscrypt$ with a long salt", fill("$fbscrypt$v=1,n=14,r=8,p=1$", "AAAA", "$AAAA")],
  ["Clerk's fields", fill("", "AAAA$")],
  ["a digest with a long salt", fill("5f4dcc3b5aa765d61d8327deb882cf99:", "x")],
];

describe("reading takes time in proportion to the length", () => {
  it.each(SHAPES)("of %s", (_, make) => {
    expect(growthOf(make)).toBeLessThan(BOUND);
  });

  it.each(BUILT_IN_FORMATS.map(({ name }) => name))("of what begins like %s", (name) => {
    const { text } = CATALOGUE_SAMPLES[name] as { text: string };
    const half = Math.ceil(text.length / 2);
    // The second half of the sample, again and again: it keeps inside the classes of the pattern.
    expect(growthOf(fill(text.slice(0, half), text.slice(half) || "a", "!"))).toBeLessThan(BOUND);
  });

  it("and a text beyond the longest hash takes no more than a short one", () => {
    const growth = (beginning: string) => {
      const small = beginning + "a".repeat(5_000);
      const large = beginning + "a".repeat(80_000);
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS && best >= 8; round++) best = Math.min(best, timeOf(large) / timeOf(small));
      return best;
    };
    expect(growth("")).toBeLessThan(8);
    expect(growth("$argon2id$v=19$m=1,t=1,p=1$")).toBeLessThan(8);
  });
});
