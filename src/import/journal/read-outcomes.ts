import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { refuse } from "../../problems/import.js";
import { type Failure, type Result, requireText, success } from "../../result.js";
import type { JournalFile } from "./journal-file.js";
import type { JournalBinding, OutcomeLine } from "./journal-line.js";
import { readAt } from "./read-at.js";
import { readLines } from "./read-lines.js";
import { isThere, type JournalState, recover } from "./recover.js";

/**
 * What became of each record by the end of all runs that wrote a journal: one row a record,
 * the last word on it. Reads the file twice and changes nothing in it; memory holds half a
 * byte a record and the steps of users who are not imported. Not to be used while an import writes it.
 *
 * @param path Of a journal.
 * @returns The rows, or `import/journal-unusable`, `import/journal-damaged`.
 *
 * @example
 * ```ts
 * import { readOutcomes } from "credport/import";
 *
 * const outcomes = await readOutcomes("/nowhere/journal.ndjson");
 * outcomes.ok ? "" : outcomes.problems[0].code; // => "import/journal-unusable"
 * ```
 */
export async function readOutcomes(path: string): Promise<Result<AsyncIterable<OutcomeLine>>> {
  const file = await openToRead(path);
  if ("ok" in file) return file;
  const recovered = await recover(file);
  if (recovered.ok) return success(lastWords(file, recovered.value));
  await file.close();
  return recovered;
}

/** What a journal belongs to, and of whom something may be on the service because its runs have sent a record, whole or in part. */
export interface Sent {
  /** Until a service has acknowledged something, the journal binds no other import. */
  readonly isAcknowledged: boolean;
  /** Nor once all of it was undone. */
  readonly isTakenBack: boolean;
  readonly binding: JournalBinding | undefined;
  readonly isSent: (record: number) => boolean;
}

/** Undefined where no journal can be read, which an import with it says. */
export async function readSent(path: string): Promise<Sent | undefined> {
  const file = await openToRead(path);
  if ("ok" in file) return undefined;
  const recovered = await recover(file).finally(() => file.close());
  if (!recovered.ok) return undefined;
  const { binding, isAcknowledged, isTakenBack, states, steps, inDoubt } = recovered.value;
  const isSent = (record: number) => isThere(states.get(record)) || steps.has(record) || inDoubt.has(record);
  return { binding, isAcknowledged, isTakenBack, isSent };
}

async function* lastWords(file: JournalFile, state: JournalState): AsyncGenerator<OutcomeLine> {
  const { states, steps } = state;
  const undone = new Map(state.undone);
  const repeated = new Map(state.repeated);
  try {
    for await (const { value } of readLines(file)) {
      if (value !== undefined && "undone" in value) countDown(undone, value.undone);
      if (value === undefined || !("outcome" in value)) continue;
      const { record, outcome } = value;
      // Void: it is undone further down.
      if (undone.has(record)) continue;
      if ((repeated.get(record) ?? 1) > 1) {
        countDown(repeated, record);
        continue;
      }
      if (states.outcomeOf(record) !== outcome) continue;
      const { key: _, ...row } = value;
      yield withSteps(row, steps.get(record));
    }
  } finally {
    await file.close();
  }
}

export function countDown(counts: Map<number, number>, record: number): void {
  const left = (counts.get(record) ?? 0) - 1;
  if (left > 0) counts.set(record, left);
  else counts.delete(record);
}

/** What the service has of a user who is not imported. */
function withSteps(row: OutcomeLine, steps: ReadonlyMap<string, string> | undefined): OutcomeLine {
  const acknowledged = [...(steps ?? [])].filter(([, id]) => id !== "");
  return acknowledged.length === 0 ? row : { ...row, acknowledged: Object.fromEntries(acknowledged) };
}

export async function openToRead(path: string): Promise<JournalFile | Failure> {
  requireText(path, "path");
  try {
    const file = await open(path, constants.O_RDONLY);
    return {
      size: async () => (await file.stat()).size,
      read: (at, length) => readAt(file, at, length),
      append: readOnly,
      truncate: readOnly,
      sync: readOnly,
      close: () => file.close(),
    };
  } catch (error) {
    return notOpened(error);
  }
}

/** What helps where a journal or its lock can't be opened. */
export const NOT_OPENED = { remedy: "Give a journal in a folder that exists and that you may write to." };

export function notOpened(error: unknown): Failure {
  const { code = "unknown reason" } = error as NodeJS.ErrnoException;
  return refuse("import/journal-unusable", `the journal can't be opened (${code})`, NOT_OPENED);
}

async function readOnly(): Promise<void> {
  throw new TypeError("the journal was opened to read");
}
