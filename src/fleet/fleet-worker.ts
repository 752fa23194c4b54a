import { randomBytes } from "node:crypto";
import type { Job, Worker } from "bullmq";
import { sleepFor } from "../client/internal.js";
import { problem, refuse } from "../problems/fleet.js";
import { failure, type Problem, type Result, success } from "../result.js";
import { advance } from "./advance.js";
import { stoppedProblem } from "./agree-on-options.js";
import type { ChunkSource } from "./chunk-source.js";
import { ChunkWork } from "./chunk-work.js";
import type { Engine } from "./engine.js";
import type { FleetStatus } from "./fleet-status.js";
import type { FleetTarget, FleetWorkOptions } from "./fleet-work-options.js";
import type { Ledger, RunState } from "./ledger.js";
import type { Phase } from "./phase.js";
import { isWorking, type JobData, jobId, MOST_TRIES, RunQueues, type WorkingPhase } from "./queues.js";
import { type RunFile, unknownRun } from "./run-file.js";
import { orAborted, RunPace } from "./run-pace.js";
import { statusOf } from "./status-of.js";
import { StopRun } from "./stop-run.js";
import type { Store } from "./store.js";

const TICK_MS = 500;
const CLOSE_MS = 10_000;
const DEFAULT_STALLED_MS = 30_000;
/** A job that was killed is taken up again, however often. */
const ANY_NUMBER = 2 ** 31 - 1;

interface WorkerParts {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly run: RunFile;
  readonly store: Store;
  readonly source: ChunkSource;
  readonly options: FleetWorkOptions;
}

