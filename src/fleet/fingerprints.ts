import { createHash } from "node:crypto";
import type { Identifier, IdentifierKind } from "../source/index.js";
import { type Duplicate, IDENTIFIER_KINDS } from "../source/internal.js";

/** Three words of fingerprint (its last two bits are the kind), number of the record, line; both within the chunk. */
const ENTRY_WORDS = 5;
export const ENTRY_BYTES = ENTRY_WORDS * 4;
const FIRST_ENTRIES = 64;

/** How many groups fingerprints are matched in, so that one group fits into memory however large the file is. */
export function bucketsFor(fileBytes: number): number {
  const wanted = Math.ceil(fileBytes / (1 << 27));
  return Math.min(256, Math.max(16, 2 ** Math.ceil(Math.log2(Math.max(1, wanted)))));
}

/**
 * The keyed fingerprints of a chunk's identifiers, in groups: 94 bits of a SHA-256 over the run's key and the
 * identifier. Without the key nobody can try addresses against them.
 */
export class FingerprintSheet {
  readonly #key: Uint8Array;
  readonly #groups: Uint32Array[];
  readonly #used: Uint32Array;
  entries = 0;

  constructor(key: Uint8Array, buckets: number) {
    this.#key = key;
    this.#groups = Array.from({ length: buckets }, () => new Uint32Array(0));
    this.#used = new Uint32Array(buckets);
  }

  /** @param line Lines after the chunk's first one. */
  add(record: number, line: number, identifiers: readonly Identifier[]): void {
    for (const { kind, value } of identifiers) {
      const digest = createHash("sha256").update(this.#key).update(kind).update("\n").update(value).digest();
      const bucket = digest.readUInt16LE(12) % this.#groups.length;
      const group = this.#roomIn(bucket);
      const at = this.#used[bucket] as number;
      group[at] = digest.readUInt32LE(0);
      group[at + 1] = digest.readUInt32LE(4);
      group[at + 2] = ((digest.readUInt32LE(8) & ~3) | IDENTIFIER_KINDS.indexOf(kind)) >>> 0;
      group[at + 3] = record;
      group[at + 4] = line;
      this.#used[bucket] = at + ENTRY_WORDS;
      this.entries++;
    }
  }

  /** The entries of each group that has some, by its number. */
  groups(): readonly (readonly [number, Buffer])[] {
    return this.#groups.flatMap((group, bucket) => {
      const used = this.#used[bucket] as number;
      return used === 0 ? [] : [[bucket, Buffer.from(group.buffer, 0, used * 4)] as const];
    });
  }

  #roomIn(bucket: number): Uint32Array {
    const group = this.#groups[bucket] as Uint32Array;
    if ((this.#used[bucket] as number) < group.length) return group;
    const larger = new Uint32Array(Math.max(FIRST_ENTRIES * ENTRY_WORDS, group.length * 2));
    larger.set(group);
    this.#groups[bucket] = larger;
    return larger;
  }
}

/** The entries of one group from all chunks. */
export class BucketMatch {
  readonly #pieces: { readonly chunk: number; readonly line: number; readonly words: Uint32Array }[] = [];
  entries = 0;

  /** @param line Of the file, on which the chunk begins. */
  add(chunk: number, line: number, bytes: Uint8Array): void {
    const words = new Uint32Array(Uint8Array.from(bytes).buffer);
    this.#pieces.push({ chunk, line, words });
    this.entries += words.length / ENTRY_WORDS;
  }

  /** What is in more than one record, by the chunk that it is in, as `readDuplicates` takes it. */
  duplicates(): ReadonlyMap<number, Buffer> {
    const order = this.#inOrder();
    const found = new Map<number, Buffer[]>();
    for (let start = 0; start < order.length; ) {
      let end = start + 1;
      while (end < order.length && this.#isSame(order[start] as number, order[end] as number)) end++;
      if (end - start > 1) this.#note(order.subarray(start, end), found);
      start = end;
    }
    return new Map([...found].map(([chunk, pieces]) => [chunk, Buffer.concat(pieces)]));
  }

  /** Places of entries, of all pieces one after the other, by fingerprint and then as in the file. */
  #inOrder(): Float64Array {
    const order = new Float64Array(this.entries);
    let at = 0;
    for (const [piece, { words }] of this.#pieces.entries()) {
      for (let word = 0; word < words.length; word += ENTRY_WORDS) order[at++] = piece * 2 ** 32 + word;
    }
    return order.sort((one, other) => this.#compare(one, other));
  }

  #word(place: number, offset: number): number {
    const words = (this.#pieces[Math.floor(place / 2 ** 32)] as { readonly words: Uint32Array }).words;
    return words[(place % 2 ** 32) + offset] as number;
  }

  #compare(one: number, other: number): number {
    for (let word = 0; word < 3; word++) {
      const difference = this.#word(one, word) - this.#word(other, word);
      if (difference !== 0) return difference;
    }
    // Pieces and records are in the order of the file.
    return one - other;
  }

  #isSame(one: number, other: number): boolean {
    return [0, 1, 2].every((word) => this.#word(one, word) === this.#word(other, word));
  }

  #note(group: Float64Array, found: Map<number, Buffer[]>): void {
    const records = [...group].map((place) => {
      const piece = this.#pieces[Math.floor(place / 2 ** 32)] as {
        readonly chunk: number;
        readonly line: number;
      };
      const record = this.#word(place, 3);
      return {
        chunk: piece.chunk,
        record,
        line: piece.line + this.#word(place, 4),
        kind: this.#word(place, 2) & 3,
      };
    });
    const [first] = records;
    const last = records.at(-1);
    if (first === undefined || last === undefined) return;
    const isOne = (a: typeof first, b: typeof first) => a.chunk === b.chunk && a.record === b.record;
    // One record may name an identifier twice.
    if (isOne(first, last)) return;
    for (const [at, one] of records.entries()) {
      const before = records[at - 1];
      if (before !== undefined && isOne(before, one)) continue;
      const other = isOne(one, first) ? last : first;
      const pieces = found.get(one.chunk) ?? [];
      pieces.push(duplicateEntry(one.record, one.kind, other.line));
      found.set(one.chunk, pieces);
    }
  }
}

const DUPLICATE_BYTES = 11;

function duplicateEntry(record: number, kind: number, otherLine: number): Buffer {
  const entry = Buffer.alloc(DUPLICATE_BYTES);
  entry.writeUInt32LE(record, 0);
  entry.writeUInt8(kind, 4);
  entry.writeUIntLE(otherLine, 5, 6);
  return entry;
}

/** The duplicates of a chunk by the number of their record, in the order in which a record's problems name them. */
export function readDuplicates(groups: readonly Buffer[]): ReadonlyMap<number, readonly Duplicate[]> {
  const found = new Map<number, Duplicate[]>();
  for (const bytes of groups) {
    for (let at = 0; at + DUPLICATE_BYTES <= bytes.length; at += DUPLICATE_BYTES) {
      const record = bytes.readUInt32LE(at);
      const kind = IDENTIFIER_KINDS[bytes.readUInt8(at + 4)] as IdentifierKind;
      const all = found.get(record) ?? [];
      all.push({ kind, otherLine: bytes.readUIntLE(at + 5, 6) });
      found.set(record, all);
    }
  }
  const place = ({ kind }: Duplicate) => IDENTIFIER_KINDS.indexOf(kind);
  for (const all of found.values()) all.sort((one, other) => place(one) - place(other));
  return found;
}
