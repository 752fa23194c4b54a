import { counted, nounFor } from "../lib/plural.js";
import { problem } from "../problems/fleet.js";
import { problem as importProblem } from "../problems/import.js";
import type { Problem } from "../result.js";
import { countRecords } from "./chunk-starts.js";
import type { Ledger, RunState } from "./ledger.js";
import type { Phase } from "./phase.js";
import { doneHash, isWorking, jobsOf, type RunQueues, type WorkingPhase } from "./queues.js";
import { hasSelectedFrom } from "./selected-records.js";

const NEXT: Readonly<Record<WorkingPhase, Phase>> = {
  scan: "match",
  match: "check",
  check: "ready",
  prove: "import",
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
  if (phase === "ready" && hasTarget) await ledger.begin(state);
  if (!isWorking(phase)) return undefined;
  const total = jobsOf(phase, state);
  if ((await ledger.count(doneHash(phase))) < total) {
    await queues.fill(ledger, state, phase, total);
    return undefined;
  }
  const fault = await FAULTS[phase]?.(ledger, state);
  if (fault !== undefined) return fault;
  const isMoved = await ledger.move(state, NEXT[phase], phase === "import" ? { finishedAt: Date.now() } : {});
  if (isMoved && phase === "match") await ledger.remove("prints:*");
  return undefined;
}

/** What must be so before the next phase begins. */
const FAULTS: Readonly<
  Partial<Record<WorkingPhase, (ledger: Ledger, state: RunState) => Promise<Problem | undefined>>>
> = { scan: findMissing, match: findLost, check: findStray };

/** The file must have as many users as were expected. */
async function findMissing(ledger: Ledger, { expected }: RunState): Promise<Problem | undefined> {
  if (expected === undefined) return undefined;
  const records = await countRecords(ledger);
  if (records === expected) return undefined;
  const message = `the export has ${counted(records, "user")}, and ${expected} ${nounFor(expected, "is", "are")} expected`;
  return importProblem("import/users-missing", message);
}

/** No selected record may be one that the file does not have. */
async function findStray(ledger: Ledger, { only }: RunState): Promise<Problem | undefined> {
  if (only === undefined || !(await hasSelectedFrom(ledger, await countRecords(ledger)))) return undefined;
  return problem("fleet/of-other-export", "--only names records that the export does not have");
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
  return problem("fleet/redis-forgets", `${matched} of ${published} fingerprints were found in Redis`);
}
