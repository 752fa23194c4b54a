import { type OptionNames, requireOptions } from "../lib/require-names.js";
import type { Result } from "../result.js";
import type { FleetResumeOptions, FleetRunOptions } from "./control-fleet.js";
import { connectRedis, type Engine, loadEngine, type RedisPatience } from "./engine.js";
import type { FleetReportOptions } from "./fleet-report.js";
import type { FleetWorkOptions } from "./fleet-work-options.js";
import { Ledger, type RunState } from "./ledger.js";
import { type RunFile, requireRunFile, unknownRun } from "./run-file.js";

export interface OpenRun {
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly run: RunFile;
  readonly state: RunState;
}

/** Of all that are given a run: one object may be for several. */
const KNOWN: OptionNames<FleetWorkOptions & FleetReportOptions & FleetResumeOptions> = {
  ...{ runFile: true, redis: true, only: true, folders: true, folder: true, source: true, target: true },
  ...{ signal: true, stalledMs: true, onRedisAway: true, onTick: true },
};

/** Does something with a run that Redis knows. */
export async function withLedger<T>(
  options: FleetRunOptions,
  work: (open: OpenRun) => Promise<Result<T>>,
  patience?: RedisPatience,
): Promise<Result<T>> {
  requireOptions<FleetRunOptions>("a call about a fleet", options, KNOWN);
  const { runFile, redis: address } = options;
  const run = await requireRunFile(runFile);
  if (!run.ok) return run;
  const engine = await loadEngine();
  if (!engine.ok) return engine;
  const redis = await connectRedis(engine.value, address ?? run.value.redis, patience);
  if (!redis.ok) return redis;
  const ledger = new Ledger(redis.value, run.value.id);
  try {
    const state = await ledger.state();
    return state === undefined ? unknownRun() : await work({ ledger, engine: engine.value, run: run.value, state });
  } finally {
    redis.value.disconnect();
  }
}
