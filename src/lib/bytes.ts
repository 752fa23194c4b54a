const ENCODER = /* @__PURE__ */ new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(text);
}

/** Not `instanceof`: bytes may come from another realm, as they do in browser frames and in some test runners. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/** The text that bytes are in UTF-8; null where they are not UTF-8. A byte order mark stays, unless it is to be left out. */
export function utf8Text(bytes: Uint8Array, ignoreBOM = true): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return null;
  }
}

export function utf16le(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length * 2 }, (_, at) => (text.charCodeAt(at >> 1) >> ((at & 1) * 8)) & 0xff);
}

/** One byte for each character below U+0100: text of ASCII, or bytes that were written as text. */
export function bytesOfCharacters(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** One character for each byte: the way back from `bytesOfCharacters`, for bytes of any kind. */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  let at = 0;
  // Eight to a call: a call for each byte, and one with a typed array as its arguments, take twice as long.
  for (; at + 8 <= bytes.length; at += 8) {
    const [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]] as Bytes4;
    const [e, f, g, h] = [bytes[at + 4], bytes[at + 5], bytes[at + 6], bytes[at + 7]] as Bytes4;
    text += String.fromCharCode(a, b, c, d, e, f, g, h);
  }
  for (; at < bytes.length; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

type Bytes4 = [number, number, number, number];

/**
 * What joins pieces over and over in the same memory, for loops in which a new array would take longer than what is
 * done with it. Its result holds until the next call.
 *
 * @param most Bytes of the longest result.
 */
export function joinerOf(most: number): (pieces: readonly Uint8Array[]) => Uint8Array {
  const held = new Uint8Array(most);
  return (pieces) => {
    let at = 0;
    for (const piece of pieces) {
      held.set(piece, at);
      at += piece.length;
    }
    return held.subarray(0, at);
  };
}

/** Several pieces one after the other. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A line of bytes, and its place among them. */
interface ByteLine {
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
    const [only = new Uint8Array()] = pieces;
    const bytes = length > most ? null : only.length === length ? only : joined(...pieces);
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
    // The next chunk may be read into the same place; slice() of a Buffer copies nothing.
    if (from < chunk.length) add(new Uint8Array(chunk.subarray(from)));
  }
  if (length > 0) yield take(false);
}
