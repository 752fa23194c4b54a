import type { Problem } from "../../result.js";
import type { SourceRecord, UserRecord } from "../normalized-user.js";
import { readContinued } from "../read-export.js";
import type { RecordReader } from "../readers/record-reader.js";
import type { NamedOptions } from "../resolve-source.js";
import { sourceOf } from "../sources.js";

/** The bytes of a chunk, and where they are from. */
export interface ChunkBytes {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  readonly tail: Uint8Array;
  /** Which of the source's readers reads it. */
  readonly reader: number;
  /** The byte at a line's end. */
  readonly lineEnd: number;
  /** Line of the file on which the body begins, from 1. */
  readonly line: number;
}

/**
 * As `readExport`, of one chunk of a file: lines are those of the file, and numbers of records begin with 0 in each.
 *
 * @param hashes Whether hashes are read, or only who a record is.
 */
export async function* readChunk(
  chunk: ChunkBytes,
  options: NamedOptions,
  hashes: "read" | "unread" = "read",
): AsyncGenerator<SourceRecord> {
  const { head, body, tail, lineEnd, line } = chunk;
  const source = sourceOf(options.from);
  const reader = source.readers[chunk.reader] as RecordReader;
  const by = line - 1 - linesIn(head, lineEnd);
  async function* input() {
    if (head.length > 0) yield head;
    yield body;
    if (tail.length > 0) yield tail;
  }
  const from = { ...source, readers: [reader] as const };
  for await (const record of readContinued(input(), { ...options, from }, hashes)) yield moved(record, by);
}

function linesIn(bytes: Uint8Array, lineEnd: number): number {
  let lines = 0;
  for (const byte of bytes) if (byte === lineEnd) lines++;
  return lines;
}

function moved(record: SourceRecord, by: number): SourceRecord {
  if (by === 0) return record;
  const line = record.line + by;
  if (record.kind === "unreadable") return { ...record, line, problem: movedProblem(record.problem, by) };
  const { lastLine, result } = record;
  const placed: UserRecord = {
    ...record,
    line,
    ...(lastLine === undefined ? {} : { lastLine: lastLine + by }),
  };
  if (record.isUnreadable !== true || result.ok) return placed;
  const [first, ...others] = result.problems.map((problem) => movedProblem(problem, by));
  return first === undefined ? placed : { ...placed, result: { ok: false, problems: [first, ...others] } };
}

/** A reader's own sentences name lines, and nothing of the file's text is in them. */
function movedProblem(problem: Problem, by: number): Problem {
  const message = problem.message.replace(
    /\b(lines? )(\d+)(?:( to )(\d+))?/,
    (_, word: string, first: string, to = "", last = "") =>
      `${word}${Number(first) + by}${to}${last === "" ? "" : Number(last) + by}`,
  );
  return { ...problem, message };
}
