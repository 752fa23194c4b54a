import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ImportOptions } from "../import/index.js";
import { CouldNotRun } from "./cli-io.js";
import { openInput } from "./input-file.js";

/** The records that a file of `--rejects` names, to be tried once more. */
export async function readSelection(path: string): Promise<Pick<ImportOptions, "select" | "retryRefused">> {
  const { open } = await openInput(path);
  const wanted = new Set<number>();
  let line = 0;
  for await (const text of createInterface({
    input: Readable.from(open()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line++;
    if (text.trim() === "") continue;
    wanted.add(recordOf(text, path, line));
  }
  return { retryRefused: true, select: ({ index }) => wanted.has(index) };
}

function recordOf(text: string, path: string, line: number): number {
  try {
    const { record } = JSON.parse(text) as { record?: unknown };
    if (Number.isInteger(record)) return record as number;
  } catch {
    // Said below.
  }
  throw new CouldNotRun(
    "cli/selection-malformed",
    `${path}, line ${line}: not a line of a file that credport import --rejects wrote`,
  );
}
