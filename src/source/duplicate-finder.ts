import { bitsOf, IdentifierPrints, KIND_MASK, kindOf, LESSER, PRINT_WORDS, printKey } from "./identifier-prints.js";
import type { Identifier, IdentifierKind, UserRecord } from "./normalized-user.js";
import { BUCKETS, ENTRY_WORDS, LINE_WORD, PrintBuckets, RECORD_WORD } from "./print-buckets.js";

/** Another record that has the same identifier. */
export interface Duplicate {
  readonly kind: IdentifierKind;
  /** Line of one of the other records. */
  readonly otherLine: number;
  /** Its number over all files, counted as the record's own is; absent where only one file is read. */
  readonly otherRecord?: number;
}

type Identified = Pick<UserRecord, "index" | "line" | "identifiers">;

const ENTRIES_IN_MEMORY = 2048;
/** Entries that are looked through at once: 3 MiB, and 1 MiB to sort them. A bucket with more of them is divided. */
const MOST_AT_ONCE = 1 << 17;
/** Buckets of buckets of buckets hold 34,000 million entries. Beyond that are those that no dividing tells apart. */
const LEVELS = 3;
const ENTRIES_MOVED = 2048;
/** Place of an entry in the number by which entries are sorted, below a part of the first word. */
const PLACE_RANGE = 2 ** 27;
/** As much of the first word as fits above a place: entries of one bucket differ in it, if in anything. */
const SORTED_BITS = 26;

/** Values of the bits by which entries are marked: far more than there are entries, and few enough for a fast memory. */
const MARK_VALUES = 1 << 20;

export interface DuplicateFinderSizes {
  /** Entries of one bucket that stay in memory, at least 1. */
  readonly entriesInMemory?: number;
  /** Entries that are looked through at once, at least 1. */
  readonly mostAtOnce?: number;
}

/**
 * Finds identifiers that several records of a file of any size share, by keyed fingerprints (`IdentifierPrints` says how likely
 * two are taken for one) in buckets, of which the older entries are in a private temporary folder. A bucket that is too
 * large is divided again, so memory does not grow with the file: 3 MiB while fingerprints are added, up to 13 MiB while they
 * are compared, and 16 bytes (70 until sorted, 50 while compared) for each record that shares one.
 */
export class DuplicateFinder {
  readonly #prints: IdentifierPrints;
  readonly #levels: readonly PrintBuckets[];
  readonly #mostAtOnce: number;
  #scratch = new EntryScratch();

  /** @param key Under which identifiers are fingerprinted, where others do that as well. */
  constructor(
    { entriesInMemory = ENTRIES_IN_MEMORY, mostAtOnce = MOST_AT_ONCE }: DuplicateFinderSizes = {},
    key: Uint8Array = printKey(),
  ) {
    this.#levels = Array.from({ length: LEVELS }, (_, level) => new PrintBuckets(entriesInMemory, level));
    this.#mostAtOnce = mostAtOnce;
    this.#prints = new IdentifierPrints(key);
  }

  async add(records: readonly Identified[]): Promise<void> {
    await this.addEntries(printEntries(this.#prints, records), 0);
  }

  /** Adds what `printEntries` gives, under the key of this finder; `firstRecord` is added to the numbers of the records. */
  async addEntries(entries: Uint32Array, firstRecord: number): Promise<void> {
    await this.#levels[0]?.add(entries, firstRecord);
  }

  async finish(): Promise<Duplicates> {
    const found = new Duplicates();
    await this.#lookThrough(0, found);
    await this.close();
    found.sort();
    return found;
  }

  async close(): Promise<void> {
    this.#scratch = new EntryScratch();
    for (const buckets of this.#levels) await buckets.close();
  }

  async #lookThrough(level: number, found: Duplicates): Promise<void> {
    const buckets = this.#levels[level] as PrintBuckets;
    const further = this.#levels[level + 1];
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = buckets.sizeOf(bucket);
      if (size > this.#mostAtOnce && further !== undefined) {
        await this.#divide(buckets, bucket, further);
        await this.#lookThrough(level + 1, found);
      } else {
        const scratch = this.#scratch.of(size);
        await buckets.read(bucket, 0, scratch.entries);
        collect(scratch, found);
      }
    }
  }

  async #divide(buckets: PrintBuckets, bucket: number, into: PrintBuckets): Promise<void> {
    into.empty();
    const size = buckets.sizeOf(bucket);
    for (let at = 0; at < size; at += ENTRIES_MOVED) {
      const { entries } = this.#scratch.of(Math.min(ENTRIES_MOVED, size - at));
      await buckets.read(bucket, at, entries);
      await into.add(entries);
    }
  }
}

