import { readFile } from "node:fs/promises";
import { type ImportOptions, type ImportOutcome, type ImportReport, importUsers } from "../import/index.js";
import {
  countOf,
  type FirstUsers,
  isUnsent,
  type JournalBinding,
  type RecordedOutcome,
  type RefusedRow,
  type SharedRun,
} from "../import/internal.js";
import type { Problem } from "../result.js";
import type { SourceRecord } from "../source/index.js";
import { IMPORTED } from "./fleet-status.js";
import type { FleetTarget } from "./fleet-work-options.js";
import type { ChunkSelection } from "./selected-records.js";
import { type Store, writeWhole } from "./store.js";

interface ChunkImport {
  readonly at: number;
  readonly store: Store;
  readonly target: FleetTarget;
  readonly records: AsyncIterable<SourceRecord>;
  /** Known users, while no other user is sent yet. */
  readonly first: FirstUsers | undefined;
  /** Absent where all records are imported. */
  readonly selection: ChunkSelection | undefined;
  /** Whether it was imported before, and is begun again for the selected records. */
  readonly isReopened: boolean;
  readonly binding: JournalBinding;
  readonly shared: SharedRun;
  readonly signal: AbortSignal;
  readonly onProgress: (counts: string) => void;
}

type ChunkEnd =
  | { readonly kind: "done"; readonly counts: string }
  | { readonly kind: "later"; readonly delayMs: number }
  | { readonly kind: "stop"; readonly problem: Problem };

const WATCH_AGAIN_MS = 1_000;
const PROGRESS_MS = 2_000;

/**
 * Imports the users of a chunk, from where its journal says that an earlier worker has come to. The journal on disk
 * is the truth: Redis is told when the chunk is done.
 */
export async function importChunk(chunk: ChunkImport): Promise<ChunkEnd> {
  const { at, store, target, records, binding, shared, signal, onProgress, first } = chunk;
  const refused: string[] = [];
  let toldAt = 0;
  const { callsPerSecond: _, binding: __, proof: ___, ...options } = target;
  const result = await importUsers(records, {
    ...options,
    ...choiceOf(chunk),
    journal: { path: store.path(at, "journal"), binding },
    shared,
    signal,
    onOutcome: (outcome) => {
      first?.note(outcome);
      if (isUnsent(outcome)) refused.push(unsentLine(outcome));
    },
    onProgress: (report) => {
      if (Date.now() - toldAt < PROGRESS_MS) return;
      toldAt = Date.now();
      onProgress(countsOf(report));
    },
  });
  if (result.ok) {
    if (first !== undefined) return { kind: "done", counts: countsOf(result.progress) };
    const kept = await keptRefused(chunk);
    // Nothing of them is in the journal.
    const inFileOrder = [...kept, ...refused].sort((one, other) => recordIn(one) - recordIn(other));
    await writeWhole(store.path(at, "refused.ndjson"), inFileOrder);
    return { kind: "done", counts: countsOf(withKept(result.progress, kept)) };
  }
  const [reason] = result.problems;
  if (reason.code === "import/interrupted") return { kind: "later", delayMs: 1 };
  // Its worker may be alive, and only Redis have lost sight of it.
  if (reason.code === "import/journal-locked") return { kind: "later", delayMs: WATCH_AGAIN_MS };
  return { kind: "stop", problem: reason };
}

function choiceOf({ first, selection }: ChunkImport): Pick<ImportOptions, "select" | "retryRefused"> {
  if (first === undefined && selection === undefined) return {};
  return {
    retryRefused: selection !== undefined,
    select: (record) => (first === undefined || first.isOne(record)) && (selection?.has(record.index) ?? true),
  };
}

/** Lines of users who were refused before and are not tried now. */
async function keptRefused({ at, store, selection, isReopened }: ChunkImport): Promise<readonly string[]> {
  if (!isReopened || selection === undefined) return [];
  const text = await readFile(store.path(at, "refused.ndjson"), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.filter((line) => !selection.has(recordIn(line))).map((line) => `${line}\n`);
}

/** What was refused before counts as it did then. */
function withKept(report: ImportReport, kept: readonly string[]): ImportReport {
  const counts = { ...report };
  for (const line of kept) counts[countOf(JSON.parse(line) as RefusedRow)]++;
  return counts;
}

const recordIn = (line: string): number => (JSON.parse(line) as RefusedRow).record;

const countsOf = (report: ImportReport): string => JSON.stringify(report, ["records", ...IMPORTED, "fromEarlierRuns"]);

/** Numbers of records are those of the chunk. */
function unsentLine({ record, line, userId, kind, problems }: Exclude<ImportOutcome, RecordedOutcome>): string {
  const named = problems.map(({ code, message, field, remedy }) => ({ code, message, field, remedy }));
  return `${JSON.stringify({ record, line, userId: userId ?? null, kind, problems: named })}\n`;
}
