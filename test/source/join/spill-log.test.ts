import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyedHash } from "../../../src/source/join/part-log.js";
import { SpillLog } from "../../../src/source/join/spill-log.js";

const BUCKETS = 4;

describe("SpillLog", () => {
  it("gives back the lines of each bucket in their order, wherever its blocks end", async () => {
    const line = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => JSON.stringify(text));
    const lines = fc.array(fc.tuple(fc.nat(BUCKETS - 1), line), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 4000 }), async (added, mostInMemory) => {
        const log = new SpillLog(BUCKETS, mostInMemory);
        try {
          for (const [bucket, text] of added) await log.add(bucket, text);
          // All at once, as a pass over users reads them.
          const reading = Array.from({ length: BUCKETS }, (_, bucket) => all(log.linesOf(bucket)));
          const expected = reading.map((_, bucket) => added.flatMap(([of, text]) => (of === bucket ? [text] : [])));
          expect(await Promise.all(reading)).toEqual(expected);
        } finally {
          await log.close();
        }
      }),
      { numRuns: 60 },
    );
  });
});

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe("keyedHash", () => {
  it("spreads keys that hardly differ evenly over buckets, by the key of the run", () => {
    const counts = (key: readonly [number, number]) => {
      const buckets = new Array<number>(64).fill(0);
      for (let id = 0; id < 64_000; id++) {
        const bucket = keyedHash(`user${id}`, key) % 64;
        buckets[bucket] = (buckets[bucket] as number) + 1;
      }
      return buckets;
    };
    const [first, second] = [counts([1, 2]), counts([1, 3])];
    expect(first).not.toEqual(second);
    // A thousand in each, five standard deviations around it.
    for (const count of [...first, ...second]) expect(Math.abs(count - 1000)).toBeLessThan(160);
  });

  it("tells apart a text and its beginning", () => {
    const texts = ["", "\0", "\0\0", "a", "a\0", "aa"];
    expect(new Set(texts.map((text) => keyedHash(text, [7, 9]))).size).toBe(texts.length);
  });
});
