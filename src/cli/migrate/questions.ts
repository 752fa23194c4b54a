import { createInterface } from "node:readline/promises";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";

/** Whether a person is there to be asked. */
export function canAsk({ stdin, stderr }: CliIo): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks a person; what is typed is read as it is, without white space around it. */
export async function ask(question: string, io: CliIo): Promise<string> {
  io.stderr.write(`${question}: `);
  const lines = createInterface({ input: io.stdin });
  const forget = io.onInterrupt(() => lines.close());
  try {
    const closed = new Promise<never>((_, reject) => {
      lines.once("close", () => reject(new CouldNotRun("cli/interrupted", "the question was not answered")));
    });
    const [line] = await Promise.race([once(lines), closed]);
    return line.trim();
  } finally {
    forget();
    lines.close();
  }
}

function once(lines: ReturnType<typeof createInterface>): Promise<readonly [string]> {
  return new Promise((resolve) => lines.once("line", (line) => resolve([line])));
}

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
