import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identifier, IdentifierKind } from "./normalized-user.js";
import { namingFaults } from "./temporary-files.js";

/** Another record that has the same identifier. */
export interface Duplicate {
  readonly kind: IdentifierKind;
  /** Line of one of the other records. */
  readonly otherLine: number;
}

/** In the order in which a record's problems name them. */
export const IDENTIFIER_KINDS: readonly IdentifierKind[] = ["email", "phone", "third-party", "id"];
const BUCKETS = 64;
const BUCKET_SHIFT = 26;
/** Three words of fingerprint (the last two bits are the kind), record, line. */
const ENTRY_WORDS = 5;
const SMALLEST_BUFFER_ENTRIES = 64;
/** Entries of a bucket that stay in memory. */
const ENTRIES_IN_MEMORY = 2048;

/**
 * Finds identifiers that appear in more than one record of a file of any size. Keeps
 * 94-bit fingerprints under a key of its own, in 64 buckets of which only the newest
 * entries are in memory and the others in a private temporary folder, so that
 * memory does not grow with the file: looking through takes a 64th of 20 bytes for
 * each identifier, and what is found takes 12 bytes for each record concerned.
 */
export class DuplicateFinder {
  readonly #key = randomBytes(32);
  readonly #buffers = Array.from({ length: BUCKETS }, () => new Uint32Array(0));
  readonly #used = new Uint32Array(BUCKETS);
  readonly #files: (FileHandle | undefined)[] = new Array(BUCKETS).fill(undefined);
  readonly #bufferWords: number;
  #folder: string | undefined;

  /** @param entriesInMemory Entries of one bucket that stay in memory, at least 1. */
  constructor(entriesInMemory = ENTRIES_IN_MEMORY) {
    this.#bufferWords = entriesInMemory * ENTRY_WORDS;
  }

  /** Notes the identifiers of one record. */
  async add(record: number, line: number, identifiers: readonly Identifier[]): Promise<void> {
    for (const { kind, value } of identifiers) {
      const digest = createHash("sha256").update(this.#key).update(kind).update("\n").update(value).digest();
      const bucket = digest.readUInt32LE(0) >>> BUCKET_SHIFT;
      const buffer = this.#bufferOf(bucket);
      const at = this.#used[bucket] as number;
      buffer[at] = digest.readUInt32LE(0);
      buffer[at + 1] = digest.readUInt32LE(4);
      buffer[at + 2] = ((digest.readUInt32LE(8) & ~3) | IDENTIFIER_KINDS.indexOf(kind)) >>> 0;
      buffer[at + 3] = record;
      buffer[at + 4] = line;
      this.#used[bucket] = at + ENTRY_WORDS;
      if (at + ENTRY_WORDS === this.#bufferWords) await namingFaults(() => this.#spill(bucket));
    }
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

async function readWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) throw new Error("a temporary file ended early");
    at += bytesRead;
  }
}

/** Sorts the entries of a bucket by fingerprint and notes those that are the same. */
function collect(entries: Uint32Array, found: Duplicates): void {
  const order = Uint32Array.from({ length: entries.length / ENTRY_WORDS }, (_, index) => index * ENTRY_WORDS);
  order.sort((a, b) => compareEntries(entries, a, b));
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && sameFingerprint(entries, order[start] as number, order[end] as number))
      end++;
    noteGroup(entries, order.subarray(start, end), found);
    start = end;
  }
}

function noteGroup(entries: Uint32Array, group: Uint32Array, found: Duplicates): void {
  const word = (index: number, offset: number) => entries[(group[index] as number) + offset] as number;
  const last = group.length - 1;
  // In the order of the file; one record may name an identifier twice.
  if (word(0, 3) === word(last, 3)) return;
  for (let index = 0; index <= last; index++) {
    if (index > 0 && word(index, 3) === word(index - 1, 3)) continue;
    const other = word(index, 3) === word(0, 3) ? last : 0;
    found.note(word(index, 3), word(index, 2) & 3, word(other, 4));
  }
}

function compareEntries(entries: Uint32Array, a: number, b: number): number {
  for (let word = 0; word < ENTRY_WORDS; word++) {
    const difference = (entries[a + word] as number) - (entries[b + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function sameFingerprint(entries: Uint32Array, a: number, b: number): boolean {
  return entries[a] === entries[b] && entries[a + 1] === entries[b + 1] && entries[a + 2] === entries[b + 2];
}

/** Which records have a duplicate; asked in the order of the file. */
export class Duplicates {
  #words = new Uint32Array(3 * 64);
  #used = 0;

  note(record: number, kind: number, otherLine: number): void {
    if (this.#used === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set([record, kind, otherLine], this.#used);
    this.#used += 3;
  }

  sort(): void {
    const words = this.#words;
    const order = Uint32Array.from({ length: this.#used / 3 }, (_, index) => index * 3);
    order.sort(
      (a, b) =>
        (words[a] as number) - (words[b] as number) || (words[a + 1] as number) - (words[b + 1] as number),
    );
    const sorted = new Uint32Array(this.#used);
    order.forEach((from, index) => {
      sorted.set(words.subarray(from, from + 3), index * 3);
    });
    this.#words = sorted;
  }

  /** The duplicates of one record. */
  of(record: number): readonly Duplicate[] {
    const found: Duplicate[] = [];
    for (let at = this.#firstOf(record); at < this.#used && this.#words[at] === record; at += 3) {
      found.push({
        kind: IDENTIFIER_KINDS[this.#words[at + 1] as number] as IdentifierKind,
        otherLine: this.#words[at + 2] as number,
      });
    }
    return found;
  }

  #firstOf(record: number): number {
    let low = 0;
    let high = this.#used / 3;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle * 3] as number) < record) low = middle + 1;
      else high = middle;
    }
    return low * 3;
  }
}
