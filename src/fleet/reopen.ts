import type { Selection } from "../import/internal.js";
import { refuse } from "../problems/fleet.js";
import { type Result, success } from "../result.js";
import { type ChunkRecords, chunkStarts } from "./chunk-starts.js";
import type { Ledger, RunState } from "./ledger.js";
import type { Phase } from "./phase.js";
import { noteSelection } from "./selected-records.js";

/** Chunks that are taken off a hash at once. */
const BATCH = 1000;

/** Begins the chunks of a run again in which users have failed. */
export async function reopenFailed(ledger: Ledger, state: RunState): Promise<void> {
  const failed: string[] = [];
  for await (const [chunk, note] of ledger.notes("imported")) {
    if ((JSON.parse(note) as { readonly failed: number }).failed > 0) failed.push(chunk);
  }
  if (failed.length === 0) return;
  // What an earlier resumption was for is over; a choice of the plan stays.
  if (state.only === "resume") {
    await ledger.clearState("only");
    await ledger.redis.del(ledger.key("only"), ledger.key("reopened"));
  }
  await reopen(ledger, state, failed, "import");
}

/** Begins the chunks of a run again that have one of these records: checked first, in case of another export's records. */
export async function reopenSelected(
  ledger: Ledger,
  state: RunState,
  key: string,
  selection: Selection,
): Promise<Result<undefined>> {
  if (selection.size === 0) return success(undefined);
  const starts = await chunkStarts(ledger, state.frame.chunks);
  const { chunks, isStray } = chunksWith(selection, starts);
  if (isStray) {
    return refuse("fleet/of-other-export", "--only names records that the export does not have");
  }
  await noteSelection(ledger, key, selection);
  await ledger.setState({ only: "resume" });
  await ledger.redis.hset(ledger.key("reopened"), Object.fromEntries(chunks.map((at) => [at, 1])));
  await take(ledger, "checked", chunks);
  await reopen(ledger, state, chunks, "check");
  return success(undefined);
}

async function reopen(ledger: Ledger, state: RunState, chunks: readonly string[], phase: Phase): Promise<void> {
  await take(ledger, "imported", chunks);
  await ledger.clearState("finishedAt");
  await ledger.move(state, phase);
  await ledger.keep();
}

async function take(ledger: Ledger, hash: string, chunks: readonly string[]): Promise<void> {
  for (let at = 0; at < chunks.length; at += BATCH) {
    await ledger.redis.hdel(ledger.key(hash), ...chunks.slice(at, at + BATCH));
  }
}

/** Chunks with a selected record, and whether there is one that no chunk has. */
function chunksWith(selection: Selection, starts: readonly ChunkRecords[]) {
  const wanted = Float64Array.from(selection.keys()).sort();
  const chunks: string[] = [];
  let next = 0;
  for (const [at, { first, records }] of starts.entries()) {
    const before = next;
    while (next < wanted.length && (wanted[next] as number) < first + records) next++;
    if (next > before) chunks.push(String(at));
  }
  return { chunks, isStray: next < wanted.length };
}
