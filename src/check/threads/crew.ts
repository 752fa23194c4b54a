import type { Worker } from "node:worker_threads";
import type { ChunkAnswer, ChunkSetup, ChunkTask } from "./chunk-work.js";

/** Who reads chunks beside each other. */
export interface Crew {
  readonly size: number;
  /** The answer for a chunk; undefined where it can't be given. */
  readonly ask: (task: ChunkTask) => Promise<ChunkAnswer>;
  /**
   * Memory for a chunk of so many bytes: that of a chunk that has been read, where there is some, since the engine has
   * to fetch and clear new memory. What is in it does not matter.
   */
  readonly roomOf: (bytes: number) => Uint8Array;
  readonly end: () => Promise<void>;
}

/** The thread's program: the package's own module is found by its address, which a bundler may have taken away. */
const PROGRAM = `
"use strict";
const { parentPort, workerData } = require("node:worker_threads");
import(workerData.module).then(({ serveChunks }) => serveChunks(parentPort, workerData.setup));
`;

interface Runtime {
  readonly process?: {
    readonly getBuiltinModule?: (
      name: "node:worker_threads",
    ) => typeof import("node:worker_threads") | undefined;
  };
}

/** Starts threads that read chunks; undefined where the runtime has none, or may not start one. */
export function startThreads(size: number, setup: ChunkSetup): Crew | undefined {
  try {
    const threads = (globalThis as Runtime).process?.getBuiltinModule?.("node:worker_threads");
    if (threads === undefined) return undefined;
    const module = new URL("./serve-chunks.js", import.meta.url).href;
    const settings = { eval: true, execArgv: [], workerData: { module, setup } };
    return new ThreadCrew(Array.from({ length: size }, () => new threads.Worker(PROGRAM, settings)));
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

interface Asked {
  readonly task: ChunkTask;
  readonly answer: (answer: ChunkAnswer) => void;
}

class ThreadCrew implements Crew {
  readonly size: number;
  readonly #workers: readonly Worker[];
  readonly #idle: Worker[];
  readonly #busy = new Map<Worker, Asked>();
  readonly #rooms: ArrayBuffer[] = [];
  #waiting: Asked[] = [];
  #isBroken = false;

  constructor(workers: readonly Worker[]) {
    this.size = workers.length;
    this.#workers = workers;
    this.#idle = [...workers];
    for (const worker of workers) {
      worker.on("message", (answered: Answered) => this.#answered(worker, answered));
      worker.on("error", () => this.#break());
      worker.on("exit", () => this.#break());
    }
  }

  readonly ask = (task: ChunkTask): Promise<ChunkAnswer> =>
    new Promise((answer) => {
      this.#waiting.push({ task, answer });
      this.#next();
    });

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#isBroken) this.#break();
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const worker = this.#idle.pop() as Worker;
      const asked = this.#waiting.shift() as Asked;
      this.#busy.set(worker, asked);
      worker.postMessage(asked.task, [asked.task.chunk.body.buffer as ArrayBuffer]);
    }
  }

  readonly roomOf = (bytes: number): Uint8Array => {
    const at = this.#rooms.findIndex(({ byteLength }) => byteLength >= bytes);
    const [room = new ArrayBuffer(bytes)] = at < 0 ? [] : this.#rooms.splice(at, 1);
    return new Uint8Array(room);
  };

  #answered(worker: Worker, { answer, room }: Answered): void {
    // No more chunks than these are under way at once, so no more is used again.
    if (this.#rooms.length <= this.size) this.#rooms.push(room);
    this.#busy.get(worker)?.answer(answer);
    this.#busy.delete(worker);
    this.#idle.push(worker);
    this.#next();
  }

  /** Nobody waits for a thread that has ended. */
  #break(): void {
    this.#isBroken = true;
    const asked = [...this.#busy.values(), ...this.#waiting];
    this.#busy.clear();
    this.#waiting = [];
    for (const { answer } of asked) answer(undefined);
  }
}
