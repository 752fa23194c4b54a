import type { Problem } from "../../result.js";
import type { SourceRecord, UserRecord } from "../normalized-user.js";
import { type RecordBatch, readingFor, readPass, recordsOf } from "../read-export.js";
import type { PassPurpose } from "../read-record.js";
import { ofPart } from "../readers/further-pages.js";
import type { RecordReader } from "../readers/record-reader.js";
import { loadedOptions, type NamedOptions } from "../resolve-source.js";

/** The bytes of a chunk, and where they are from. */
export interface ChunkBytes {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  readonly tail: Uint8Array;
  /** Which of the source's readers reads it. */
  readonly reader: number;
  readonly lineEnd: number;
  /** Line of the file on which the body begins, from 1. */
  readonly line: number;
  /** Where it begins, or where it ends, is a guess: it has to be a list of its own. */
  readonly isGuessed?: boolean;
}

/** As `readExport`, of one chunk of a file: lines are the file's, and numbers of records begin with 0 in each. */
export async function* readChunk(
  chunk: ChunkBytes,
  options: NamedOptions,
  purpose: PassPurpose = "users",
): AsyncGenerator<SourceRecord> {
  const read = await chunkReader(options, purpose);
  yield* recordsOf(read(chunk));
}

/** What is read at once: records of a piece are forgotten before the next one is read. */
const PIECE_BYTES = 1 << 16;

/** Reads chunks of one file. The first one is judged by its beginning, as the file is. */
export type ChunkReader = (chunk: ChunkBytes, isFirst?: boolean) => AsyncGenerator<RecordBatch>;

/** As `readChunk` for any number of chunks, in batches: what the options need is made ready once. */
export async function chunkReader(options: NamedOptions, purpose: PassPurpose): Promise<ChunkReader> {
  const reading = await readingFor(await loadedOptions(options), purpose);
  return async function* (chunk, isFirst = false) {
    const { head, body, tail, lineEnd, line } = chunk;
    const readers = [ofPart(reading.source.readers[chunk.reader] as RecordReader)] as const;
    const by = line - 1 - linesIn(head, lineEnd);
    async function* input() {
      if (head.length > 0) yield head;
      for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
      if (tail.length > 0) yield tail;
    }
    const part = { name: undefined, open: input, isContinued: !isFirst };
    for await (const batch of readPass(part, { ...reading, source: { ...reading.source, readers } })) {
      yield by === 0 ? batch : batch.map((record) => moved(record, by));
    }
  };
}

function linesIn(bytes: Uint8Array, lineEnd: number): number {
  let lines = 0;
  for (const byte of bytes) if (byte === lineEnd) lines++;
  return lines;
}

function moved(record: SourceRecord, by: number): SourceRecord {
  const line = record.line + by;
  if (record.kind === "unreadable") return { ...record, line, problem: movedProblem(record.problem, by) };
  const { lastLine, result } = record;
  const placed: UserRecord =
    lastLine === undefined ? { ...record, line } : { ...record, line, lastLine: lastLine + by };
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
