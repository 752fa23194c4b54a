import { proveSignIns } from "../import/index.js";
import { allSignedIn, FirstUsers, notSignedIn } from "../import/internal.js";
import type { ChunkBytes } from "../source/internal.js";
import type { ChunkImports, ChunkWorkParts } from "./chunk-imports.js";
import type { ChunkSource } from "./chunk-source.js";
import type { RunState } from "./ledger.js";
import { orStop, StopRun } from "./stop-run.js";
import { type ProofFile, proofPath, writeWhole } from "./store.js";

/** Another worker with known users may take over. */
const ELSEWHERE_MS = 1_000;

/**
 * Imports the known users of a run and signs them in; ends the run where that does not work. Reads the whole export
 * once, unless all of them are found before its end. Their passwords stay here: Redis gets numbers.
 *
 * @returns Milliseconds after which to try again, where it could not be ended.
 */
export async function proveKnown(
  { ledger, source, store, aim, signal }: ChunkWorkParts,
  imports: ChunkImports,
  state: RunState,
): Promise<number | undefined> {
  const proof = aim?.target.proof;
  if (proof === undefined) return ELSEWHERE_MS;
  const { known, administration, onSignIns } = proof;
  const first = new FirstUsers(known);
  const { chunks } = state.frame;
  for (let at = 0; at < chunks && !known.every((user) => first.isThere(user)); at++) {
    if (signal.aborted) return ELSEWHERE_MS;
    const chunk = orStop(await source.read(await imports.place(at)));
    if (!(await hasKnown(source, chunk, first))) continue;
    const ended = await imports.import(state, at, first);
    if ("delayMs" in ended) return ended.delayMs;
  }
  const signIns = await proveSignIns(administration, known, (user) => first.isThere(user));
  const written: ProofFile = { plan: state.plan, signIns };
  await writeWhole(proofPath(store.folder), [JSON.stringify(written)]);
  onSignIns?.(signIns);
  if (!allSignedIn(signIns)) throw new StopRun(notSignedIn(signIns));
  const value = JSON.stringify(signIns, ["tried", "signedIn", "notImported"]);
  await ledger.commit(state, [{ hash: "proven", field: 0, value }]);
  return undefined;
}

async function hasKnown(source: ChunkSource, chunk: ChunkBytes, first: FirstUsers): Promise<boolean> {
  for await (const record of source.identifiers(chunk)) {
    if (record.kind === "unreadable") return false;
    if (record.identifiers.some(({ kind, value }) => kind === "email" && first.mayBe(value))) return true;
  }
  return false;
}
