import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { Awaitable } from "../awaitable.js";
import type { JournalFile } from "./journal-file.js";

/** Lines in memory at most while a slow disk catches up. */
const MOST_UNSYNCED = 4096;

interface Waiter {
  readonly for: number;
  readonly resolve: (failure: Problem | undefined) => void;
}

interface Batch {
  readonly written: Promise<Problem | undefined>;
  readonly resolve: (failure: Problem | undefined) => void;
}

/**
 * Adds lines to a file in batches: a line is written at the next turn of the event loop
 * and on the disk a little later, with all others of that moment. Writing and syncing run
 * side by side, so that a killed process loses as little as can be.
 */
export class DurableLog {
  readonly #file: JournalFile;
  readonly #intervalMs: number;
  readonly #waiters: Waiter[] = [];
  #pending: string[] = [];
  /** Of the file while no other process writes it. */
  #bytes: number;
  #appended = 0;
  #written = 0;
  #synced = 0;
  #writing: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  /** Lines that a caller wants on the disk without a pause. */
  #wanted = 0;
  #endPause: () => void = () => {};
  /** Shared by all who wait for the next batch to be written. */
  #nextBatch: Batch | undefined;
  #failure: Problem | undefined;

  /**
   * @param bytes The file's size.
   * @param intervalMs Milliseconds between two syncs at least.
   */
  constructor(file: JournalFile, bytes: number, intervalMs: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#intervalMs = intervalMs;
  }

  /** Lines that were added so far: for `reached`. A line that is not added any more is never reached. */
  mark(): number {
    return this.#failure === undefined ? this.#appended : Number.POSITIVE_INFINITY;
  }

  /** To be waited for now and then: there is room for more lines. */
  room(): Awaitable<Problem | undefined> {
    return this.#appended - this.#synced > MOST_UNSYNCED ? this.#reach(this.#appended) : this.#failure;
  }

  append(line: string): void {
    if (this.#failure !== undefined) return;
    this.#pending.push(line);
    this.#appended++;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was appended so far is on the disk, without a pause, or with why it is not. */
  durable(): Promise<Problem | undefined> {
    if (this.#failure !== undefined || this.#appended === this.#synced) return Promise.resolve(this.#failure);
    this.#wanted = this.#appended;
    this.#endPause();
    return this.#reach(this.#appended);
  }

  /** The same for the lines that were added up to a mark; at once where they are on the disk. */
  reached(mark: number): Awaitable<Problem | undefined> {
    if (mark <= this.#synced) return undefined;
    return this.#failure ?? this.#reach(mark);
  }

  #reach(mark: number): Promise<Problem | undefined> {
    return new Promise((resolve) => {
      this.#waiters.push({ for: mark, resolve });
    });
  }

  /** Resolves when the system has everything that was appended so far, which outlives this process. */
  written(): Awaitable<Problem | undefined> {
    if (this.#failure !== undefined || this.#written >= this.#appended) return this.#failure;
    this.#nextBatch ??= openBatch();
    return this.#nextBatch.written;
  }

  async close(): Promise<Problem | undefined> {
    const failure = await this.durable();
    await this.#writing;
    this.#endPause();
    await this.#syncing;
    await this.#file.close().catch(() => undefined);
    return failure;
  }

  async #write(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#pending.length > 0 && this.#failure === undefined) {
      const lines = this.#pending;
      const batch = this.#nextBatch;
      this.#pending = [];
      this.#nextBatch = undefined;
      try {
        await this.#append(Buffer.from(lines.join("")));
      } catch (error) {
        this.#fail(error);
      }
      this.#written += lines.length;
      batch?.resolve(this.#failure);
      this.#syncing ??= this.#sync();
    }
    this.#nextBatch?.resolve(this.#failure);
    this.#nextBatch = undefined;
    this.#writing = undefined;
  }

  /**
   * A file that has grown by itself has another writer, who can't see this one's lock: it came to the
   * file by another mount or a second name of its own.
   */
  async #append(bytes: Uint8Array): Promise<void> {
    if ((await this.#file.size()) !== this.#bytes) {
      this.#stop(problem("import/journal-locked", "another process writes this journal too"));
      return;
    }
    await this.#file.append(bytes);
    this.#bytes += bytes.length;
  }

  async #sync(): Promise<void> {
    while (this.#synced < this.#written && this.#failure === undefined) {
      const target = this.#written;
      try {
        await this.#file.sync();
      } catch (error) {
        this.#fail(error);
        break;
      }
      this.#synced = target;
      this.#release();
      if (this.#synced >= this.#wanted) await this.#pause();
    }
    this.#syncing = undefined;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#intervalMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #release(): void {
    let count = 0;
    while (count < this.#waiters.length && (this.#waiters[count] as Waiter).for <= this.#synced) count++;
    for (const { resolve } of this.#waiters.splice(0, count)) resolve(undefined);
  }

  #fail(error: unknown): void {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    this.#stop(problem("import/journal-not-written", `the journal can't be written (${code})`));
  }

  #stop(failure: Problem): void {
    this.#failure = failure;
    for (const { resolve } of this.#waiters.splice(0)) resolve(this.#failure);
  }
}

function openBatch(): Batch {
  let resolve: Batch["resolve"] = () => {};
  const written = new Promise<Problem | undefined>((done) => {
    resolve = done;
  });
  return { written, resolve };
}