interface EntryRoom {
  readonly entries: Uint32Array;
  /** By which entries are sorted; a number for each entry. */
  readonly keys: Float64Array;
  /** A bit for each value of some bits of a fingerprint: whether an entry has it. */
  readonly once: Uint32Array;
  /** The same: whether two entries have it. */
  readonly twice: Uint32Array;
}

/** Used again: new room for each bucket would be garbage for long. */
class EntryScratch {
  #entries = new Uint32Array(0);
  #keys = new Float64Array(0);
  readonly #once = new Uint32Array(MARK_VALUES / 32);
  readonly #twice = new Uint32Array(MARK_VALUES / 32);

  of(entries: number): EntryRoom {
    if (entries > this.#keys.length) {
      // Buckets differ a little in size.
      const room = 2 ** Math.ceil(Math.log2(entries));
      this.#entries = new Uint32Array(room * ENTRY_WORDS);
      this.#keys = new Float64Array(room);
    }
    return {
      entries: this.#entries.subarray(0, entries * ENTRY_WORDS),
      keys: this.#keys.subarray(0, entries),
      once: this.#once.fill(0),
      twice: this.#twice.fill(0),
    };
  }
}

/** The fingerprints of the identifiers of some records, each with the record's number and line. */
export function printEntries(prints: IdentifierPrints, records: readonly Identified[]): Uint32Array {
  for (const { identifiers } of records) {
    for (let each = 0; each < identifiers.length; each++) prints.add(identifiers[each] as Identifier);
  }
  const entries = prints.take(ENTRY_WORDS);
  let at = 0;
  for (const { index, line, identifiers } of records) {
    for (let count = identifiers.length; count > 0; count--) {
      entries[at + RECORD_WORD] = index;
      entries[at + LINE_WORD] = line;
      at += ENTRY_WORDS;
    }
  }
  return entries;
}

/**
 * Notes the entries of a bucket with equal fingerprints. The few that share some bits are sorted by the rest of the first word
 * and their place, as one number; only those that agree in that too are compared word by word.
 */
function collect(room: EntryRoom, found: Duplicates): void {
  const { entries } = room;
  const keys = keysOfMarkedTwice(room).sort();
  const wordOf = (index: number) => Math.floor((keys[index] as number) / PLACE_RANGE);
  for (let start = 0; start < keys.length; ) {
    const word = wordOf(start);
    let end = start + 1;
    while (end < keys.length && wordOf(end) === word) end++;
    if (end - start > 1) collectAlike(entries, keys.subarray(start, end), found);
    start = end;
  }
}

function keysOfMarkedTwice({ entries, keys, once, twice }: EntryRoom): Float64Array {
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
    const mark = (entries[at] as number) % MARK_VALUES;
    const bit = 1 << (mark & 31);
    const before = once[mark >>> 5] as number;
    if ((before & bit) === 0) once[mark >>> 5] = before | bit;
    else twice[mark >>> 5] = (twice[mark >>> 5] as number) | bit;
  }
  let count = 0;
  for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
    const word = entries[at] as number;
    const mark = word % MARK_VALUES;
    if (((twice[mark >>> 5] as number) & (1 << (mark & 31))) === 0) continue;
    keys[count++] = (word & ((1 << SORTED_BITS) - 1)) * PLACE_RANGE + at / ENTRY_WORDS;
  }
  return keys.subarray(0, count);
}

function collectAlike(entries: Uint32Array, keys: Float64Array, found: Duplicates): void {
  const order = Uint32Array.from(keys, (key) => (key % PLACE_RANGE) * ENTRY_WORDS);
  order.sort((a, b) => compareEntries(entries, a, b));
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && samePrint(entries, order[start] as number, order[end] as number)) end++;
    noteGroup(entries, order.subarray(start, end), found);
    start = end;
  }
}

/**
 * An address that is a user's own is theirs, whatever social logins of others say. Of a user name only that is noted: whose it
 * is of several that have it alike, passwords tell.
 */
