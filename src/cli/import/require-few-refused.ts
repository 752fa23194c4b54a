import { previewImport } from "../../import/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { leftOutByChoice, mostRefused } from "../../source/internal.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { interruptible } from "../interrupt.js";
import { type ExportToImport, recordsOf } from "../preflight/look-at-service.js";
import type { ImportFlags } from "./import-flags.js";

/** Ends an import before its first user where `--max-refused` allows fewer users who are not importable than there are. */
export async function requireFewRefused(
  users: ExportToImport,
  { maxRefused }: Pick<ImportFlags, "maxRefused">,
  io: CliIo,
): Promise<void> {
  if (maxRefused === undefined) return;
  const { service } = users.source;
  const preview = await interruptible(io, (signal) =>
    previewImport(recordsOf(users, signal), { service, select: users.select }),
  );
  // The import itself reports a file that can't be read further.
  if (!preview.ok) return;
  const { refusedByUs, records, problems } = preview.value;
  const refused = refusedByUs - leftOutByChoice(problems);
  if (refused <= mostRefused(maxRefused, records)) return;
  const whom = `${refused} of ${counted(records, "user")} ${nounFor(refused, "is", "are")} not importable`;
  throw new CouldNotRun("cli/too-many-refused", `${whom}, and --max-refused ${maxRefused.text} was given`);
}
