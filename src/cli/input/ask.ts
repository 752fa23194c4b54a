import { createInterface } from "node:readline/promises";
import { operatorRemedyOf } from "../../problems/index.js";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";

/** Whether a person is there to be asked. */
export const canAsk = ({ stdin, stderr }: CliIo): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Asks a person; what is typed is read as it is, without white space around it. */
export async function ask(question: string, io: CliIo): Promise<string> {
  io.stderr.write(`${question}: `);
  // An input that has ended says so once only: a second question would wait for ever.
  if (io.stdin.readableEnded === true) {
    io.stderr.write("\n");
    throw new CouldNotRun("cli/interrupted", UNANSWERED);
  }
  const lines = createInterface({ input: io.stdin });
  const forget = io.onInterrupt(() => lines.close());
  try {
    const closed = new Promise<never>((_, reject) => {
      lines.once("close", () => reject(new CouldNotRun("cli/interrupted", UNANSWERED)));
    });
    const [line] = await Promise.race([once(lines), closed]);
    return line.trim();
  } catch (error) {
    // The message does not belong into the line of the question.
    io.stderr.write("\n");
    throw error;
  } finally {
    forget();
    lines.close();
  }
}

const UNANSWERED = "the question was not answered";

function once(lines: ReturnType<typeof createInterface>): Promise<readonly [string]> {
  return new Promise((resolve) => lines.once("line", (line) => resolve([line])));
}

/** Asks a question of yes or no, again where the answer is neither; an empty one counts as no. */
export async function askWhether(question: string, io: CliIo): Promise<boolean> {
  for (;;) {
    const answer = (await ask(`${question} Type yes or no`, io)).toLowerCase();
    if (answer === "yes") return true;
    if (answer === "" || answer === "no" || answer === "n") return false;
    io.stderr.write("  In full, please: yes or no.\n");
  }
}

/** Asks a question that ends the command unless the answer is yes. */
export async function confirm(question: string, refused: string, io: CliIo): Promise<void> {
  const isYes = await askWhether(question, io).catch((error: unknown) => {
    // Nothing was to be written: the answer is what is missing.
    const isUnanswered = error instanceof CouldNotRun && error.code === "cli/interrupted";
    throw isUnanswered ? new CouldNotRun(error.code, error.message, operatorRemedyOf("cli/not-confirmed")) : error;
  });
  if (!isYes) throw new CouldNotRun("cli/not-confirmed", refused);
}
