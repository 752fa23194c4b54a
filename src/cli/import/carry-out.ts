import {
  type GoneUser,
  type ImportOptions,
  type ImportReport,
  type ImportResult,
  importUsers,
  type KnownUser,
} from "../../import/index.js";
import type { ExistingUsers } from "../../import/internal.js";
import { defined } from "../../lib/defined.js";
import {
  fingerprintExport,
  type JoinReport,
  type PinnedInput,
  readExport,
  readUniqueUsers,
  type SourceRecord,
} from "../../source/index.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import type { SourceOptions } from "../input/source-options.js";
import { interruptible } from "../interrupt.js";
import { joinSections } from "../output/left-over.js";
import { createProgress } from "../output/progress.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../style.js";
import type { ImportFlags } from "./import-flags.js";
import type { ImportOutputs } from "./import-outputs.js";
import { drawImport } from "./import-progress.js";
import type { ImportTarget } from "./import-target.js";

/** The export, of which all passes of a command read the same bytes. */
export type ExportFile = PinnedInput & { readonly path: string; readonly size: number };

interface WholeImport {
  readonly exported: ExportFile;
  readonly source: SourceOptions;
  readonly target: ImportTarget;
  readonly known: readonly KnownUser[] | undefined;
  readonly existing: ExistingUsers;
  readonly outputs: ImportOutputs;
  readonly limits: Pick<ImportOptions, "concurrency" | "callsPerSecond" | "acceptRefusals" | "select" | "retryRefused">;
  readonly flags: ImportFlags;
}

/** Carries the import out, with Ctrl-C, progress and files. */
export async function importWhole(whole: WholeImport, io: CliIo): Promise<ImportRun> {
  const { exported, source, target, known, existing, outputs, limits, flags } = whole;
  const { administration } = target;
  let total: number | undefined;
  try {
    const result = await importWatched(exported, io, async ({ input, onCounted, say, ...watch }) => {
      const fingerprint = await fingerprintExport(input, source.join);
      if (fingerprint === undefined) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was sent");
      const count = (records: number): void => {
        total = records;
        onCounted(records);
      };
      const options: ImportOptions = {
        client: target.client,
        journal: {
          path: target.journal,
          onWatch: (holder) => {
            say(`the journal names ${holder} as its writer: waiting 20 seconds for its heartbeat\n`);
          },
          binding: { input: fingerprint, source: flags.from, ...target.binding },
        },
        existing,
        ...(target.bulk === undefined ? byCalls(whole, input) : { bulk: { ...target.bulk, readBack: flags.readBack } }),
        ...limits,
        ...watch,
        proof: known && administration && { known, administration },
        onOutcome: (outcome) => outputs.note(outcome),
      };
      const reading = { ...source, onJoined: noteLeftOver(io, say), ...defined({ onShared: outputs.onShared }) };
      const records = () => noted(readUniqueUsers(input, reading, count), outputs);
      return importUsers(records, options);
    });
    // A journal that was refused is another import's, or none at all.
    const hasBegun = result.ok || result.progress.records > 0;
    if (!hasBegun) await outputs.discardUsers();
    return { result, hasBegun, total };
  } catch (error) {
    await outputs.discard();
    throw error;
  }
}

async function* noted(records: AsyncIterable<SourceRecord>, outputs: ImportOutputs) {
  for await (const record of records) {
    if (record.kind === "user") await outputs.noteRead(record);
    yield record;
  }
}

/** What the calls of the interface alone have a use for; in a second export also the journal of the first import. */
function byCalls({ source, flags, target, outputs }: WholeImport, { open }: PinnedInput) {
  const { withoutLinking, withoutTotp, verification, changedSince: journal, existing } = flags;
  const { marks, administration } = target;
  const passwords = existing === "overwrite" ? existing : "refuse";
  const onGone = flags.gone === undefined ? undefined : (user: GoneUser) => outputs.noteGone(user);
  const users = () => readExport(open(), source);
  return {
    changedSince: journal === undefined ? undefined : { journal, users, passwords, administration, onGone },
    verification: marks && verification !== false ? { administration: marks } : undefined,
    without: { linking: withoutLinking, totp: withoutTotp },
  } satisfies Partial<ImportOptions>;
}

export interface ImportRun {
  readonly result: ImportResult;
  /** Whether a record was read; without it only the reports are left to write. */
  readonly hasBegun: boolean;
  /** Records of the file; undefined where the run ended before they were counted. */
  readonly total: number | undefined;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (report: ImportReport) => void;
  readonly onCounted: (records: number) => void;
  /** Writes beside the progress. */
  readonly say: (text: string) => void;
  /** The export; a pass ends early on Ctrl-C, because one over a large file takes minutes. */
  readonly input: PinnedInput;
}

/**
 * Reports rows without a user, before anything is sent: once, however often the file is read, and not as a step of a
 * command whose check has said it.
 */
export function noteLeftOver(
  { isStep, stderr, env }: CliIo,
  say = (text: string): unknown => stderr.write(text),
): (report: JoinReport) => void {
  let isSaid = isStep === true;
  return (report) => {
    const sections = joinSections(report);
    if (!isSaid && sections.some(({ rows }) => rows.length > 0)) say(formatReport(sections, styleFor(stderr, env)));
    isSaid = true;
  };
}

async function importWatched(
  exported: ExportFile,
  io: CliIo,
  work: (watch: Watch) => Promise<ImportResult>,
): Promise<ImportResult> {
  let bytes = 0;
  const drawing = drawImport(createProgress("import", io), { ...exported, bytesRead: () => bytes });
  const watched = (signal: AbortSignal) => {
    async function* open() {
      for await (const chunk of exported.open()) {
        if (signal.aborted) return;
        bytes += chunk.length;
        yield chunk;
      }
    }
    return work({
      signal,
      onProgress: drawing.update,
      onCounted: drawing.count,
      say: drawing.say,
      input: { ...exported, open },
    });
  };
  return interruptible(io, watched).finally(drawing.end);
}
