import { Buffer } from "node:buffer";
import { beginInput } from "./input-beginning.js";

/** Never part of UTF-8: in place of what is not a character in UTF-16, so that its record is refused. */
const NOT_A_CHARACTER = Uint8Array.of(0xff);

/**
 * The bytes of a text in UTF-8. A file with the byte order mark of UTF-16 is decoded on the way; without one
 * no encoding is guessed.
 */
export async function* inUtf8(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { beginning, whole } = await beginInput(input);
  const order = byteOrderOf(beginning);
  if (order === undefined) return yield* whole;
  let rest = new Uint8Array(0);
  let isFirst = true;
  for await (const chunk of whole) {
    const bytes = Buffer.concat([rest, chunk]);
    const length = wholeCharacters(bytes, order);
    const from = isFirst && length > 0 ? 2 : 0;
    if (length > 0) isFirst = false;
    rest = new Uint8Array(bytes.subarray(length));
    yield* utf8Of(bytes.subarray(from, length), order);
  }
  if (rest.length > 0) yield NOT_A_CHARACTER;
}

type ByteOrder = "little" | "big";

/** UTF-32 with the lower byte first begins like UTF-16, with two NUL bytes after it; it is not decoded. */
function byteOrderOf([first, second, third, fourth]: Uint8Array): ByteOrder | undefined {
  if (first === 0xfe && second === 0xff) return "big";
  if (first !== 0xff || second !== 0xfe) return undefined;
  return third === 0 && fourth === 0 ? undefined : "little";
}

/** The length without half a character at the end. */
function wholeCharacters(bytes: Uint8Array, order: ByteOrder): number {
  const length = bytes.length - (bytes.length % 2);
  const upper = bytes[length - (order === "little" ? 1 : 2)];
  const isHalf = upper !== undefined && upper >= 0xd8 && upper <= 0xdb;
  return isHalf ? length - 2 : length;
}

function* utf8Of(bytes: Buffer, order: ByteOrder): Generator<Uint8Array> {
  if (order === "big") bytes.swap16();
  const pieces = bytes.toString("utf16le").split(/\p{Cs}/u);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) yield NOT_A_CHARACTER;
    yield Buffer.from(piece);
  }
}
