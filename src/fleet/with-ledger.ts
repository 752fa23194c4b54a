import type { Result } from "../result.js";
import type { FleetRunOptions } from "./control-fleet.js";
import { connectRedis, type Engine, loadEngine } from "./engine.js";
import { Ledger } from "./ledger.js";
import type { RunFile } from "./run-file.js";
import { requireRunFile, unknownRun } from "./run-file.js";

/** Does something with a run that Redis knows. */
export async function withLedger<T>(
  { runFile, redis: address }: FleetRunOptions,
  work: (ledger: Ledger, engine: Engine, run: RunFile) => Promise<Result<T>>,
): Promise<Result<T>> {
  const run = await requireRunFile(runFile);
  if (!run.ok) return run;
  const engine = await loadEngine();
  if (!engine.ok) return engine;
  const redis = await connectRedis(engine.value, address ?? run.value.redis);
  if (!redis.ok) return redis;
  const ledger = new Ledger(redis.value, run.value.id);
  try {
    return (await ledger.state()) === undefined ? unknownRun() : await work(ledger, engine.value, run.value);
  } finally {
    redis.value.disconnect();
  }
}
