import { type Result, success } from "../result.js";
import type { FleetStatus } from "./fleet-status.js";
import type { Ledger } from "./ledger.js";
import { RunQueues } from "./queues.js";
import { statusOf } from "./status-of.js";
import { withLedger } from "./with-ledger.js";

/** Which run, and where its Redis is if it has a password. */
export interface FleetRunOptions {
  /** The private file that the plan has written. */
  readonly runFile: string;
  /** Address of Redis, where it has a password or is another one for this machine. */
  readonly redis?: string | undefined;
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
  return withRun(options, async () => undefined);
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
  return withRun(options, async (ledger, queues) => {
    await ledger.setState({ paused: 1 });
    await queues.pause();
  });
}

/**
 * Continues a run that is paused, or was stopped for a reason that is set right now; and begins chunks again of which
 * users have failed, once the run is done. Workers that have ended are started again by whoever started them.
 *
 * @returns The status, or a `fleet/…` problem.
 *
 * @example
 * ```ts
 * import { resumeFleet } from "credport/fleet";
 *
 * (await resumeFleet({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function resumeFleet(options: FleetRunOptions): Promise<Result<FleetStatus>> {
  return withRun(options, async (ledger, queues) => {
    await ledger.clearState("paused", "stopped");
    await queues.resume();
    const state = await ledger.state();
    if (state?.phase !== "done") return;
    const failed: string[] = [];
    for await (const [chunk, note] of ledger.notes("imported")) {
      if ((JSON.parse(note) as { readonly failed: number }).failed > 0) failed.push(chunk);
    }
    if (failed.length === 0) return;
    await ledger.redis.hdel(ledger.key("imported"), ...failed);
    await ledger.clearState("finishedAt");
    await ledger.move(state, "import");
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
  return withRun(options, async (ledger, queues) => {
    await ledger.setState({ cancelled: 1, finishedAt: Date.now() });
    await queues.empty();
    await ledger.remove("prints:*");
  });
}

async function withRun(
  options: FleetRunOptions,
  work: (ledger: Ledger, queues: RunQueues) => Promise<void>,
): Promise<Result<FleetStatus>> {
  return withLedger(options, async (ledger, engine) => {
    const queues = new RunQueues(engine, ledger);
    try {
      await work(ledger, queues);
      return success(await statusOf(ledger));
    } finally {
      await queues.close();
    }
  });
}
