import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { PartLog } from "../../../src/source/join/part-log.js";
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

describe("the bucket of a key", () => {
  const logs = Array.from({ length: 20 }, () => new PartLog(0));
  afterAll(() => Promise.all(logs.map((log) => log.close())));

  it("is another one in each run, and keys that hardly differ are spread evenly", () => {
    const counts = (log: PartLog) => {
      const buckets = new Array<number>(log.buckets).fill(0);
      for (let id = 0; id < 1000 * log.buckets; id++) {
        const bucket = log.bucketOf(`user${id}`);
        buckets[bucket] = (buckets[bucket] as number) + 1;
      }
      return buckets;
    };
    const [first = [], second = []] = logs.slice(0, 2).map(counts);
    expect(first).not.toEqual(second);
    // A thousand in each, six standard deviations around it.
    for (const count of [...first, ...second]) expect(Math.abs(count - 1000)).toBeLessThan(190);
  });

  it("tells apart a text and its beginning", () => {
    const texts = ["", "\0", "\0\0", "a", "a\0", "aa"];
    const buckets = texts.map((text) => logs.map((log) => log.bucketOf(text)).join());
    expect(new Set(buckets).size).toBe(texts.length);
  });
});
