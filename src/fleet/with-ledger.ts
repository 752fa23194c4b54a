import type { Result } from "../result.js";
import type { FleetRunOptions } from "./control-fleet.js";
import { connectRedis, type Engine, loadEngine, type RedisPatience } from "./engine.js";
import { Ledger, type RunState } from "./ledger.js";
import { type RunFile, requireRunFile, unknownRun } from "./run-file.js";

/** A run that Redis knows. */
export interface OpenRun {
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly run: RunFile;
  readonly state: RunState;
}

/** Does something with a run that Redis knows. */
export async function withLedger<T>(
  { runFile, redis: address }: FleetRunOptions,
  work: (open: OpenRun) => Promise<Result<T>>,
  patience?: RedisPatience,
): Promise<Result<T>> {
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
