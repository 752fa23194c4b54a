import { defined } from "../lib/defined.js";
import { COUNTS, type FleetCounts, type FleetStatus, IMPORTED } from "./fleet-status.js";
import type { Ledger } from "./ledger.js";

const SIGN_OF_LIFE_MS = 10_000;

/** The state of a run that Redis knows. Apart from its types, whose declarations need none of Redis. */
export async function statusOf(ledger: Ledger): Promise<FleetStatus> {
  const state = await ledger.state();
  if (state === undefined) throw new Error("the run is gone");
  const { frame, phase, isPaused, isCancelled, stopped, buckets, startedAt, finishedAt = Date.now() } = state;
  const rate = await ledger.redis.get(ledger.key("pace:rate"));
  return {
    phase,
    isPaused,
    isCancelled,
    ...defined({ stopped }),
    bytes: frame.bytes,
    chunks: frame.chunks,
    scanned: await ledger.count("scanned"),
    matched: await ledger.count("matched"),
    groups: buckets,
    checked: await ledger.count("checked"),
    imported: await ledger.count("imported"),
    users: await countUsers(ledger),
    workers: await ledger.redis.zcount(ledger.key("workers"), Date.now() - SIGN_OF_LIFE_MS, "+inf"),
    callsPerSecond: rate === null ? 0 : Number(rate),
    elapsedMs: finishedAt - startedAt,
  };
}

async function countUsers(ledger: Ledger): Promise<FleetCounts> {
  const all = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<keyof FleetCounts, number>;
  const add = (text: string, names: readonly (keyof FleetCounts)[]): void => {
    const counts = JSON.parse(text) as Partial<FleetCounts>;
    for (const name of names) all[name] += counts[name] ?? 0;
  };
  for await (const [, note] of ledger.notes("scanned")) add(note, ["records"]);
  for await (const [, note] of ledger.notes("checked")) add(note, ["importable"]);
  const done = new Set<string>();
  for await (const [chunk, note] of ledger.notes("imported")) {
    done.add(chunk);
    add(note, IMPORTED);
  }
  for await (const [chunk, note] of ledger.notes("running")) if (!done.has(chunk)) add(note, IMPORTED);
  return all;
}
