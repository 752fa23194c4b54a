import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { readExport } from "../../../src/source/index.js";
import { readWithFitting } from "../../../src/source/readers/choose-reader.js";
import type { RecordReader } from "../../../src/source/readers/record-reader.js";
import { partByDay, thirdByDay } from "../../by-day.js";
import { liveBytes } from "../../live-bytes.js";
import { ALL_SOURCES } from "../all-sources.js";
import { HOSTILE_TEXTS, hostileText, soundText } from "./hostile-texts.js";

/**
 * With CREDPORT_HOSTILE_BYTES=1048576 a reader of each kind reads that much of each text, which takes some ten minutes;
 * with CREDPORT_HOSTILE_KINDS=all as well, all readers of all sources do, which takes hours. By day a reader has a sixth of its texts.
 */
const BYTES = Number(process.env.CREDPORT_HOSTILE_BYTES ?? 0);
const IS_EVERY_READER = process.env.CREDPORT_HOSTILE_KINDS === "all";
/** More than a reader works on at once. */
const LONG_BYTES = BYTES || 70_000;
const SHORT_BYTES = 2_000;
/** A hostile text may take as much work as a sound one that is so many times as long: most of its records are three bytes. */
const MOST_TIMES = 40;
/** Of a megabyte: what is read at once, as text and as values. Half as much was seen. */
const MOST_LIVE_BYTES = 32e6;

/** A reader of each kind that there is, by its source and number. Those of `EVERY_TEXT` read all texts, others half of them. */
const KINDS: Readonly<Record<string, readonly number[]>> = {
  supabase: [0, 1, 2, 3, 4],
  firebase: [0, 1],
  keycloak: [0, 1],
  ldap: [0],
  dovecot: [0],
};
const EVERY_TEXT = "supabase";
const READERS: readonly (readonly [string, RecordReader])[] = ALL_SOURCES.flatMap(({ name, readers }) =>
  readers
    .map((reader, at) => [`${name} ${at}: ${reader.format}`, reader] as const)
    .filter((_, at) => IS_EVERY_READER || KINDS[name]?.includes(at)),
);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const readBy = (reader: RecordReader, bytes: Uint8Array, size: number) => all(reader.read(inPieces(bytes, size)));

/** Milliseconds of the processor, the least of a few tries. */
async function workOf(act: () => Promise<unknown>, most = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least > most; tries++) {
    const from = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(from);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const budgets = new Map<number, number>();

/** What sound text of that length takes, at least a quarter of a second in all. */
async function budgetOf(bytes: number): Promise<number> {
  const known = budgets.get(bytes);
  if (known !== undefined) return known;
  const sound = soundText(bytes);
  const work = await workOf(() => all(readExport(inPieces(sound, 1 << 16), { from: "firebase", now: 0 })));
  const budget = Math.max(250, work * MOST_TIMES);
  budgets.set(bytes, budget);
  return budget;
}

/** Bytes that live while a text is read and its records are let go, beside the text itself. */
async function mostLiveBytes(reader: RecordReader, bytes: Uint8Array): Promise<number> {
  const before = liveBytes();
  let most = 0;
  async function* watched() {
    for await (const piece of inPieces(bytes, 1 << 18)) {
      yield piece;
      most = Math.max(most, liveBytes() - before);
    }
  }
  for await (const _ of reader.read(watched()));
  return most;
}

const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 7);

/** What is read of a text, and how much too long it took. */
async function readLong(reader: RecordReader, bytes: Uint8Array, size: number, budget: number) {
  let items = "";
  const work = await workOf(async () => {
    reader.fits(bytes.subarray(0, 1 << 16));
    items = JSON.stringify(await readBy(reader, bytes, size));
  }, budget);
  return { items, over: work > budget ? [`${work.toFixed(0)} ms of ${budget.toFixed(0)}`] : [] };
}

/** Packed and cut, a text is read alike however it comes, and its reader ends. */
async function packedFaults(reader: RecordReader, name: string): Promise<readonly string[]> {
  const packed = gzipSync(hostileText(name, SHORT_BYTES));
  const faults: string[] = [];
  for (const share of [0.3, 0.9, 1]) {
    const bytes = packed.subarray(0, packed.length * share);
    const read = async (size: number) => JSON.stringify(await all(readWithFitting([reader], inPieces(bytes, size))));
    const whole = await read(bytes.length);
    for (const size of [1, 7]) {
      if ((await read(size)) !== whole) faults.push(`packed, ${share} of it in pieces of ${size}`);
    }
  }
  return faults;
}

