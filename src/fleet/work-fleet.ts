import type { Result } from "../result.js";
import { agreeOnOptions, requireNamed } from "./agree-on-options.js";
import { ChunkSource } from "./chunk-source.js";
import { connectRedis, loadEngine } from "./engine.js";
import type { FleetStatus } from "./fleet-status.js";
import type { FleetWorkOptions } from "./fleet-work-options.js";
import { FleetWorker } from "./fleet-worker.js";
import { Ledger } from "./ledger.js";
import { rangeInput } from "./range-input.js";
import { requireRunFile, unknownRun } from "./run-file.js";
import { Store } from "./store.js";

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
 * ended.ok ? "" : ended.problems[0].code; // => "fleet/not-a-run-file"
 * ```
 */
export async function workFleet(options: FleetWorkOptions): Promise<Result<FleetStatus>> {
  const run = await requireRunFile(options.runFile);
  if (!run.ok) return run;
  const engine = await loadEngine();
  if (!engine.ok) return engine;
  const store = await Store.open(options.folder);
  if (!store.ok) return store;
  const { signal, onRedisAway } = options;
  const patience = { forMs: AWAY_MS, onAway: onRedisAway, signal };
  const redis = await connectRedis(engine.value, options.redis ?? run.value.redis, patience);
  if (!redis.ok) return redis;
  const ledger = new Ledger(redis.value, run.value.id);
  try {
    const state = await ledger.state();
    const agreed = state === undefined ? unknownRun() : await agreeOnOptions(ledger, run.value, state, options);
    if (!agreed.ok) return agreed;
    const { source: given } = options;
    const source = new ChunkSource(rangeInput(run.value.input), agreed.value.frame, {
      ...given,
      from: requireNamed(given.from),
      now: agreed.value.startedAt,
    });
    const worker = new FleetWorker({
      engine: engine.value,
      ledger,
      run: run.value,
      store: store.value,
      source,
      options,
    });
    return await worker.run();
  } finally {
    redis.value.disconnect();
  }
}
