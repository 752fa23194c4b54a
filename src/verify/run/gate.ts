import { offAbort, onAbort } from "../../lib/abort-listeners.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/verify.js";
import { type Result, success } from "../../result.js";
import { type Life, requestsAreApart, startLife } from "../engines/own-requests.js";
import { nextTurn, turnIsOver } from "../steps/turns.js";
import type { VerifyLimits } from "./limits.js";

type GateLimits = Pick<VerifyLimits, "concurrency" | "totalMemoryBytes" | "queueLength">;

/** Gives the place back; calling it again does nothing. */
export type Leave = () => void;

interface Visit {
  readonly memoryBytes: number;
  readonly life: Life;
}

interface Waiting extends Visit {
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
  const queue = new Set<Waiting>();
  const inside = new Set<Visit>();

  const fits = (memoryBytes: number, limits: GateLimits): boolean => {
    if (inside.size === 0) return true;
    let all = memoryBytes;
    for (const visit of inside) all += visit.memoryBytes;
    return inside.size < limits.concurrency && all <= limits.totalMemoryBytes;
  };

  const take = (visit: Visit): Leave => {
    inside.add(visit);
    return () => {
      visit.life.end();
      if (inside.delete(visit)) admitWaiting();
    };
  };

  /** Where requests are apart each of them admits itself, by its own timer; what another has left behind is taken out. */
  const admitWaiting = (own?: Waiting): void => {
    const areApart = requestsAreApart();
    for (const all of areApart ? [queue as Set<Visit>, inside] : []) {
      for (const visit of all) if (visit.life.isOver()) all.delete(visit);
    }
    for (const first of queue) {
      if (!fits(first.memoryBytes, first.limits) || (first !== own && areApart)) return;
      queue.delete(first);
      first.admit(take(first));
    }
  };

  const admitted: Gate["enter"] = (memoryBytes, limits, signal) => {
    if (signal?.aborted) return Promise.resolve(refuseAborted());
    admitWaiting();
    if (queue.size === 0 && fits(memoryBytes, limits)) {
      return Promise.resolve(success(take({ memoryBytes, life: startLife() })));
    }
    if (queue.size >= limits.queueLength) return Promise.resolve(refuseFull(limits.queueLength));
    return new Promise((resolve) => {
      const abort = (): void => {
        queue.delete(entry);
        entry.life.end();
        resolve(refuseAborted());
        // What waited after a large one may fit now.
        admitWaiting();
      };
      const entry: Waiting = {
        memoryBytes,
        limits,
        life: startLife(() => admitWaiting(entry)),
        admit: (leave) => {
          offAbort(signal, place, abort);
          resolve(success(leave));
        },
      };
      const place = onAbort(signal, abort);
      queue.add(entry);
    });
  };

  const enter: Gate["enter"] = async (memoryBytes, limits, signal) => {
    const place = await admitted(memoryBytes, limits, signal);
    if (place.ok && turnIsOver()) await nextTurn();
    return place;
  };

  return { enter, running: () => inside.size, waiting: () => queue.size };
}

/** One for the process, because its cores and its memory are shared by all calls. */
export const sharedGate: Gate = createGate();

export function refuseAborted(): Result<never> {
  return refuse("verify/aborted", "the verification was aborted by its signal");
}

function refuseFull(length: number): Result<never> {
  return refuse("verify/queue-full", `the queue is full with ${counted(length, "verification")}`);
}
