import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BucketMatch, bucketsFor, FingerprintSheet, readDuplicates } from "../../src/fleet/fingerprints.js";
import { type Duplicate, DuplicateFinder } from "../../src/source/duplicate-finder.js";
import type { Identifier } from "../../src/source/index.js";
import { IDENTIFIER_KINDS } from "../source/identifier-kinds.js";

const KEY = new Uint8Array(32).fill(7);
const identifier: fc.Arbitrary<Identifier> = fc.record({
  kind: fc.constantFrom(...IDENTIFIER_KINDS),
  value: fc.constantFrom("a", "b", "c", "d", "e", " a", "b ", "\u00e9", "e\u0301"),
});
const records = fc.array(fc.array(identifier, { maxLength: 3 }), { maxLength: 40 });

/** Two of one kind come in the order of their fingerprints, under a key that is another one each time. */
function inOrder(found: readonly Duplicate[]): readonly string[] {
  return found.map(({ kind, otherLine }) => `${kind} ${otherLine}`).sort();
}

describe("fingerprints over chunks", () => {
  it("find what one machine finds, wherever the file is divided", async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 2, 16),
        async (all, size, buckets) => {
          const finder = new DuplicateFinder();
          await finder.add(all.map((identifiers, index) => ({ index, line: index + 1, identifiers })));
          const alone = await finder.finish();
          await finder.close();

          const matches = Array.from({ length: buckets }, () => new BucketMatch());
          const chunks = Math.ceil(all.length / size);
          const starts = Array.from({ length: chunks }, (_, at) => {
            return { first: at * size, records: Math.min(size, all.length - at * size) };
          });
          let published = 0;
          for (let chunk = 0; chunk < chunks; chunk++) {
            const sheet = new FingerprintSheet(KEY, buckets);
            for (const [record, identifiers] of all.slice(chunk * size, (chunk + 1) * size).entries()) {
              sheet.add(record, record, identifiers);
            }
            published += sheet.entries;
            for (const [bucket, bytes] of sheet.groups()) {
              await matches[bucket]?.add(starts[chunk] as (typeof starts)[number], chunk * size + 1, bytes);
            }
          }
          expect(matches.reduce((sum, { entries }) => sum + entries, 0)).toBe(published);
          const found = await Promise.all(matches.map(async (match) => new Map(await match.duplicates(starts))));
          for (let chunk = 0; chunk < chunks; chunk++) {
            const groups = found.map((match) => match.get(chunk) ?? Buffer.alloc(0));
            const duplicates = readDuplicates(groups);
            for (let record = 0; record < size && chunk * size + record < all.length; record++) {
              expect(inOrder(duplicates.of(record))).toEqual(inOrder(alone.of(chunk * size + record)));
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("hold nothing that could be tried without the key", () => {
    const sheetOf = (key: Uint8Array) => {
      const sheet = new FingerprintSheet(key, 1);
      sheet.add(0, 0, [{ kind: "email", value: "ada@example.com" }]);
      return sheet.groups()[0]?.[1].toString("hex");
    };
    expect(sheetOf(KEY)).toBe(sheetOf(KEY));
    expect(sheetOf(KEY)).not.toBe(sheetOf(new Uint8Array(32)));
  });

  it("are matched in groups that fit into memory", () => {
    expect([0, 1 << 20, 2 ** 35, 2 ** 40].map(bucketsFor)).toEqual([16, 16, 256, 256]);
  });
});
