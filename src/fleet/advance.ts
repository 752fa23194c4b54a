import { problem } from "../problems/fleet.js";
import type { Problem } from "../result.js";
import type { Ledger, RunState } from "./ledger.js";
import type { Phase } from "./phase.js";
import { doneHash, isWorking, type RunQueues, type WorkingPhase } from "./queues.js";

const NEXT: Readonly<Record<WorkingPhase, Phase>> = {
  scan: "match",
  match: "check",
  check: "ready",
  import: "done",
};

/**
 * Brings a run from one phase to the next where all of it is done, and its queue in order. Every worker does so, as
 * often as it likes: a move is made by one of them, and jobs have the names of their chunks.
 *
 * @returns A reason to stop the run.
 */
export async function advance(
  ledger: Ledger,
  queues: RunQueues,
  state: RunState,
  hasTarget: boolean,
): Promise<Problem | undefined> {
  const { phase } = state;
  if (state.isCancelled || state.stopped !== undefined) return undefined;
  if (phase === "ready" && hasTarget) await ledger.move(state, "import", { importedFrom: Date.now() });
  if (!isWorking(phase)) return undefined;
  const total = phase === "match" ? state.buckets : (await ledger.frame()).chunks;
  if ((await ledger.count(doneHash(phase))) < total) {
    await queues.fill(ledger, state, phase, total);
    return undefined;
  }
  if (phase === "match") {
    const lost = await findLost(ledger);
    if (lost !== undefined) return lost;
  }
  const also: Readonly<Record<string, number>> = phase === "import" ? { finishedAt: Date.now() } : {};
  const isMoved = await ledger.move(state, NEXT[phase], also);
  if (isMoved && phase === "match") await ledger.remove("prints:*");
  return undefined;
}

/** As many fingerprints must have been compared as the chunks have published. */
async function findLost(ledger: Ledger): Promise<Problem | undefined> {
  let published = 0;
  for await (const [, note] of ledger.notes("scanned")) {
    published += (JSON.parse(note) as { readonly entries: number }).entries;
  }
  let matched = 0;
  for await (const [, entries] of ledger.notes("matched")) matched += Number(entries);
  if (matched === published) return undefined;
  return problem("fleet/fingerprints-lost", `${matched} of ${published} fingerprints were found in Redis`);
}
