import { defined } from "../lib/defined.js";
import type { Ledger } from "./ledger.js";
import type { Phase, StopNote } from "./phase.js";

/** How far a run has come. */
export interface FleetStatus {
  readonly phase: Phase;
  readonly isPaused: boolean;
  readonly isCancelled: boolean;
  /** Why no worker continues. */
  readonly stopped?: StopNote;
  readonly bytes: number;
  readonly chunks: number;
  /** Chunks that are done in each phase; groups of fingerprints in `match`. */
  readonly scanned: number;
  readonly matched: number;
  readonly groups: number;
  readonly checked: number;
  readonly imported: number;
  /** Users, as far as they are counted. */
  readonly users: FleetCounts;
  /** Workers that gave a sign in the last ten seconds. */
  readonly workers: number;
  /** Calls a second that the service is given at the moment; 0 before the import. */
  readonly callsPerSecond: number;
  /** Milliseconds since the plan, up to the end of the run. */
  readonly elapsedMs: number;
}

/** What a chunk that is being imported, or was, says of its users. */
const IMPORTED = [
  ...(["imported", "alreadyThere", "existing", "atLogin", "refusedByUs"] as const),
  ...(["skipped", "refusedByService", "failed"] as const),
];
const COUNTS = ["records", "importable", ...IMPORTED] as const;

/** Users of a run: of the chunks that are done, and of those that are being imported. */
export type FleetCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

const SIGN_OF_LIFE_MS = 10_000;

/** The state of a run that Redis knows. */
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