/** One worker of a run: it takes jobs from the queues, and brings the run on as every other one does. */
export class FleetWorker {
  readonly #parts: WorkerParts;
  readonly #queues: RunQueues;
  readonly #pace: RunPace | undefined;
  readonly #chunks: ChunkWork;
  /** In Redis, while it gives signs of life. */
  readonly #name: string;
  /** Fires when what is being done is to end in order. */
  readonly #ending = new AbortController();
  #workers: readonly Worker<JobData>[] = [];
  #reason: Problem | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#name = `${randomBytes(4).toString("hex")} ${parts.store.id}`;
    const { engine, ledger, options } = parts;
    const { target } = options;
    this.#queues = new RunQueues(engine, ledger);
    this.#pace = target === undefined ? undefined : new RunPace(engine, ledger);
    const aim = target === undefined || this.#pace === undefined ? {} : { aim: { target, pace: this.#pace } };
    this.#chunks = new ChunkWork({ ...parts, ...aim, signal: this.#ending.signal });
  }

  async run(): Promise<Result<FleetStatus>> {
    const { options } = this.#parts;
    const onAbort = () => this.#ending.abort();
    options.signal?.addEventListener("abort", onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    try {
      await this.#begin();
      // Waits while Redis is away.
      while ((await orAborted(this.#look(), this.#ending.signal)) === false) {
        await sleepFor(TICK_MS, this.#ending.signal);
      }
      await this.#close();
      return await this.#end();
    } finally {
      options.signal?.removeEventListener("abort", onAbort);
    }
  }

  async #begin(): Promise<void> {
    const { ledger, options } = this.#parts;
    const { target } = options;
    // The rate of the worker that was started last holds for all.
    if (target !== undefined) await ledger.setState({ ceiling: target.callsPerSecond ?? "" });
    const sending = [...(target === undefined ? [] : ["import"]), ...(target?.proof === undefined ? [] : ["prove"])];
    this.#workers = ["work", ...sending].map((name) => this.#worker(name));
  }

  async #end(): Promise<Result<FleetStatus>> {
    const { ledger } = this.#parts;
    const isThere = ledger.redis.status === "ready";
    if (isThere) await ledger.redis.zrem(ledger.key("workers"), this.#name);
    if (this.#reason !== undefined) return failure(this.#reason);
    if (!isThere) return refuse("fleet/redis-unreachable", "Redis does not answer");
    const state = await ledger.state();
    if (state === undefined) return unknownRun();
    if (state.isCancelled || state.phase === "done") await ledger.expire();
    if (state.isCancelled) return refuse("fleet/run-gone", "the run was cancelled");
    return state.stopped === undefined ? success(await statusOf(ledger)) : failure(stoppedProblem(state));
  }

  /** Whether there is nothing left for this worker. */
  async #look(): Promise<boolean> {
    const { ledger, options } = this.#parts;
    const state = await ledger.state();
    if (state === undefined || state.isCancelled || state.stopped !== undefined) return true;
    const reason = await advance(ledger, this.#queues, state, options.target !== undefined);
    if (reason !== undefined) await this.#stop(reason);
    if (state.phase === "import" || state.phase === "prove") await this.#pace?.open(state.ceiling);
    await ledger.redis.zadd(ledger.key("workers"), Date.now(), this.#name);
    options.onTick?.(state.phase);
    return isOver(state.phase, options.target);
  }

  #worker(name: string): Worker<JobData> {
    const { engine, ledger, options } = this.#parts;
    const { stalledMs = DEFAULT_STALLED_MS } = options;
    const process = (job: Job<JobData>, token?: string) => this.#process(job, token ?? "");
    const worker = new engine.bullmq.Worker<JobData>(name, process, {
      connection: ledger.redis,
      prefix: ledger.queuePrefix,
      concurrency: 1,
      lockDuration: stalledMs,
      stalledInterval: stalledMs,
      maxStalledCount: ANY_NUMBER,
      drainDelay: 1,
    });
    // A lost lock, or a Redis that is away: the journal decides who may send.
    worker.on("error", () => undefined);
    return worker;
  }

  async #process(job: Job<JobData>, token: string): Promise<void> {
    const state = await this.#parts.ledger.state();
    const { name: phase, data } = job;
    // A job of a phase that is over, or of an older plan, has nothing to do.
    if (state?.phase !== phase || !isWorking(state.phase) || job.id !== jobId(state.plan, phase, data.at)) return;
    const again = this.#ending.signal.aborted ? 1 : await this.#attempt(job, state, state.phase, data.at);
    if (again === undefined) return;
    await job.moveToDelayed(Date.now() + again, token);
    throw new this.#parts.engine.bullmq.DelayedError();
  }

  /** BullMQ tries again what has failed; the last failure stops the run, and so does a reason that holds for all. */
  async #attempt(job: Job<JobData>, state: RunState, phase: WorkingPhase, at: number): Promise<number | undefined> {
    try {
      return await this.#chunks.do(state, phase, at);
    } catch (error) {
      const isLast = job.attemptsMade + 1 >= MOST_TRIES;
      const reason = error instanceof StopRun ? error.problem : undefined;
      const isPassing = reason === undefined || reason.code === "fleet/input-unreadable";
      // The error's text could hold data of the input.
      const failed = `chunk ${at} has failed ${MOST_TRIES} times (${nameOf(error)})`;
      if (isLast || !isPassing) await this.#stop(reason ?? problem("fleet/chunk-failed", failed));
      throw withoutText(error);
    }
  }

  async #stop(reason: Problem): Promise<void> {
    this.#reason ??= reason;
    const { code, field = "" } = reason;
    const [, line] = /^line (\d+)$/.exec(field) ?? [];
    await this.#parts.ledger.stop(line === undefined ? { code } : { code, line: Number(line) });
    this.#ending.abort();
  }

  /** Lets what is being done end in order; a Redis that is away must not keep the process. */
  async #close(): Promise<void> {
    this.#ending.abort();
    const closing = Promise.allSettled([...this.#workers.map((worker) => worker.close()), this.#pace?.close()]);
    await Promise.race([closing.then(() => this.#queues.close()), sleepFor(CLOSE_MS)]);
  }
}

/** BullMQ keeps an error's text and stack in Redis, and they could hold data of the input. */
function withoutText(error: unknown): Error {
  const bare = new Error(error instanceof StopRun ? error.problem.code : nameOf(error));
  bare.stack = bare.message;
  return bare;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "not an Error");

function isOver(phase: Phase, target: FleetTarget | undefined): boolean {
  return phase === "done" || (target === undefined && ["ready", "prove", "import"].includes(phase));
}
