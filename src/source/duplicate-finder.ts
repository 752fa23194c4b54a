import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IdentifierPrints, KIND_MASK, kindOf, PRINT_WORDS, printKey } from "./identifier-prints.js";
import type { IdentifierKind, UserRecord } from "./normalized-user.js";
import { namingFaults } from "./temporary-files.js";

/** Another record that has the same identifier. */
export interface Duplicate {
  readonly kind: IdentifierKind;
  /** Line of one of the other records. */
  readonly otherLine: number;
  /** Its number over all files; absent where only one file is read. */
  readonly otherRecord?: number;
}

/** A record, and what no other one may share with it. */
export type Identified = Pick<UserRecord, "index" | "line" | "identifiers">;

const BUCKETS = 64;
const BUCKET_SHIFT = 26;
/** A fingerprint, record, line. */
const ENTRY_WORDS = PRINT_WORDS + 2;
const RECORD_WORD = PRINT_WORDS;
const LINE_WORD = PRINT_WORDS + 1;
const SMALLEST_BUFFER_ENTRIES = 64;
/** Entries of a bucket that stay in memory. */
const ENTRIES_IN_MEMORY = 2048;
/** Place of an entry in the number by which a bucket is sorted, below the rest of the first word. */
const PLACE_RANGE = 2 ** 27;

/**
 * Finds identifiers that appear in more than one record of a file of any size. Keeps
 * fingerprints under a key of its own (`IdentifierPrints` says how likely two are taken for one),
 * in 64 buckets of which only the newest
 * entries are in memory and the others in a private temporary folder, so that
 * memory does not grow with the file: looking through takes a 64th of 40 bytes for
 * each identifier, and what is found takes 16 bytes for each record concerned.
 */
export class DuplicateFinder {
  readonly #prints: IdentifierPrints;
  readonly #buffers = Array.from({ length: BUCKETS }, () => new Uint32Array(0));
  readonly #used = new Uint32Array(BUCKETS);
  readonly #files: (FileHandle | undefined)[] = new Array(BUCKETS).fill(undefined);
  readonly #bufferWords: number;
  #folder: string | undefined;

  /**
   * @param entriesInMemory Entries of one bucket that stay in memory, at least 1.
   * @param key Under which identifiers are fingerprinted, where others do that as well.
   */
  constructor(entriesInMemory = ENTRIES_IN_MEMORY, key: Uint8Array = printKey()) {
    this.#bufferWords = entriesInMemory * ENTRY_WORDS;
    this.#prints = new IdentifierPrints(key);
  }

  /** Notes the identifiers of some records. */
  async add(records: readonly Identified[]): Promise<void> {
    await this.addEntries(printEntries(this.#prints, records), 0);
  }

  /**
   * Notes what `printEntries` gives, under the key of this finder.
   *
   * @param firstRecord What is added to the numbers of the records.
   */
  async addEntries(entries: Uint32Array, firstRecord: number): Promise<void> {
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      const full = this.#note(entries, at, firstRecord);
      if (full !== undefined) await namingFaults(() => this.#spill(full));
    }
  }

  /** The bucket, if it is full now. */
  #note(entries: Uint32Array, from: number, firstRecord: number): number | undefined {
    const bucket = (entries[from] as number) >>> BUCKET_SHIFT;
    const buffer = this.#bufferOf(bucket);
    const at = this.#used[bucket] as number;
    for (let word = 0; word < ENTRY_WORDS; word++) buffer[at + word] = entries[from + word] as number;
    if (firstRecord > 0) buffer[at + RECORD_WORD] = (entries[from + RECORD_WORD] as number) + firstRecord;
    this.#used[bucket] = at + ENTRY_WORDS;
    return at + ENTRY_WORDS === this.#bufferWords ? bucket : undefined;
  }

  /** All that was found; `close` must follow. */
  async finish(): Promise<Duplicates> {
    const found = new Duplicates();
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      collect(await namingFaults(() => this.#entriesOf(bucket)), found);
    }
    found.sort();
    return found;
  }

  /** Takes the temporary files away. */
  async close(): Promise<void> {
    for (const file of this.#files) await file?.close();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#files.fill(undefined);
  }

  #bufferOf(bucket: number): Uint32Array {
    const buffer = this.#buffers[bucket] as Uint32Array;
    const used = this.#used[bucket] as number;
    if (used < buffer.length) return buffer;
    // Small files never need the whole buffer.
    const wanted = Math.max(SMALLEST_BUFFER_ENTRIES * ENTRY_WORDS, buffer.length * 4);
    const larger = new Uint32Array(Math.min(this.#bufferWords, wanted));
    larger.set(buffer);
    this.#buffers[bucket] = larger;
    return larger;
  }

  async #spill(bucket: number): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), "credport-"));
    const file = this.#files[bucket] ?? (await open(join(this.#folder, String(bucket)), "wx+", 0o600));
    this.#files[bucket] = file;
    const buffer = this.#buffers[bucket] as Uint32Array;
    await file.appendFile(new Uint8Array(buffer.buffer, 0, buffer.byteLength));
    this.#used[bucket] = 0;
  }

  async #entriesOf(bucket: number): Promise<Uint32Array> {
    const rest = (this.#buffers[bucket] as Uint32Array).subarray(0, this.#used[bucket]);
    const file = this.#files[bucket];
    if (file === undefined) return rest;
    const { size } = await file.stat();
    const bytes = new Uint8Array(size + rest.byteLength);
    await readWhole(file, bytes.subarray(0, size));
    bytes.set(new Uint8Array(rest.buffer, rest.byteOffset, rest.byteLength), size);
    return new Uint32Array(bytes.buffer);
  }
}

/** The fingerprints of the identifiers of some records, each with the record's number and line. */
export function printEntries(prints: IdentifierPrints, records: readonly Identified[]): Uint32Array {
  for (const { identifiers } of records) {
    for (const identifier of identifiers) prints.add(identifier);
  }
  const words = prints.take();
  const entries = new Uint32Array((words.length / PRINT_WORDS) * ENTRY_WORDS);
  let from = 0;
  let at = 0;
  for (const { index, line, identifiers } of records) {
    for (let count = identifiers.length; count > 0; count--) {
      for (let word = 0; word < PRINT_WORDS; word++) entries[at + word] = words[from++] as number;
      entries[at + RECORD_WORD] = index;
      entries[at + LINE_WORD] = line;
      at += ENTRY_WORDS;
    }
  }
  return entries;
}

async function readWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) throw new Error("a temporary file ended early");
    at += bytesRead;
  }
}

