import { joined } from "./bytes.js";

/** A line of bytes, and its place among them. */
export interface ByteLine {
  /** From 0. */
  readonly index: number;
  /** Of its first byte. */
  readonly offset: number;
  /** Without its line end. */
  readonly length: number;
  /** Null for a line that is too long. They hold until the next line is asked for. */
  readonly bytes: Uint8Array | null;
  /** False for the last one where there is no line end after it. */
  readonly isEnded: boolean;
}

const LINE_FEED = 0x0a;

/** The lines of bytes; memory grows neither with their number nor with a line of more bytes than `most`. */
export async function* byteLines(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<ByteLine, void> {
  let [index, offset, length] = [0, 0, 0];
  let pieces: Uint8Array[] = [];
  const take = (isEnded: boolean): ByteLine => {
    const [first = new Uint8Array()] = pieces;
    const bytes = length > most ? null : pieces.length > 1 ? joined(...pieces) : first;
    const line = { index: index++, offset, length, bytes, isEnded };
    offset += length + 1;
    length = 0;
    pieces = [];
    return line;
  };
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > most) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    // A copy: the next chunk may be read into the same place.
    if (from < chunk.length) add(chunk.slice(from));
  }
  if (length > 0) yield take(false);
}