async function faultsOf(reader: RecordReader, name: string, budget: number): Promise<readonly string[]> {
  const long = cut(hostileText(name, LONG_BYTES));
  const whole = await readLong(reader, long, 1 << 16, budget);
  const pieces = await readLong(reader, long, 4096, budget);
  const faults = [...whole.over, ...pieces.over, ...(whole.items === pieces.items ? [] : ["pieces of 4096"])];
  for (const bytes of [hostileText(name, SHORT_BYTES), cut(hostileText(name, SHORT_BYTES))]) {
    const items = JSON.stringify(await readBy(reader, bytes, bytes.length));
    for (const size of [1, 7]) {
      if (JSON.stringify(await readBy(reader, bytes, size)) !== items) faults.push(`pieces of ${size}`);
    }
  }
  faults.push(...(await packedFaults(reader, name)));
  return faults.map((fault) => `${name}: ${fault}`);
}

const textOf = (title: string) => HOSTILE_TEXTS[(ofTitle(title) * 17) % HOSTILE_TEXTS.length] as string;
const ofTitle = (title: string) => READERS.findIndex(([one]) => one === title);

describe("a hostile text", () => {
  it.each(READERS)(
    "takes as much work as a sound one that is much longer, and is read alike in pieces of any size: %s",
    async (title, reader) => {
      const budget = await budgetOf(LONG_BYTES);
      const faults: string[] = [];
      const number = ofTitle(title);
      const isAll = BYTES > 0 || title.startsWith(EVERY_TEXT);
      const names = HOSTILE_TEXTS.filter((_, at) => isAll || at % 2 === number % 2);
      for (const name of BYTES > 0 ? names : partByDay(6, names, number))
        faults.push(...(await faultsOf(reader, name, budget)));
      expect(faults).toEqual([]);
    },
    3_600_000,
  );

  it.each(READERS)(
    "of a megabyte has the same budget, and little of it lives in memory: %s",
    async (title, reader) => {
      const budget = await budgetOf(1 << 20);
      const faults: string[] = [];
      for (const name of BYTES > 0 ? HOSTILE_TEXTS : [textOf(title)]) {
        const bytes = cut(hostileText(name, 1 << 20));
        if (BYTES === 0) faults.push(...(await readLong(reader, bytes, 1 << 16, budget)).over);
        const live = await mostLiveBytes(reader, bytes);
        if (live > MOST_LIVE_BYTES) faults.push(`${name}: ${live} bytes live`);
      }
      expect(faults).toEqual([]);
    },
    3_600_000,
  );

  it("takes no more work of any source, which looks whether it is another's", async () => {
    const budget = (await budgetOf(BYTES || 1 << 14)) * 8;
    const over: string[] = [];
    for (const [at, { name: from }] of thirdByDay([...ALL_SOURCES.entries()])) {
      const names = IS_EVERY_READER ? HOSTILE_TEXTS : [HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] as string];
      for (const name of names) {
        const bytes = hostileText(name, BYTES || 1 << 14);
        const work = await workOf(
          () => all(readExport(inPieces(bytes, 1 << 16), { from: from as "firebase", now: 0 })),
          budget,
        );
        if (work > budget) over.push(`${from}, ${name}: ${work.toFixed(0)} ms of ${budget.toFixed(0)}`);
      }
    }
    expect(over).toEqual([]);
  }, 3_600_000);
});

describe("lines of JSON that are damaged", () => {
  it("are seldom handed to JSON.parse, which takes long to refuse them, however many sources look at them", async () => {
    for (const name of HOSTILE_TEXTS.filter((text) => text.startsWith("lines of JSON without"))) {
      const bytes = hostileText(name, 300_000);
      const parse = vi.spyOn(JSON, "parse");
      const records = await all(readExport(inPieces(bytes, 1 << 16), { from: "auth0", now: 0 }));
      const calls = parse.mock.calls.length;
      parse.mockRestore();
      expect(records.length).toBeGreaterThan(0);
      expect(calls).toBeLessThan(bytes.length / 100);
    }
  });
});

describe("a compressed text that is cut off", () => {
  it("gives the records that were written before the cut, in pieces of any size", async () => {
    const texts = [
      ["firebase", soundText(100_000)],
      ["meteor", hostileText("lines of JSON, every other one damaged", 100_000)],
    ] as const;
    for (const [source, text] of texts) {
      const readers = ALL_SOURCES.find(({ name }) => name === source)?.readers ?? [];
      const packed = gzipSync(text);
      expect(gunzipSync(packed)).toEqual(text);
      for (const share of [0.2, 0.6, 0.99]) {
        const bytes = packed.subarray(0, packed.length * share);
        const [whole, ...others] = await Promise.all(
          [bytes.length, 1, 7, 4096, 1 << 16].map(async (size) =>
            (await all(readWithFitting(readers, inPieces(bytes, size)))).flat(),
          ),
        );
        expect(whole?.length).toBeGreaterThan(3);
        for (const other of others) expect(other).toEqual(whole);
      }
    }
  });
});
