import { type ImportPreview, type PreviewOptions, previewImport } from "../../import/index.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { interruptible } from "../interrupt.js";
import { type ExportToImport, recordsOf } from "../preflight/look-at-service.js";

/** What an import would send, before it begins; undefined where the file can't be read to its end: the import itself says why. */
export async function previewed(
  users: ExportToImport,
  bulk: PreviewOptions["bulk"],
  io: CliIo,
): Promise<ImportPreview | undefined> {
  const { source, select } = users;
  return interruptible(io, async (signal) => {
    const preview = await previewImport(recordsOf(users, signal), { service: source.service, select, bulk });
    if (signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted; nothing was sent");
    return preview.ok ? preview.value : undefined;
  });
}
