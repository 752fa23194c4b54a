import { type FileHandle, join, mkdtemp, open, rm, tmpdir } from "../runtime/index.js";
import { PRINT_WORDS } from "./identifier-prints.js";
import { namingFaults } from "./input/temporary-files.js";

/** A fingerprint, record, line. */
export const ENTRY_WORDS = PRINT_WORDS + 2;
export const RECORD_WORD = PRINT_WORDS;
export const LINE_WORD = PRINT_WORDS + 1;

export const BUCKETS = 64;
const BUCKET_BITS = 6;
const ENTRY_BYTES = ENTRY_WORDS * 4;
const SMALLEST_BUFFER_ENTRIES = 64;
const NO_WORDS = new Uint32Array(0);

/** Fingerprints with record and line, in buckets by some of their bits, older entries in a temporary folder; memory is reused. */
export class PrintBuckets {
  readonly #shift: number;
  readonly #bufferWords: number;
  readonly #buffers: Uint32Array[] = new Array(BUCKETS).fill(NO_WORDS);
  readonly #used = new Uint32Array(BUCKETS);
  readonly #files: (FileHandle | undefined)[] = new Array(BUCKETS).fill(undefined);
  /** Bytes of each file that are of these entries. */
  readonly #written = new Float64Array(BUCKETS);
  #folder: string | undefined;

  /** @param entriesInMemory Entries of one bucket that stay in memory; `level` n takes the nth six bits, 0 to 4. */
  constructor(entriesInMemory: number, level = 0) {
    this.#bufferWords = entriesInMemory * ENTRY_WORDS;
    this.#shift = 32 - BUCKET_BITS * (level + 1);
  }

  /** @param firstRecord What is added to the numbers of the records. */
  async add(entries: Uint32Array, firstRecord = 0): Promise<void> {
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      at = this.#noteUntilFull(entries, at, firstRecord);
      if (at < entries.length) await namingFaults(() => this.#spill(this.#bucketOf(entries[at] as number)));
    }
  }

  sizeOf(bucket: number): number {
    return (this.#written[bucket] as number) / ENTRY_BYTES + (this.#used[bucket] as number) / ENTRY_WORDS;
  }

  /** Fills a place with entries of a bucket, from one on; at least as many have to follow. */
  async read(bucket: number, firstEntry: number, into: Uint32Array): Promise<void> {
    const from = firstEntry * ENTRY_BYTES;
    const inFile = Math.max(0, Math.min(into.byteLength, (this.#written[bucket] as number) - from));
    const bytes = new Uint8Array(into.buffer, into.byteOffset, inFile);
    const file = this.#files[bucket];
    if (file !== undefined) await namingFaults(() => readWhole(file, bytes, from));
    const rest = into.subarray(inFile / 4);
    const atRest = Math.max(0, from - (this.#written[bucket] as number)) / 4;
    rest.set((this.#buffers[bucket] as Uint32Array).subarray(atRest, atRest + rest.length));
  }

  empty(): void {
    this.#used.fill(0);
    this.#written.fill(0);
  }

  async close(): Promise<void> {
    this.empty();
    this.#buffers.fill(NO_WORDS);
    for (const file of this.#files) await file?.close();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#files.fill(undefined);
  }

  /** Place of the entry that has filled its bucket; the end where none has. In one loop, since there are millions. */
  #noteUntilFull(entries: Uint32Array, from: number, firstRecord: number): number {
    const used = this.#used;
    for (let at = from; at < entries.length; at += ENTRY_WORDS) {
      const bucket = this.#bucketOf(entries[at] as number);
      const buffer = this.#bufferOf(bucket);
      const to = used[bucket] as number;
      for (let word = 0; word < ENTRY_WORDS; word++) buffer[to + word] = entries[at + word] as number;
      buffer[to + RECORD_WORD] = (entries[at + RECORD_WORD] as number) + firstRecord;
      used[bucket] = to + ENTRY_WORDS;
      if (to + ENTRY_WORDS === this.#bufferWords) return at;
    }
    return entries.length;
  }

  #bucketOf(firstWord: number): number {
    return (firstWord >>> this.#shift) % BUCKETS;
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
    const { buffer, byteLength } = this.#buffers[bucket] as Uint32Array;
    const at = this.#written[bucket] as number;
    await writeWhole(file, new Uint8Array(buffer, 0, byteLength), at);
    this.#written[bucket] = at + byteLength;
    this.#used[bucket] = 0;
  }
}

async function readWhole(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Error("a temporary file ended early");
    at += bytesRead;
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, from + at);
    at += bytesWritten;
  }
}
