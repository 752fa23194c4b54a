import {
  type ImportOutcome,
  type ImportReport,
  importUsers,
  type JournalBinding,
  type SharedRun,
} from "../import/index.js";
import type { Problem } from "../result.js";
import type { SourceRecord } from "../source/index.js";
import type { FleetTarget } from "./fleet-work-options.js";
import type { Store } from "./store.js";

/** One chunk, with its own journal. */
export interface ChunkImport {
  readonly at: number;
  readonly store: Store;
  readonly target: FleetTarget;
  readonly records: AsyncIterable<SourceRecord>;
  readonly binding: JournalBinding;
  readonly shared: SharedRun;
  readonly signal: AbortSignal;
  readonly onProgress: (counts: string) => void;
}

/** How the import of a chunk has ended. */
export type ChunkEnd =
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
  const { at, store, target, records, binding, shared, signal, onProgress } = chunk;
  const refused: string[] = [];
  let toldAt = 0;
  const { callsPerSecond: _, binding: __, ...options } = target;
  const result = await importUsers(records, {
    ...options,
    journal: { path: store.path(at, "journal"), binding },
    shared,
    signal,
    onOutcome: (outcome) => {
      if (outcome.kind === "refused-by-us") refused.push(refusedLine(outcome));
    },
    onProgress: (report) => {
      if (Date.now() - toldAt < PROGRESS_MS) return;
      toldAt = Date.now();
      onProgress(countsOf(report));
    },
  });
  if (result.ok) {
    // Nothing of them is in the journal.
    await store.write(at, "refused.ndjson", refused);
    return { kind: "done", counts: countsOf(result.progress) };
  }
  const [reason] = result.problems;
  if (reason.code === "import/interrupted") return { kind: "later", delayMs: 1 };
  // Its worker may be alive, and only Redis have lost sight of it.
  if (reason.code === "import/journal-locked") return { kind: "later", delayMs: WATCH_AGAIN_MS };
  return { kind: "stop", problem: reason };
}

function countsOf(report: ImportReport): string {
  const { records, imported, alreadyThere, refusedByUs, refusedByService, failed, fromEarlierRuns } = report;
  return JSON.stringify({
    records,
    imported,
    alreadyThere,
    refusedByUs,
    refusedByService,
    failed,
    fromEarlierRuns,
  });
}

/** Numbers of records are those of the chunk. */
function refusedLine({
  record,
  line,
  userId,
  problems,
}: Extract<ImportOutcome, { kind: "refused-by-us" }>): string {
  const named = problems.map(({ code, message, field, remedy }) => ({ code, message, field, remedy }));
  return `${JSON.stringify({ record, line, userId: userId ?? null, problems: named })}\n`;
}
