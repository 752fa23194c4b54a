import type { Queue } from "bullmq";
import type { Engine } from "./engine.js";
import type { Ledger, RunState } from "./ledger.js";
import type { Phase } from "./phase.js";

/** What a job is about: places only. */
export interface JobData {
  /** Number of the chunk, or of the group of fingerprints; 0 for the proof. */
  readonly at: number;
}

/**
 * The phases that have jobs, and the hash in which what is done is noted. `match` has a job for each group of
 * fingerprints, `prove` has one, the others have one for each chunk.
 */
const DONE = { scan: "scanned", match: "matched", check: "checked", prove: "proven", import: "imported" } as const;

export type WorkingPhase = keyof typeof DONE;

export const isWorking = (phase: Phase): phase is WorkingPhase => Object.hasOwn(DONE, phase);

export const doneHash = (phase: WorkingPhase): string => DONE[phase];

export function jobsOf(phase: WorkingPhase, { buckets, frame }: RunState): number {
  if (phase === "prove") return 1;
  return phase === "match" ? buckets : frame.chunks;
}

/** Tries of a chunk before the run is stopped; what a killed worker leaves does not count. */
export const MOST_TRIES = 6;
const BATCH = 500;

/** BullMQ's queues of a run: one for all that needs no service, one for the proof, one for imports. */
export class RunQueues {
  readonly work: Queue<JobData>;
  readonly prove: Queue<JobData>;
  readonly import: Queue<JobData>;
  readonly pace: Queue;

  constructor({ bullmq: { Queue } }: Engine, ledger: Ledger) {
    const options = { connection: ledger.redis, prefix: ledger.queuePrefix };
    this.work = new Queue("work", options);
    this.prove = new Queue("prove", options);
    this.import = new Queue("import", options);
    this.pace = new Queue("pace", options);
    for (const queue of this.#all()) queue.on("error", () => undefined);
  }

  of(phase: WorkingPhase): Queue<JobData> {
    return phase === "import" || phase === "prove" ? this[phase] : this.work;
  }

  async pause(): Promise<void> {
    for (const queue of this.#all()) await queue.pause();
  }

  async resume(): Promise<void> {
    for (const queue of this.#all()) await queue.resume();
  }

  /** Nothing is begun any more. */
  async empty(): Promise<void> {
    for (const queue of [this.work, this.prove, this.import]) await queue.drain(true);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#all().map((queue) => queue.close()));
  }

  /**
   * Adds jobs for all that is not done, where the queue has none: a second call, or one after others, adds
   * nothing, since a job has the name of its chunk.
   */
  async fill(ledger: Ledger, state: RunState, phase: WorkingPhase, total: number): Promise<void> {
    const queue = this.of(phase);
    const counts = await queue.getJobCounts("waiting", "active", "delayed", "prioritized");
    if (Object.values(counts).some((count) => count > 0)) return;
    for (let first = 0; first < total; first += BATCH) {
      const all = Array.from({ length: Math.min(BATCH, total - first) }, (_, index) => first + index);
      const done = await ledger.redis.hmget(ledger.key(doneHash(phase)), ...all.map(String));
      const open = all.filter((_, index) => done[index] === null);
      await queue.addBulk(open.map((at) => jobOf(state, phase, at)));
    }
  }

  #all(): readonly Queue[] {
    return [this.work, this.prove, this.import, this.pace];
  }
}

/** Gives a job its name, so that it is added once. */
export const jobId = (plan: string, phase: string, at: number): string => `${plan}-${phase}-${at}`;

function jobOf({ plan }: RunState, phase: WorkingPhase, at: number) {
  return {
    name: phase,
    data: { at },
    opts: {
      jobId: jobId(plan, phase, at),
      attempts: MOST_TRIES,
      backoff: { type: "exponential", delay: 500 },
      // What is done is noted in the run's own hashes.
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}
