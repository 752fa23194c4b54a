import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { inputLines } from "./input-lines.js";

/** Asks a question that only `yes` answers; anything else ends the command. */
export async function confirm(question: string, refused: string, io: CliIo): Promise<void> {
  io.stderr.write(`${question} Type yes: `);
  for await (const { text } of inputLines(io.stdin, 100)) {
    if (text.trim() === "yes") return;
    break;
  }
  throw new CouldNotRun("cli/not-confirmed", refused);
}
