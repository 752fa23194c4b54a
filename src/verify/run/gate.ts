import { offAbort, onAbort } from "../../lib/abort-listeners.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/verify.js";
import { type Result, success } from "../../result.js";
import { nextTurn, turnIsOver } from "../steps/turns.js";
import type { VerifyLimits } from "./limits.js";

type GateLimits = Pick<VerifyLimits, "concurrency" | "totalMemoryBytes" | "queueLength">;

/** Gives the place back; calling it again does nothing. */
export type Leave = () => void;

interface Waiting {
  readonly memoryBytes: number;
  readonly limits: GateLimits;
  readonly admit: (leave: Leave) => void;
}

/** Who may compute now. First come, first served: a large one is not overtaken by small ones. */
export interface Gate {
  /**
   * A place, after waiting for one if need be; refused when the queue is full or the signal aborts.
   * Given in a turn of the event loop that has time left: many short ones must not hold it together.
   */
  readonly enter: (memoryBytes: number, limits: GateLimits, signal?: AbortSignal) => Promise<Result<Leave>>;
  readonly running: () => number;
  readonly waiting: () => number;
}

export function createGate(): Gate {
  const queue: Waiting[] = [];
  let running = 0;
  let memoryInUse = 0;

  const fits = ({ memoryBytes, limits }: Omit<Waiting, "admit">): boolean =>
    running === 0 || (running < limits.concurrency && memoryInUse + memoryBytes <= limits.totalMemoryBytes);

  const take = (memoryBytes: number): Leave => {
    running += 1;
    memoryInUse += memoryBytes;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      running -= 1;
      memoryInUse -= memoryBytes;
      admitWaiting();
    };
  };

  const admitWaiting = (): void => {
    for (let first = queue[0]; first !== undefined && fits(first); first = queue[0]) {
      queue.shift();
      first.admit(take(first.memoryBytes));
    }
  };

  const admitted: Gate["enter"] = (memoryBytes, limits, signal) => {
    if (signal?.aborted) return Promise.resolve(refuseAborted());
    if (queue.length === 0 && fits({ memoryBytes, limits })) {
      return Promise.resolve(success(take(memoryBytes)));
    }
    if (queue.length >= limits.queueLength) return Promise.resolve(refuseFull(limits.queueLength));
    return new Promise((resolve) => {
      const abort = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        resolve(refuseAborted());
        // What waited after a large one may fit now.
        admitWaiting();
      };
      const entry: Waiting = {
        memoryBytes,
        limits,
        admit: (leave) => {
          offAbort(signal, place, abort);
          resolve(success(leave));
        },
      };
      const place = onAbort(signal, abort);
      queue.push(entry);
    });
  };

  const enter: Gate["enter"] = async (memoryBytes, limits, signal) => {
    const place = await admitted(memoryBytes, limits, signal);
    if (place.ok && turnIsOver()) await nextTurn();
    return place;
  };

  return { enter, running: () => running, waiting: () => queue.length };
}

/** One for the process, because its cores and its memory are shared by all calls. */
export const sharedGate: Gate = createGate();

export function refuseAborted(): Result<never> {
  return refuse("verify/aborted", "the verification was aborted by its signal");
}

function refuseFull(length: number): Result<never> {
  return refuse("verify/queue-full", `the queue is full with ${counted(length, "verification")}`);
}
