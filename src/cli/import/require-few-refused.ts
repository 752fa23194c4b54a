import { counted, nounFor } from "../../lib/plural.js";
import { leftOutByChoice, mostRefused } from "../../source/internal.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import type { ExportToImport } from "../preflight/look-at-service.js";
import type { ImportFlags } from "./import-flags.js";
import { previewed } from "./previewed.js";

/** Ends an import before its first user where `--max-refused` allows fewer users who are not importable than there are. */
export async function requireFewRefused(
  users: ExportToImport,
  { maxRefused }: Pick<ImportFlags, "maxRefused">,
  io: CliIo,
): Promise<void> {
  if (maxRefused === undefined) return;
  const preview = await previewed(users, undefined, io);
  if (preview === undefined) return;
  const { refusedByUs, records, problems } = preview;
  const refused = refusedByUs - leftOutByChoice(problems);
  if (refused <= mostRefused(maxRefused, records, problems)) return;
  const whom = `${refused} of ${counted(records, "user")} ${nounFor(refused, "is", "are")} not importable`;
  throw new CouldNotRun("cli/too-many-refused", `${whom}, and --max-refused ${maxRefused.text} was given`);
}
