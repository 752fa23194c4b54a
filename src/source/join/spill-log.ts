import { Buffer, type FileHandle, join, mkdtemp, open, rm, tmpdir } from "../../runtime/index.js";
import { namingFaults } from "../input/temporary-files.js";

/** A bucket's first block in memory; it grows to a whole one. */
const SMALLEST_BLOCK_BYTES = 1 << 8;
const LEAST_BLOCK_BYTES = 1 << 4;
const LINE_FEED = 0x0a;

/** What of a bucket is still in memory, and where its earlier blocks are in the file. */
interface Bucket {
  readonly blocks: number[];
  block: Buffer;
  used: number;
}

/**
 * Lines in buckets, in memory up to a size over all buckets and then in a private temporary file. They are kept as bytes in
 * reused blocks: as texts they would live long enough to be taken for lasting ones, and the heap would grow severalfold.
 */
export class SpillLog {
  readonly buckets: number;
  readonly #blockBytes: number;
  readonly #kept: readonly Bucket[];
  #scratch = new Uint8Array(1 << 12);
  #written = 0;
  #file: FileHandle | undefined;
  #folder: string | undefined;

  constructor(buckets: number, mostInMemory: number) {
    this.buckets = buckets;
    this.#blockBytes = Math.max(LEAST_BLOCK_BYTES, Math.floor(mostInMemory / buckets));
    this.#kept = Array.from({ length: buckets }, () => ({ blocks: [], block: Buffer.alloc(0), used: 0 }));
  }

  /** Adds a line, which has no line end in it, to a bucket. */
  async add(bucket: number, line: string): Promise<void> {
    const kept = this.#kept[bucket] as Bucket;
    const bytes = this.#bytesOf(line);
    for (let at = 0; at < bytes.length; ) {
      if (kept.used === this.#blockBytes) await namingFaults(() => this.#spill(kept));
      const end = Math.min(bytes.length, at + this.#blockBytes - kept.used);
      this.#makeRoom(kept, end - at);
      kept.block.set(bytes.subarray(at, end), kept.used);
      kept.used += end - at;
      at = end;
    }
  }

  /** The lines of a bucket, in the order in which they were added; nothing may be added while they are read. */
  async *linesOf(bucket: number): AsyncGenerator<string> {
    const { blocks, block, used } = this.#kept[bucket] as Bucket;
    const own = Buffer.alloc(blocks.length === 0 ? 0 : this.#blockBytes);
    let rest: Buffer[] = [];
    for (let number = 0; number <= blocks.length; number++) {
      const place = blocks[number];
      const bytes = place === undefined ? block.subarray(0, used) : await this.#readBlock(place, own);
      let from = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
        yield textOf(rest, bytes.subarray(from, end));
        rest = [];
        from = end + 1;
      }
      // A copy: the next block is read to the same place.
      if (from < bytes.length) rest.push(Buffer.from(bytes.subarray(from)));
    }
  }

  async close(): Promise<void> {
    const [file, folder] = [this.#file, this.#folder];
    this.#file = undefined;
    this.#folder = undefined;
    for (const kept of this.#kept) Object.assign(kept, { blocks: [], block: Buffer.alloc(0), used: 0 });
    await file?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  /** The line with its end; valid until the next one. */
  #bytesOf(line: string): Uint8Array {
    const most = line.length * 3 + 1;
    if (most > this.#scratch.length) this.#scratch = new Uint8Array(most * 2);
    const { written } = ENCODER.encodeInto(line, this.#scratch);
    this.#scratch[written] = LINE_FEED;
    return this.#scratch.subarray(0, written + 1);
  }

  #makeRoom(kept: Bucket, bytes: number): void {
    const needed = kept.used + bytes;
    if (needed <= kept.block.length) return;
    const wanted = Math.max(SMALLEST_BLOCK_BYTES, kept.block.length * 4, needed);
    const larger = Buffer.alloc(Math.min(this.#blockBytes, wanted));
    larger.set(kept.block.subarray(0, kept.used));
    kept.block = larger;
  }

  async #spill(kept: Bucket): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), "credport-"));
    this.#file ??= await open(join(this.#folder, "rows"), "wx+", 0o600);
    await this.#file.appendFile(kept.block);
    kept.blocks.push(this.#written);
    this.#written += this.#blockBytes;
    kept.used = 0;
  }

  async #readBlock(place: number, into: Buffer): Promise<Buffer> {
    await namingFaults(async () => {
      for (let at = 0; at < into.length; ) {
        const file = this.#file as FileHandle;
        const { bytesRead } = await file.read(into, at, into.length - at, place + at);
        if (bytesRead === 0) throw new Error("a temporary file ended early");
        at += bytesRead;
      }
    });
    return into;
  }
}

const ENCODER = new TextEncoder();

function textOf(before: readonly Buffer[], last: Buffer): string {
  return (before.length === 0 ? last : Buffer.concat([...before, last])).toString();
}
