import { requireArgument } from "../lib/require-argument.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";
import type { FleetStatus } from "./fleet-status.js";
import { RunQueues } from "./queues.js";
import { reopenFailed, reopenSelected } from "./reopen.js";
import { statusOf } from "./status-of.js";
import { type OpenRun, withLedger } from "./with-ledger.js";

/** Which run, and where its Redis is if it has a password. */
export interface FleetRunOptions {
  /** The private file that the plan has written. */
  readonly runFile: string;
  /** Address of Redis, where it has a password or is another one for this machine. */
  readonly redis?: string | undefined;
}

/** A run that is resumed. */
export interface FleetResumeOptions extends FleetRunOptions {
  /**
   * Records to try again once the run is done, also those whom the service has refused: by their number, each with the
   * user ID that it had when it was named, or null.
   */
  readonly only?: ReadonlyMap<number, string | null> | undefined;
}

/**
 * How far a run has come, from any machine.
 *
 * @returns The status, or a `fleet/…` problem.
 *
 * @example
 * ```ts
 * import { fleetStatus } from "credport/fleet";
 *
 * (await fleetStatus({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function fleetStatus(options: FleetRunOptions): Promise<Result<FleetStatus>> {
  return withRun(options, async () => success(undefined));
}

/**
 * Holds a run: no chunk is begun and no call is sent from the next moment on, until `resumeFleet`. Workers stay.
 *
 * @returns The status, or a `fleet/…` problem.
 *
 * @example
 * ```ts
 * import { pauseFleet } from "credport/fleet";
 *
 * (await pauseFleet({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function pauseFleet(options: FleetRunOptions): Promise<Result<FleetStatus>> {
  return withRun(options, async ({ ledger }, queues) => {
    await ledger.setState({ paused: 1 });
    await queues.pause();
    return success(undefined);
  });
}

/**
 * Continues a run that is paused, or was stopped for a reason that is set right now; and begins chunks again of which
 * users have failed, or of which records are named, once the run is done. Workers that have ended have to be
 * started again.
 *
 * @returns The status, or a `fleet/…` problem: `fleet/not-over` where records are named of a run that is not done.
 *
 * @example
 * ```ts
 * import { resumeFleet } from "credport/fleet";
 *
 * (await resumeFleet({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function resumeFleet(options: FleetResumeOptions): Promise<Result<FleetStatus>> {
  requireArgument("options", options, "object");
  const { only } = options;
  return withRun(options, async ({ ledger, run, state }, queues) => {
    if (only !== undefined && state.phase !== "done") {
      return refuse("fleet/not-over", "records were named of a run whose import is not done");
    }
    await ledger.clearState("paused", "stopped");
    await queues.resume();
    if (only !== undefined) return reopenSelected(ledger, state, run.key, only);
    if (state.phase === "done") await reopenFailed(ledger, state);
    return success(undefined);
  });
}

/**
 * Ends a run for all workers, in order: calls on their way end, and what was imported stays and is in the journals.
 *
 * @returns The status, or a `fleet/…` problem.
 *
 * @example
 * ```ts
 * import { cancelFleet } from "credport/fleet";
 *
 * (await cancelFleet({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function cancelFleet(options: FleetRunOptions): Promise<Result<FleetStatus>> {
  return withRun(options, async ({ ledger }, queues) => {
    await ledger.setState({ cancelled: 1, finishedAt: Date.now() });
    await queues.empty();
    await ledger.remove("prints:*");
    await ledger.expire();
    return success(undefined);
  });
}

async function withRun(
  options: FleetRunOptions,
  work: (open: OpenRun, queues: RunQueues) => Promise<Result<undefined>>,
): Promise<Result<FleetStatus>> {
  return withLedger(options, async (open) => {
    const queues = new RunQueues(open.engine, open.ledger);
    try {
      const done = await work(open, queues);
      return done.ok ? success(await statusOf(open.ledger)) : done;
    } finally {
      await queues.close();
    }
  });
}
