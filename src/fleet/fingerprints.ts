import { createHash } from "node:crypto";
import type { Identifier } from "../source/index.js";
import { bitsOf, comparedAs, DuplicateFinder, Duplicates, distinctText, KIND_MASK } from "../source/internal.js";
import type { ChunkRecords } from "./chunk-starts.js";

/** Three words of fingerprint (its last three bits are the kind), number of the record, line; both within the chunk. */
const ENTRY_WORDS = 5;
/** Of the finder: a fourth word of fingerprint comes before the one with the kind. */
const FOUND_ENTRY_WORDS = ENTRY_WORDS + 1;
const FIRST_ENTRIES = 64;

/** How many groups fingerprints are matched in, so that one group fits into memory however large the file is. */
export function bucketsFor(fileBytes: number): number {
  const wanted = Math.ceil(fileBytes / (1 << 27));
  return Math.min(256, Math.max(16, 2 ** Math.ceil(Math.log2(Math.max(1, wanted)))));
}

/**
 * The keyed fingerprints of a chunk's identifiers, in groups: 93 bits of a SHA-256 over the run's key and the
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
    for (const identifier of identifiers) {
      const { kind } = identifier;
      const text = `${comparedAs(kind)}\n${distinctText(identifier)}`;
      const digest = createHash("sha256").update(this.#key).update(text).digest();
      const bucket = digest.readUInt16LE(12) % this.#groups.length;
      const group = this.#roomIn(bucket);
      const at = this.#used[bucket] as number;
      group[at] = digest.readUInt32LE(0);
      group[at + 1] = digest.readUInt32LE(4);
      group[at + 2] = ((digest.readUInt32LE(8) & ~KIND_MASK) | bitsOf(kind)) >>> 0;
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

/** The entries of one group from all chunks, matched as a check of one machine does it. */
export class BucketMatch {
  readonly #finder = new DuplicateFinder();
  entries = 0;

  /**
   * @param first Number of the chunk's first record in the file.
   * @param line Of the file, on which the chunk begins.
   */
  async add({ first }: ChunkRecords, line: number, bytes: Uint8Array): Promise<void> {
    const words = wordsOf(bytes);
    const entries = words.length / ENTRY_WORDS;
    const wide = new Uint32Array(entries * FOUND_ENTRY_WORDS);
    for (let entry = 0; entry < entries; entry++) {
      const [one = 0, two = 0, kind = 0, record = 0, within = 0] = words.subarray(entry * ENTRY_WORDS);
      wide.set([one, two, 0, kind, record, line + within], entry * FOUND_ENTRY_WORDS);
    }
    this.entries += entries;
    await this.#finder.addEntries(wide, first);
  }

  /** What is in more than one record, by the chunk that it is in, as `readDuplicates` takes it. */
  async duplicates(chunks: readonly ChunkRecords[]): Promise<readonly (readonly [chunk: number, bytes: Buffer])[]> {
    const found = await this.#finder.finish();
    return chunks.flatMap(({ first, records }, at) => {
      const words = found.between(first, first + records);
      return words.length === 0 ? [] : [[at, Buffer.from(words.buffer)] as const];
    });
  }

  close(): Promise<void> {
    return this.#finder.close();
  }
}

/** The duplicates of a chunk, of all groups. */
export function readDuplicates(groups: readonly Buffer[]): Duplicates {
  const found = Duplicates.from(wordsOf(Buffer.concat(groups)));
  found.sort();
  return found;
}

/** A copy: bytes of a reply may begin anywhere. */
const wordsOf = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);
