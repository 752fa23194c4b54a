import { type ImportOptions, type PreviewOptions, previewImport } from "../../import/index.js";
import { defined } from "../../lib/defined.js";
import { hasCall } from "../../service/profile.js";
import { type ReadExportOptions, readUniqueUsers } from "../../source/index.js";
import { leftOutByChoice } from "../../source/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { print } from "../output/report.js";
import { existingSentence } from "./announce-import.js";
import { type ExportFile, noteLeftOver } from "./carry-out.js";
import type { ImportFlags } from "./import-flags.js";
import { previewReport } from "./import-report.js";
import { requireBulkCall } from "./import-target.js";

/** `--dry-run`: says what would be sent, and sends nothing. */
export async function preview(
  exported: ExportFile,
  source: ReadExportOptions,
  select: Pick<ImportOptions, "select"> | undefined,
  flags: ImportFlags,
  io: CliIo,
): Promise<ExitCode> {
  const { path } = exported;
  const { service } = source;
  const previewed = await previewImport(readUniqueUsers(exported, { ...source, onJoined: noteLeftOver(io) }), {
    ...defined({ service, select: select?.select }),
    verification: flags.verification !== false && hasCall(service, "verifyEmail"),
    ...bulkIn(service, flags),
  });
  if (!previewed.ok) {
    const [found] = previewed.problems;
    const { endIn } = await import("../input/several-files.js");
    throw endIn(found, path, flags.join);
  }
  print(previewed.value, previewReport(previewed.value, path, whoIsThere(service, flags)), flags, io);
  const { refusedByUs, problems } = previewed.value;
  return refusedByUs === leftOutByChoice(problems) ? EXIT.fine : EXIT.problems;
}

/** Who is on the service can't be told without sending something. */
function whoIsThere(service: ReadExportOptions["service"], flags: ImportFlags): string {
  return `Keep in mind for the import: ${existingSentence(flags, hasCall(service, "findUsers"))}.`;
}

function bulkIn(service: ReadExportOptions["service"], flags: ImportFlags): Pick<PreviewOptions, "bulk"> {
  if (flags.via !== "bulk") return {};
  requireBulkCall(hasCall(service, "bulkUsers"));
  return { bulk: flags };
}
