import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { ask } from "../input/ask.js";

/** Asks until the answer is fine. */
export async function askUntil<T>(
  question: string,
  read: (answer: string) => Promise<T | undefined> | T | undefined,
  io: CliIo,
): Promise<T> {
  for (;;) {
    try {
      const value = await read(await ask(question, io));
      if (value !== undefined) return value;
      io.stderr.write("  An answer is needed here.\n");
    } catch (error) {
      if (!(error instanceof CouldNotRun) || error.code === "cli/interrupted") throw error;
      io.stderr.write(`  ${error.message}. ${error.remedy}\n`);
    }
  }
}
