import type { Worker } from "node:worker_threads";
import { offAbort, onAbort } from "../../lib/abort-listeners.js";
import { processors } from "./environment.js";
import { nodeModule } from "./node-module.js";

/** What a portable engine is asked to do in its worker thread. */
interface PortableJob {
  /** File of the package that computes, resolved in the main thread. */
  readonly file: string;
  readonly task: "bcryptjs" | "hash-wasm-bcrypt" | "hash-wasm-argon2" | "scrypt-js";
  readonly input: object;
}

/**
 * The worker's program. It is text because a file of its own would have to be found
 * again after every bundler; it holds no secret and answers one job at a time. It loads
 * the package from its file, so it is of no use in a bundle that has the package in it.
 */
const PROGRAM = `
"use strict";
const { parentPort } = require("node:worker_threads");
const tasks = {
  bcryptjs: (bcrypt, { text, salt, cost }) => {
    const setting = "$2b$" + String(cost).padStart(2, "0") + "$" + bcrypt.encodeBase64(salt, 16);
    return Uint8Array.from(bcrypt.decodeBase64(bcrypt.hashSync(text, setting).slice(29), 23));
  },
  "hash-wasm-bcrypt": async (wasm, input) =>
    (await wasm.bcrypt({ ...input, outputType: "binary" })).slice(0, 23),
  "hash-wasm-argon2": (wasm, { variant, ...input }) => wasm[variant]({ ...input, outputType: "binary" }),
  "scrypt-js": (scrypt, { password, salt, n, r, p, length }) =>
    scrypt.syncScrypt(password, salt, n, r, p, length),
};
parentPort.on("message", async ({ file, task, input }) => {
  try {
    parentPort.postMessage({ bytes: await tasks[task](require(file), input) });
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) });
  }
});
`;

/** An idle worker costs a few MiB and 30 ms to start again. */
const IDLE_MILLISECONDS = 5_000;

interface IdleWorker {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

const idleWorkers: IdleWorker[] = [];

/**
 * Runs one job in a worker thread. An aborted signal ends the worker in the middle of
 * the work, so nothing runs in the background. How many run at once is the
 * caller's to bound.
 */
export function runInWorker(job: PortableJob, signal?: AbortSignal): Promise<Uint8Array> {
  const worker = takeWorker();
  return new Promise((resolve, reject) => {
    const settle = (reusable: boolean): void => {
      offAbort(signal, place, abort);
      worker.off("message", answered).off("error", failed).off("exit", ended);
      if (reusable) keepWorker(worker);
    };
    const answered = (answer: { bytes: Uint8Array } | { error: string }): void => {
      settle(true);
      if ("bytes" in answer) resolve(answer.bytes);
      else reject(new Error(answer.error));
    };
    const failed = (error: Error): void => {
      settle(false);
      reject(error);
    };
    const ended = (): void => failed(new Error("the worker thread ended"));
    const abort = (): void => {
      settle(false);
      void worker.terminate().then(() => reject(signal?.reason));
    };
    worker.on("message", answered).on("error", failed).on("exit", ended);
    const place = onAbort(signal, abort);
    if (signal?.aborted) return abort();
    worker.postMessage(job);
  });
}

/** Starts a worker and keeps it for the first job; throws where this process may not have one. */
export function prepareWorker(): void {
  keepWorker(takeWorker());
}

function takeWorker(): Worker {
  const idle = idleWorkers.pop();
  if (idle === undefined) return startWorker();
  clearTimeout(idle.timer);
  idle.worker.ref();
  return idle.worker;
}

function startWorker(): Worker {
  const threads = nodeModule("node:worker_threads");
  if (threads === undefined) throw new Error("this runtime has no worker threads");
  // Without the process' own arguments, of which --input-type=module makes the program another language.
  return new threads.Worker(PROGRAM, { eval: true, execArgv: [] });
}

function keepWorker(worker: Worker): void {
  if (idleWorkers.length >= processors()) {
    void worker.terminate();
    return;
  }
  // Neither an idle worker nor its timer keeps the process alive.
  worker.unref();
  const timer = setTimeout(() => {
    const at = idleWorkers.findIndex((idle) => idle.worker === worker);
    if (at >= 0) idleWorkers.splice(at, 1);
    void worker.terminate();
  }, IDLE_MILLISECONDS).unref();
  idleWorkers.push({ worker, timer });
}
