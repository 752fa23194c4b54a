import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Duplicate,
  DuplicateFinder,
  type DuplicateFinderSizes,
  type Duplicates,
} from "../../src/source/duplicate-finder.js";
import { IdentifierPrints, printKey } from "../../src/source/identifier-prints.js";
import type { Identifier, IdentifierKind } from "../../src/source/normalized-user.js";
import { useTemporaryFolder } from "../temporary-folder.js";

const temporary = useTemporaryFolder();
const KINDS: readonly IdentifierKind[] = ["email", "phone", "third-party", "id"];

/** Record n appears on line 10 n + 1, so that no line is taken for a record. */
const lineOf = (record: number) => 10 * record + 1;

async function find(records: readonly (readonly Identifier[])[], sizes?: DuplicateFinderSizes): Promise<Duplicates> {
  const finder = new DuplicateFinder(sizes);
  try {
    for (const [record, identifiers] of records.entries()) {
      await finder.add([{ index: record, line: lineOf(record), identifiers }]);
    }
    return await finder.finish();
  } finally {
    await finder.close();
  }
}

const email = (value: string): Identifier => ({ kind: "email", value });

const of = (record: number, address: string) => ({
  index: record,
  line: lineOf(record),
  identifiers: [email(address)],
});

/** The same by comparing everything with everything. */
function kindsByHand(records: readonly (readonly Identifier[])[], record: number): IdentifierKind[] {
  return KINDS.filter((kind) =>
    (records[record] as Identifier[]).some(
      (own) =>
        own.kind === kind &&
        records.some(
          (others, other) =>
            other !== record && others.some((theirs) => theirs.kind === kind && theirs.value === own.value),
        ),
    ),
  );
}

const sorted = (duplicates: readonly Duplicate[]) => [...duplicates].sort((a, b) => a.kind.localeCompare(b.kind));

