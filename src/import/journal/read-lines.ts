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
 * chunk and the longest line that can be one of a journal. What follows the last line end was
 * torn off and is not yielded.
 */
export async function* readLines(file: JournalFile): AsyncGenerator<ReadLine> {
  const decoder = new TextDecoder();
  let at = 0;
  /** The beginning of the line that continues in the next chunk. */
  let rest: Uint8Array = new Uint8Array();
  for (let position = 0; ; ) {
    const chunk = await file.read(position, CHUNK_BYTES);
    if (chunk.length === 0) return;
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      const line = joined(rest, chunk.subarray(start, end));
      rest = new Uint8Array();
      start = end + 1;
      const after = position + start;
      const isTooLong = line.length > MOST_LINE_BYTES;
      yield { at, end: after, value: isTooLong ? undefined : parseLine(decoder.decode(line)) };
      at = after;
    }
    rest = joined(rest, chunk.subarray(start));
    position += chunk.length;
  }
}

/** One byte more than a line may have at most: enough to know that it is too long. */
function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const more = second.subarray(0, MOST_LINE_BYTES + 1 - first.length);
  if (first.length === 0) return more;
  const bytes = new Uint8Array(first.length + more.length);
  bytes.set(first);
  bytes.set(more, first.length);
  return bytes;
}
