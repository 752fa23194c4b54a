import { requireArgument } from "../lib/require-argument.js";
import type { Result } from "../result.js";
import { agreeOnOptions, requireNamed } from "./agree-on-options.js";
import { ChunkSource } from "./chunk-source.js";
import type { FleetStatus } from "./fleet-status.js";
import type { FleetWorkOptions } from "./fleet-work-options.js";
import { FleetWorker } from "./fleet-worker.js";
import { rangeInput } from "./range-input.js";
import { Store } from "./store.js";
import { withLedger } from "./with-ledger.js";

/** A worker may be started again while Redis is away. */
const AWAY_MS = 180_000;

/**
 * Does the work of a run until there is none left: any number of workers on any number of machines. Without a
 * `target` it looks for users who appear twice and checks all; with one it also imports, once all chunks are
 * checked. May be killed at any moment, and started while Redis is away: it waits for three minutes.
 *
 * @returns What the run has come to, or why it ended early: `fleet/…`, `import/…`, `source/…`, `client/…`.
 * @throws TypeError if `source.from` is `auto`.
 * @see docs/scale.md
 *
 * @example
 * ```ts
 * import { workFleet } from "credport/fleet";
 *
 * const ended = await workFleet({
 *   runFile: "/nowhere/users.fleet",
 *   folder: "/nowhere/users.fleet.d",
 *   source: { from: "firebase" },
 * });
 * ended.ok ? "" : ended.problems[0].code; // => "fleet/path-unusable"
 * ```
 */
export function workFleet(options: FleetWorkOptions): Promise<Result<FleetStatus>> {
  requireArgument("options", options, "object");
  const { signal, onRedisAway, folder, source: given } = options;
  const patience = { forMs: AWAY_MS, onAway: onRedisAway, signal };
  return withLedger(
    options,
    async ({ ledger, engine, run, state }) => {
      const store = await Store.open(folder);
      if (!store.ok) return store;
      const agreed = await agreeOnOptions(ledger, run, state, options);
      if (!agreed.ok) return agreed;
      const { frame, startedAt: now } = agreed.value;
      const from = requireNamed(given.from);
      const source = new ChunkSource(rangeInput(run.input), frame, { ...given, from, now });
      return new FleetWorker({ engine, ledger, run, store: store.value, source, options }).run();
    },
    patience,
  );
}
