import { byteLines } from "../../lib/bytes.js";
import type { JournalFile } from "./journal-file.js";
import { type JournalLine, parseLine } from "./journal-line.js";

/** A line of the file with its place; `value` is undefined where it is not a journal line. */
export interface ReadLine {
  /** Byte at which it begins. */
  readonly at: number;
  /** Byte after its line end. */
  readonly end: number;
  readonly value: JournalLine | undefined;
}

const CHUNK_BYTES = 1 << 18;
const MOST_LINE_BYTES = 1 << 16;

/** The lines of a journal that have their line end. What follows the last one was torn off and is not yielded. */
export async function* readLines(file: JournalFile): AsyncGenerator<ReadLine> {
  const decoder = new TextDecoder();
  for await (const { offset: at, length, bytes, isEnded } of byteLines(chunksOf(file), MOST_LINE_BYTES)) {
    const value = bytes === null ? undefined : parseLine(decoder.decode(bytes));
    if (isEnded) yield { at, end: at + length + 1, value };
  }
}

async function* chunksOf(file: JournalFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const chunk = await file.read(at, CHUNK_BYTES);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}
