import type { Worker } from "node:worker_threads";
import { builtinModule } from "../../lib/builtin-module.js";
import { type ChunkAnswer, type ChunkSetup, type ChunkTask, ChunkWork } from "./chunk-work.js";

/** Who reads chunks beside each other: threads, and the one that asks. */
export interface Crew {
  /** All of them. */
  readonly size: number;
  /**
   * The answer for a chunk; undefined where it can't be given, as by a thread that ends meanwhile. From then on the
   * asking thread reads all chunks itself. The next chunk is asked once the crew is `free`.
   */
  readonly ask: (task: ChunkTask) => Promise<ChunkAnswer>;
  /**
   * Memory for a chunk of so many bytes: that of a chunk that has been read, where there is some, since the engine has
   * to fetch and clear new memory. What is in it does not matter.
   */
  readonly roomOf: (bytes: number) => Uint8Array;
  /** Settles when the asking thread has read what it reads itself. */
  readonly free: () => Promise<unknown>;
  readonly end: () => Promise<void>;
}

/** The thread's program: the package's own module is found by its address, which a bundler may have taken away. */
const PROGRAM = `
"use strict";
const { parentPort, workerData } = require("node:worker_threads");
import(workerData.module).then(({ serveChunks }) => serveChunks(parentPort, workerData.setup));
`;

/**
 * Starts threads that read chunks, one less than there are to be: the thread that asks reads a chunk itself where all
 * others have enough. An engine that only asked would cost as much memory, and compile as much, as one that reads.
 *
 * @returns Undefined where the runtime has no threads, or may not start one.
 */
export function startThreads(size: number, setup: ChunkSetup): Crew | undefined {
  try {
    const threads = builtinModule("node:worker_threads") as typeof import("node:worker_threads") | undefined;
    if (threads === undefined) return undefined;
    const module = new URL("./serve-chunks.js", import.meta.url).href;
    const settings = { eval: true, execArgv: [], workerData: { module, setup } };
    const workers = Array.from({ length: size - 1 }, () => new threads.Worker(PROGRAM, settings));
    return new ThreadCrew(workers, new ChunkWork(setup));
  } catch {
    // Options with a function in them, a process without the permission, a bundle without addresses.
    return undefined;
  }
}

/** What a thread gives back. */
export interface Answered {
  readonly answer: ChunkAnswer;
  /** The memory that the chunk was in. */
  readonly room: ArrayBuffer;
}

/** Chunks that a thread has at once: it continues with the second one while the asking thread is busy. */
const AT_ONCE = 2;

/** A worker, and who waits for its answers, in the order in which they were asked. */
interface Reader {
  readonly worker: Worker;
  readonly waiting: ((answer: ChunkAnswer) => void)[];
}

class ThreadCrew implements Crew {
  readonly size: number;
  readonly #readers: readonly Reader[];
  readonly #own: ChunkWork;
  readonly #rooms: ArrayBuffer[] = [];
  #reading: Promise<unknown> = Promise.resolve();
  #isBroken = false;

  constructor(workers: readonly Worker[], own: ChunkWork) {
    this.size = workers.length + 1;
    this.#own = own;
    this.#readers = workers.map((worker) => ({ worker, waiting: [] }));
    for (const reader of this.#readers) {
      reader.worker.on("message", (answered: Answered) => this.#answered(reader, answered));
      reader.worker.on("error", () => this.#break());
      reader.worker.on("exit", () => this.#break());
    }
  }

  readonly ask = (task: ChunkTask): Promise<ChunkAnswer> => {
    const reader = this.#isBroken ? undefined : this.#leastBusy();
    return reader === undefined ? this.#readHere(task) : this.#send(reader, task);
  };

  readonly free = (): Promise<unknown> => this.#reading;

  async end(): Promise<void> {
    await Promise.all(this.#readers.map(({ worker }) => worker.terminate()));
  }

  readonly roomOf = (bytes: number): Uint8Array => {
    const at = this.#rooms.findIndex(({ byteLength }) => byteLength >= bytes);
    const [room = new ArrayBuffer(bytes)] = at < 0 ? [] : this.#rooms.splice(at, 1);
    return new Uint8Array(room);
  };

  #leastBusy(): Reader | undefined {
    const [least] = [...this.#readers].sort((one, other) => one.waiting.length - other.waiting.length);
    return least !== undefined && least.waiting.length < AT_ONCE ? least : undefined;
  }

  #send({ worker, waiting }: Reader, task: ChunkTask): Promise<ChunkAnswer> {
    return new Promise((answer) => {
      waiting.push(answer);
      worker.postMessage(task, [task.chunk.body.buffer as ArrayBuffer]);
    });
  }

  async #readHere(task: ChunkTask): Promise<ChunkAnswer> {
    const answer = this.#own.answer(task).catch(() => undefined);
    this.#reading = answer;
    await answer;
    this.#keep(task.chunk.body.buffer as ArrayBuffer);
    return answer;
  }

  #answered(reader: Reader, { answer, room }: Answered): void {
    this.#keep(room);
    reader.waiting.shift()?.(answer);
  }

  /** At most as many rooms as chunks can be under way at once. */
  #keep(room: ArrayBuffer): void {
    if (this.#rooms.length <= this.size * AT_ONCE) this.#rooms.push(room);
  }

  /** A thread that has ended answers nothing more. */
  #break(): void {
    this.#isBroken = true;
    for (const { waiting } of this.#readers) for (const answer of waiting.splice(0)) answer(undefined);
  }
}
