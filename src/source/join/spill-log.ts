import { appendFile, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namingFaults } from "../temporary-files.js";

/** Bytes that all readers of a log's buckets hold together. */
const READ_BYTES = 8 << 20;
const LEAST_READ_BYTES = 1 << 12;

/**
 * Lines in buckets: in memory up to a stated size over all buckets, beyond it in files of a private temporary
 * folder. Files are open only while they are read or written, so that their number does not matter.
 */
export class SpillLog {
  readonly buckets: number;
  readonly #mostInMemory: number;
  readonly #lines: string[][];
  #inMemory = 0;
  #folder: string | undefined;

  constructor(buckets: number, mostInMemory: number) {
    this.buckets = buckets;
    this.#mostInMemory = mostInMemory;
    this.#lines = Array.from({ length: buckets }, () => []);
  }

  /** Adds a line, which has no line end in it, to a bucket. */
  async add(bucket: number, line: string): Promise<void> {
    (this.#lines[bucket] as string[]).push(line);
    this.#inMemory += line.length + LINE_COSTS;
    if (this.#inMemory >= this.#mostInMemory) await namingFaults(() => this.#spill());
  }

  /** The lines of a bucket, in the order in which they were added. */
  async *linesOf(bucket: number): AsyncGenerator<string> {
    if (this.#folder !== undefined) yield* linesOfFile(this.#pathOf(bucket), this.#readBytes());
    yield* this.#lines[bucket] as string[];
  }

  /** Takes the temporary files away. */
  async close(): Promise<void> {
    const folder = this.#folder;
    this.#folder = undefined;
    for (const lines of this.#lines) lines.length = 0;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  #readBytes(): number {
    return Math.max(LEAST_READ_BYTES, READ_BYTES / this.buckets);
  }

  #pathOf(bucket: number): string {
    return join(this.#folder as string, String(bucket));
  }

  async #spill(): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), "credport-"));
    for (const [bucket, lines] of this.#lines.entries()) {
      if (lines.length === 0) continue;
      await appendFile(this.#pathOf(bucket), `${lines.join("\n")}\n`, { mode: 0o600 });
      lines.length = 0;
    }
    this.#inMemory = 0;
  }
}

/** What a line takes beside its characters. */
const LINE_COSTS = 32;
const LINE_FEED = 0x0a;

/** The lines of a file, which is open only while a stretch of it is read. */
async function* linesOfFile(path: string, readBytes: number): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for (let at = 0; ; ) {
    const bytes = await namingFaults(() => stretchOf(path, at, readBytes));
    if (bytes.length === 0) return;
    at += bytes.length;
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      const last = bytes.subarray(from, end);
      yield (rest.length === 0 ? last : Buffer.concat([...rest, last])).toString();
      rest = [];
      from = end + 1;
    }
    if (from < bytes.length) rest.push(bytes.subarray(from));
  }
}

async function stretchOf(path: string, at: number, length: number): Promise<Buffer> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