function noteGroup(entries: Uint32Array, group: Uint32Array, found: Duplicates): void {
  const isLesser = (at: number) => (kindWord(entries, at) & LESSER) !== 0;
  const own = group.filter((at) => !isLesser(at));
  const isName = (kindWord(entries, group[0] as number) & KIND_MASK & ~LESSER) === bitsOf("name");
  if (!isName) noteShared(entries, own, own, found);
  if (own.length === group.length || (isName && own.length !== 1)) return;
  noteShared(entries, group.filter(isLesser), own.length > 0 ? own : group, found);
}

/** Notes for each record of the one group the first of the other that is another; both are in the order of the file. */
function noteShared(entries: Uint32Array, group: Uint32Array, others: Uint32Array, found: Duplicates): void {
  const recordOf = (at: number) => entries[at + RECORD_WORD] as number;
  const [first, last] = [others[0] as number, others.at(-1) as number];
  let before: number | undefined;
  for (const at of group) {
    const record = recordOf(at);
    const other = record === recordOf(first) ? last : first;
    // One record may name an identifier twice.
    if (record === before || record === recordOf(other)) continue;
    before = record;
    found.note(record, kindWord(entries, at) & KIND_MASK, entries[other + LINE_WORD] as number, recordOf(other));
  }
}

function kindWord(entries: Uint32Array, at: number): number {
  return entries[at + PRINT_WORDS - 1] as number;
}

function compareEntries(entries: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < ENTRY_WORDS; word++) {
    const difference = wordOf(entries, a, word) - wordOf(entries, b, word);
    if (difference !== 0) return difference;
  }
  return 0;
}

function samePrint(entries: Uint32Array, a: number, b: number): boolean {
  for (let word = 0; word < PRINT_WORDS; word++) {
    if (wordOf(entries, a, word) !== wordOf(entries, b, word)) return false;
  }
  return true;
}

/** By which entries are compared: whose address it is makes no difference. */
function wordOf(entries: Uint32Array, at: number, word: number): number {
  const value = entries[at + word] as number;
  return word === PRINT_WORDS - 1 ? (value & ~LESSER) >>> 0 : value;
}

/** A record, the kind, another record's line and number. */
const FOUND_WORDS = 4;

export class Duplicates {
  #words: Uint32Array = new Uint32Array(FOUND_WORDS * 64);
  #used = 0;

  get isEmpty(): boolean {
    return this.#used === 0;
  }

  note(record: number, kind: number, otherLine: number, otherRecord: number): void {
    if (this.#used === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set([record, kind, otherLine, otherRecord], this.#used);
    this.#used += FOUND_WORDS;
  }

  sort(): void {
    const words = this.#words;
    const order = Uint32Array.from({ length: this.#used / FOUND_WORDS }, (_, index) => index * FOUND_WORDS);
    const difference = (a: number, b: number) => (words[a] as number) - (words[b] as number);
    // In the same order in every run, whatever its key.
    order.sort((a, b) => difference(a, b) || difference(a + 1, b + 1) || difference(a + 2, b + 2));
    const sorted = new Uint32Array(this.#used);
    order.forEach((from, index) => {
      sorted.set(words.subarray(from, from + FOUND_WORDS), index * FOUND_WORDS);
    });
    this.#words = sorted;
  }

  /** The duplicates of the records from one number to before another, for `Duplicates.from`; numbers begin with 0. */
  between(from: number, to: number): Uint32Array {
    const words = this.#words.slice(this.#firstOf(from), this.#firstOf(to));
    for (let at = 0; at < words.length; at += FOUND_WORDS) {
      words[at] = (words[at] as number) - from;
      words[at + 3] = (words[at + 3] as number) - from;
    }
    return words;
  }

  static from(words: Uint32Array): Duplicates {
    const found = new Duplicates();
    found.#words = words;
    found.#used = words.length;
    return found;
  }

  of(record: number): readonly Duplicate[] {
    const found: Duplicate[] = [];
    for (let at = this.#firstOf(record); at < this.#used && this.#words[at] === record; at += FOUND_WORDS) {
      found.push({
        kind: kindOf(this.#words[at + 1] as number),
        otherLine: this.#words[at + 2] as number,
        // Negative where it is in front of the records that were asked for.
        otherRecord: (this.#words[at + 3] as number) | 0,
      });
    }
    return found;
  }

  #firstOf(record: number): number {
    let low = 0;
    let high = this.#used / FOUND_WORDS;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle * FOUND_WORDS] as number) < record) low = middle + 1;
      else high = middle;
    }
    return low * FOUND_WORDS;
  }
}