/**
 * Notes the entries of a bucket whose fingerprints are the same. They are sorted by the rest of the first word and their
 * place, as one number; only those that have that in common are looked at word by word.
 */
function collect(entries: Uint32Array, found: Duplicates): void {
  const keys = new Float64Array(entries.length / ENTRY_WORDS);
  for (let place = 0; place < keys.length; place++) {
    const word = (entries[place * ENTRY_WORDS] as number) & ((1 << BUCKET_SHIFT) - 1);
    keys[place] = word * PLACE_RANGE + place;
  }
  keys.sort();
  const wordOf = (index: number) => Math.floor((keys[index] as number) / PLACE_RANGE);
  for (let start = 0; start < keys.length; ) {
    const word = wordOf(start);
    let end = start + 1;
    while (end < keys.length && wordOf(end) === word) end++;
    if (end - start > 1) collectAlike(entries, keys.subarray(start, end), found);
    start = end;
  }
}

/** Notes those of some entries whose fingerprints are the same. */
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

function noteGroup(entries: Uint32Array, group: Uint32Array, found: Duplicates): void {
  const word = (index: number, offset: number) => entries[(group[index] as number) + offset] as number;
  const last = group.length - 1;
  // In the order of the file; one record may name an identifier twice.
  if (word(0, RECORD_WORD) === word(last, RECORD_WORD)) return;
  for (let index = 0; index <= last; index++) {
    if (index > 0 && word(index, RECORD_WORD) === word(index - 1, RECORD_WORD)) continue;
    const other = word(index, RECORD_WORD) === word(0, RECORD_WORD) ? last : 0;
    const kind = word(index, PRINT_WORDS - 1) & KIND_MASK;
    found.note(word(index, RECORD_WORD), kind, word(other, LINE_WORD), word(other, RECORD_WORD));
  }
}

function compareEntries(entries: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < ENTRY_WORDS; word++) {
    const difference = (entries[a + word] as number) - (entries[b + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function samePrint(entries: Uint32Array, a: number, b: number): boolean {
  for (let word = 0; word < PRINT_WORDS; word++) {
    if (entries[a + word] !== entries[b + word]) return false;
  }
  return true;
}

/** A record, the kind, another record's line and number. */
const FOUND_WORDS = 4;

/** Which records have a duplicate; asked in the order of the file. */
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
    for (let at = 0; at < words.length; at += FOUND_WORDS) words[at] = (words[at] as number) - from;
    return words;
  }

  /** What `between` gave. */
  static from(words: Uint32Array): Duplicates {
    const found = new Duplicates();
    found.#words = words;
    found.#used = words.length;
    return found;
  }

  /** The duplicates of one record. */
  of(record: number): readonly Duplicate[] {
    const found: Duplicate[] = [];
    for (let at = this.#firstOf(record); at < this.#used && this.#words[at] === record; at += FOUND_WORDS) {
      found.push({
        kind: kindOf(this.#words[at + 1] as number),
        otherLine: this.#words[at + 2] as number,
        otherRecord: this.#words[at + 3] as number,
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
