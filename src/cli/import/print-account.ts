import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import type { WrittenFile } from "../output/output-file.js";
import { jsonText, reportText } from "../output/report.js";
import { filesSection } from "../output/tally-rows.js";
import type { ImportOutputs } from "./import-outputs.js";

/** What became of the users, for a person and for programs. */
type Account = Parameters<ImportOutputs["completeReport"]>[0] & {
  /** What `--json` prints, where it is more than the reports have. */
  readonly printed?: object;
};

/**
 * Prints an account and the files that belong to it, whatever becomes of the files: what was imported must not go
 * unsaid because a disk is full.
 *
 * @param complete Writes the files that tell single users.
 * @returns Whether all files are there; where the account is text, a fault of one is thrown after it.
 */
export async function printAccount(
  { printed, ...said }: Account,
  outputs: ImportOutputs,
  complete: (outputs: ImportOutputs) => Promise<void>,
  { json }: { readonly json?: boolean },
  io: CliIo,
): Promise<boolean> {
  const writeFiles = async (): Promise<readonly WrittenFile[]> => {
    try {
      await complete(outputs);
      await outputs.completeReport(said);
      return outputs.written();
    } catch (error) {
      // What has its name already stays.
      await outputs.discard();
      throw error;
    }
  };
  if (json === true) {
    const files = await writeFiles().catch((error: unknown) => {
      if (error instanceof CouldNotRun) return error;
      throw error;
    });
    const isWhole = !(files instanceof CouldNotRun);
    const { code, message, remedy }: Partial<CouldNotRun> = isWhole ? {} : files;
    const whole = isWhole ? { files } : { files: [], error: { code, message, remedy } };
    io.stdout.write(jsonText({ ...(printed ?? said.document), ...whole }));
    return isWhole;
  }
  io.stdout.write(reportText(said.sections, io));
  const files = await writeFiles();
  if (files.length > 0) io.stdout.write(`\n${reportText([filesSection(files, outputs.notes())], io)}`);
  return true;
}
