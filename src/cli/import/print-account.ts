import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import type { WrittenFile } from "../output/output-file.js";
import { formatReport, jsonText, type ReportSection } from "../output/report.js";
import { filesSection } from "../output/tally-rows.js";
import { styleFor } from "../style.js";

/** What became of the users, as text or as the one document that `--json` prints. */
type PrintedAccount = { readonly sections: readonly ReportSection[] } | { readonly document: object };

/**
 * Prints an account and the files that belong to it, whatever becomes of the files: what was imported must not go
 * unsaid because a disk is full.
 *
 * @param complete Writes the files, and says which they are.
 * @returns Whether all files are there; where the account is text, a fault of one is thrown after it.
 */
export async function printAccount(
  account: PrintedAccount,
  complete: () => Promise<readonly WrittenFile[]>,
  io: CliIo,
): Promise<boolean> {
  if ("document" in account) {
    const files = await complete().catch(faultOf);
    const whole = files instanceof CouldNotRun ? { files: [], error: shown(files) } : { files };
    io.stdout.write(jsonText({ ...account.document, ...whole }));
    return !(files instanceof CouldNotRun);
  }
  const text = (sections: readonly ReportSection[]) => formatReport(sections, styleFor(io.stdout, io.env));
  io.stdout.write(text(account.sections));
  const files = await complete();
  if (files.length > 0) io.stdout.write(`\n${text([filesSection(files)])}`);
  return true;
}

function faultOf(error: unknown): CouldNotRun {
  if (error instanceof CouldNotRun) return error;
  throw error;
}

function shown({ code, message, remedy }: CouldNotRun) {
  return { code, message, remedy };
}