describe("duplicates", () => {
  it("names every record concerned, each with the line of another one", async () => {
    const found = await find([[email("a")], [email("b")], [email("a")], [email("a")]]);
    expect(found.of(0)).toEqual([{ kind: "email", otherLine: lineOf(3), otherRecord: 3 }]);
    expect(found.of(1)).toEqual([]);
    expect(found.of(2)).toEqual([{ kind: "email", otherLine: lineOf(0), otherRecord: 0 }]);
    expect(found.of(3)).toEqual([{ kind: "email", otherLine: lineOf(0), otherRecord: 0 }]);
    expect(found.of(4)).toEqual([]);
  });

  it("keeps kinds apart, and tells each that is shared", async () => {
    const all = KINDS.map((kind) => ({ kind, value: "x" }));
    const apart = await find(all.map((identifier) => [identifier]));
    expect(all.flatMap((_, record) => apart.of(record))).toEqual([]);
    const shared = await find([all, all]);
    expect(sorted(shared.of(1)).map(({ kind }) => kind)).toEqual([...KINDS].sort());
  });

  it("does not take a record for its own duplicate, nor tell it twice", async () => {
    expect((await find([[email("a"), email("a")]])).of(0)).toEqual([]);
    const found = await find([[email("a"), email("a")], [email("a")]]);
    expect(found.of(0)).toEqual([{ kind: "email", otherLine: lineOf(1), otherRecord: 1 }]);
    expect(found.of(1)).toEqual([{ kind: "email", otherLine: lineOf(0), otherRecord: 0 }]);
  });

  it("finds what comparing everything with everything finds, in memory, on disk, and in divided buckets", async () => {
    const identifier = fc.record({
      kind: fc.constantFrom(...KINDS),
      value: fc.oneof(fc.constantFrom("a", "b", "c", ""), fc.string({ unit: "grapheme", maxLength: 3 })),
    });
    const records = fc.array(fc.uniqueArray(identifier, { maxLength: 4, selector: ({ kind }) => kind }), {
      maxLength: 40,
    });
    const sizes = fc.constantFrom<DuplicateFinderSizes>(
      {},
      { entriesInMemory: 1 },
      { entriesInMemory: 2, mostAtOnce: 1 },
      { entriesInMemory: 3, mostAtOnce: 2 },
    );
    await fc.assert(
      fc.asyncProperty(records, sizes, async (given, kept) => {
        const found = await find(given, kept);
        for (const record of given.keys()) {
          const duplicates = sorted(found.of(record));
          expect(duplicates.map(({ kind }) => kind)).toEqual(kindsByHand(given, record).sort());
          for (const { kind, otherLine } of duplicates) {
            const other = (otherLine - 1) / 10;
            const values = (of: number) => given[of]?.find((one) => one.kind === kind)?.value;
            expect([other === record, values(other)]).toEqual([false, values(record)]);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(temporary.entries()).toEqual([]);
  });

  it.each([
    ["several spills of every bucket", { entriesInMemory: 100 }],
    ["buckets that are divided", { entriesInMemory: 100, mostAtOnce: 500 }],
    ["buckets that are divided twice", { entriesInMemory: 10, mostAtOnce: 7 }],
  ])("finds the two among 60,000 that are far apart, over %s", async (_, sizes) => {
    const records = Array.from({ length: 60_000 }, (_, record) => [email(`user-${record}`)]);
    records[59_999] = [email("user-0")];
    const found = await find(records, sizes);
    const concerned = records.flatMap((_, record) => (found.of(record).length > 0 ? record : []));
    expect(concerned).toEqual([0, 59_999]);
  });
});

/** The most that is in buffers while something is under way, garbage included: nobody collects it. */
async function mostInBuffers(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    if (!isDone) setImmediate(look);
  };
  const before = process.memoryUsage().arrayBuffers;
  look();
  await work();
  isDone = true;
  return most - before;
}

it("looks through 300,000 identifiers on disk with a sixth of their bytes", async () => {
  const finder = new DuplicateFinder({ entriesInMemory: 64, mostAtOnce: 1024 });
  const identified = (record: number) => of(record, `user${record % 299_999}`);
  for (let from = 0; from < 300_000; from += 1000) {
    await finder.add(Array.from({ length: 1000 }, (_, at) => identified(from + at)));
  }
  let found: Duplicates | undefined;
  const most = await mostInBuffers(async () => {
    found = await finder.finish();
  });
  expect([found?.of(0), found?.of(299_999), found?.of(1)].map((one) => one?.length)).toEqual([1, 1, 0]);
  expect(most).toBeLessThan((300_000 * 24) / 6);
});

describe("fingerprints", () => {
  it("are told apart whatever two texts have in common", async () => {
    const long = "x".repeat(6 * 65_536);
    const texts = [
      ...["", "a", "a\0", "aaaaa", "aaaaaa", "aaaaaa\0", "aaaaaaa", "aaaaaaaaaaaa"],
      ...["aaaaaabbbbbb", "bbbbbbaaaaaa", "aaaaaabbbbbbaaaaaa", "bbbbbb", "\ud800", "\udfff", "\ufffd", "A"],
      // The numbers of their blocks take more than 16 bits.
      ...[`${long}a`, `${long}b`, `a${long}`, `${long}${long}`, `${long}`],
    ];
    const found = await find(texts.flatMap((text) => KINDS.map((kind) => [{ kind, value: text }])));
    expect(texts.flatMap((_, record) => found.of(record))).toEqual([]);
    const twice = await find([...texts, ...texts].map((text) => [email(text)]));
    for (const record of texts.keys()) {
      expect(twice.of(record)).toEqual([
        { kind: "email", otherLine: lineOf(record + texts.length), otherRecord: record + texts.length },
      ]);
    }
  });

  it("spread evenly, so that no bucket takes more than its share", () => {
    const prints = new IdentifierPrints(printKey());
    const ones = new Array(124).fill(0);
    for (let user = 0; user < 4096; user++) prints.add(email(`user${user}@example.com`));
    const words = prints.take();
    for (let at = 0; at < words.length; at++) {
      for (let bit = at % 4 === 3 ? 2 : 0; bit < 31; bit++) {
        ones[(at % 4) * 31 + bit] += ((words[at] as number) >>> bit) & 1;
      }
    }
    // Six standard deviations of 4096 throws of a coin.
    const counted = ones.filter((count) => count > 0);
    expect(Math.min(...counted)).toBeGreaterThan(2048 - 192);
    expect(Math.max(...counted)).toBeLessThan(2048 + 192);
  });
});

describe("temporary files", () => {
  it("are none for a small export", async () => {
    const finder = new DuplicateFinder();
    for (let record = 0; record < 2000; record++) await finder.add([of(record, `${record}`)]);
    expect(temporary.entries()).toEqual([]);
    await finder.close();
  });

  it("can be read by their owner only, and hold no identifier", async () => {
    const finder = new DuplicateFinder({ entriesInMemory: 4 });
    for (let record = 0; record < 2000; record++) await finder.add([of(record, "ada@example.com")]);
    const [folder] = temporary.entries();
    const path = join(temporary.path(), folder as string);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    const [file] = readdirSync(path);
    expect(statSync(join(path, file as string)).mode & 0o777).toBe(0o600);
    await finder.close();
    expect(temporary.entries()).toEqual([]);
  });

  it("are taken away where they can't be written", async () => {
    process.env.TMPDIR = join(temporary.path(), "missing");
    const finder = new DuplicateFinder({ entriesInMemory: 1 });
    await expect(finder.add([of(0, "a")])).rejects.toMatchObject({
      name: "TemporaryFilesFault",
      code: "ENOENT",
    });
    await finder.close();
  });
});
