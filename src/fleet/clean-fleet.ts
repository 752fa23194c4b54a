import { counted, nounFor } from "../lib/plural.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";
import type { FleetRunOptions } from "./control-fleet.js";
import { statusOf } from "./status-of.js";
import { withLedger } from "./with-ledger.js";

/** What was taken out of Redis. */
export interface CleanedFleet {
  readonly keys: number;
}

/**
 * Takes a run that is over out of Redis, with its queues. The export, the file of the run, journals and reports are
 * left as they are; `planFleet` with the same file of the run takes the journals up again.
 *
 * @returns How many keys there were; or `fleet/not-over` where the run is not done, checked or cancelled, or has workers,
 * and other `fleet/…` problems.
 *
 * @example
 * ```ts
 * import { cleanFleet } from "credport/fleet";
 *
 * (await cleanFleet({ runFile: "/nowhere/users.fleet" })).ok; // => false
 * ```
 */
export function cleanFleet(options: FleetRunOptions): Promise<Result<CleanedFleet>> {
  return withLedger(options, async ({ ledger }) => {
    const { phase, isCancelled, workers } = await statusOf(ledger);
    if (!isCancelled && phase !== "done" && phase !== "ready") {
      return refuse("fleet/not-over", "the run is not done, and it was not cancelled");
    }
    if (workers > 0) {
      const verb = nounFor(workers, "gives", "give");
      return refuse("fleet/not-over", `${counted(workers, "worker")} of the run ${verb} signs of life`);
    }
    let keys = 0;
    // A late worker finds no run, and writes nothing.
    keys += await ledger.redis.del(ledger.key("state"));
    for await (const names of ledger.keys()) keys += await ledger.redis.unlink(...names);
    return success({ keys });
  });
}
