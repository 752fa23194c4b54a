import { resolve } from "node:path";
import type { CliIo } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { ask } from "../input/ask.js";
import { exists, openInput, readSmallFile } from "../input/input-file.js";

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

/** A file that is there, by a path that holds wherever the settings are. */
export async function fileAt(answer: string): Promise<string | undefined> {
  if (answer === "") return undefined;
  await readSmallFile(answer);
  return resolve(answer);
}

/** What names a file and no user. */
const LIST = /^[^@]*[/\\]|\.(?:csv|ndjson|jsonl?)$/;

/** Users whose passwords are known: the path of a file of them, or one user's identifier; empty for none. */
export async function knownUser(answer: string): Promise<string> {
  if (await exists(answer)) return resolve(answer);
  if (LIST.test(answer)) await openInput(answer);
  return answer;
}
