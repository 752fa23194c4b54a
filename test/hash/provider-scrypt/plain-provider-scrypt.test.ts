import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalProviderScrypt } from "../../../src/hash/provider-scrypt/provider-scrypt.js";
import { plainProviderScrypt } from "../../../src/hash/provider-scrypt/sound-provider-scrypt.js";
import { MAX_HASH_LENGTH } from "../../../src/hash/text/surrounding-characters.js";
import { runs } from "../generators.js";

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const HASH_PART = base64Of(new Uint8Array(64).fill(0xa5));
const text = (salt: string, tail: string) => `$f_scrypt$${HASH_PART}$${salt}$${tail}`;
const PLAIN = text("42xEC+ixf3L2lw==", "m=14$r=8$s=Bw==");

/** The costs of a string that needs no change and has 64 bytes of hash, as the reader of every part finds them. */
function costsByParts(candidate: string) {
  const read = candidate.length > MAX_HASH_LENGTH ? null : canonicalProviderScrypt(candidate);
  if (read === null || !read.ok || read.value.changes.length > 0) return null;
  // Some services read such a separator another way.
  if (candidate.endsWith("s=")) return null;
  const { passwordHash, memCost, rounds } = read.value.hash;
  return passwordHash.length === 64 ? { memCost, rounds } : null;
}

describe("the short way to the costs of a provider-scrypt string", () => {
  it.each([
    ["the usual", PLAIN, { memCost: 14, rounds: 8 }],
    ["with salts of every padding", text("AAAA", "m=14$r=8$s=AAA="), { memCost: 14, rounds: 8 }],
    ["without a separator", text("AA==", "m=14$r=8$s="), null],
    ["with a separator that ends like the mark before it", text("AA==", "m=14$r=8$s=AAs="), null],
    ["of the least costs", text("AA==", "m=1$r=1$s=Bw=="), { memCost: 1, rounds: 1 }],
    ["of the greatest costs", text("AA==", "m=30$r=1073741823$s=Bw=="), { memCost: 30, rounds: 1073741823 }],
    ["with every digit", text("AA==", "m=10$r=123456789$s=Bw=="), { memCost: 10, rounds: 123456789 }],
    [
      "as long as any that is read",
      text("A".repeat(MAX_HASH_LENGTH - PLAIN.length + 16), "m=14$r=8$s=Bw=="),
      MAX_HASH_LENGTH % 4 === PLAIN.length % 4 ? { memCost: 14, rounds: 8 } : null,
    ],
    ["longer than any that is read", text("A".repeat(MAX_HASH_LENGTH), "m=14$r=8$s=Bw=="), null],
    ["of another scheme", `$g_scrypt$${PLAIN.slice(10)}`, null],
    ["without a salt", text("", "m=14$r=8$s=Bw=="), null],
    ["with 63 bytes of hash", PLAIN.replace(HASH_PART, base64Of(new Uint8Array(63))), null],
    ["with 65 bytes of hash", PLAIN.replace(HASH_PART, base64Of(new Uint8Array(65))), null],
    ["with 66 bytes of hash", PLAIN.replace(HASH_PART, base64Of(new Uint8Array(66))), null],
    ["with its parameters in another order", text("AA==", "r=8$m=14$s=Bw=="), null],
    ["with costs that no scrypt has", text("AA==", "m=16$r=1$s=Bw=="), null],
    ["of eleven digits", text("AA==", "m=14$r=10737418230$s=Bw=="), null],
  ])("%s", (_, candidate, costs) => {
    expect(plainProviderScrypt(candidate)).toEqual(costs);
    expect(costsByParts(candidate)).toEqual(costs);
  });

  it("is that of the reader of every part, wherever one character is wrong, missing or twice there", () => {
    for (let at = 0; at <= PLAIN.length; at++) {
      for (const put of ["", "A", "=", "$", "0", "9", "/", ":", "-", "_", "+", "m", "\u0100"]) {
        for (const skipped of [0, 1]) {
          const candidate = PLAIN.slice(0, at) + put + PLAIN.slice(at + skipped);
          expect([candidate, plainProviderScrypt(candidate)]).toEqual([candidate, costsByParts(candidate)]);
        }
      }
    }
  });

  it("is that of the reader of every part, whatever the parts are", () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 66 }).map(base64Of),
      fc.constantFrom("", "Bw", "Bw=", "=", "-_8=", "Bx=="),
    );
    const number = fc.oneof(fc.nat({ max: 40 }).map(String), fc.constantFrom("", "08", "1e1", "1073741824"));
    const texts = fc
      .tuple(fc.oneof(fc.constant(HASH_PART), part), part, number, number, part)
      .map(([hash, salt, m, r, s]) => `$f_scrypt$${hash}$${salt}$m=${m}$r=${r}$s=${s}`);
    fc.assert(
      fc.property(texts, (candidate) => {
        expect(plainProviderScrypt(candidate)).toEqual(costsByParts(candidate));
      }),
      runs(500),
    );
  });
});
