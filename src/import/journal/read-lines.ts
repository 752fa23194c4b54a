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
const LINE_END = 0x0a;

/**
 * The lines of a journal that have their line end, one after the other; memory holds one
 * chunk. What stands behind the last line end was torn off and is not yielded.
 */
export async function* readLines(file: JournalFile): AsyncGenerator<ReadLine> {
  const decoder = new TextDecoder();
  let at = 0;
  let rest: Uint8Array = new Uint8Array();
  for (let position = 0; ; ) {
    const chunk = await file.read(position, CHUNK_BYTES);
    if (chunk.length === 0) return;
    position += chunk.length;
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      const text = decoder.decode(bytes.subarray(start, Math.min(end, start + MOST_LINE_BYTES)));
      yield { at: at + start, end: at + end + 1, value: parseLine(text) };
      start = end + 1;
    }
    at += start;
    rest = bytes.subarray(start);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
