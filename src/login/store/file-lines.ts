import type { FileHandle } from "node:fs/promises";

/** A line of a file and its place there. */
export interface FileLine {
  /** From 0. */
  readonly index: number;
  /** Of its first byte. */
  readonly offset: number;
  /** Without its line end. */
  readonly length: number;
  /** Null for a line that is too long to be read. */
  readonly bytes: Buffer | null;
}

const CHUNK_BYTES = 1 << 20;
/** Longer than any user: 100 identifiers and a hash. */
export const MOST_LINE_BYTES = 1 << 20;
const LINE_FEED = 0x0a;

/** The lines of a file, in chunks, so that memory does not grow with the file or with a line. */
export async function* fileLines(file: FileHandle): AsyncGenerator<FileLine, void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let index = 0;
  let lineStart = 0;
  let position = 0;
  let pieces: Buffer[] = [];
  const take = (end: number): FileLine => {
    const length = end - lineStart;
    const bytes = length > MOST_LINE_BYTES ? null : Buffer.concat(pieces);
    const line = { index: index++, offset: lineStart, length, bytes };
    pieces = [];
    return line;
  };
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0 && end < bytesRead; ) {
      pieces.push(chunk.subarray(from, end));
      yield take(position + end);
      from = end + 1;
      lineStart = position + from;
      end = chunk.indexOf(LINE_FEED, from);
    }
    const isReadable = position + bytesRead - lineStart <= MOST_LINE_BYTES;
    // A copy, because the next chunk is read into the same place.
    if (isReadable) pieces.push(Buffer.from(chunk.subarray(from, bytesRead)));
    else pieces = [];
    position += bytesRead;
  }
  if (position > lineStart) yield take(position);
}
