import { joined } from "../../lib/bytes.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";

/** Bytes by which a file's format is told. */
const BEGINNING_BYTES = 1 << 16;

/**
 * The records of a file by the first reader that its beginning fits; by the last one where it fits
 * none, which then says what is wrong.
 */
export async function* readWithFitting(
  readers: readonly RecordReader[],
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReaderItem> {
  const last = readers.at(-1);
  if (last === undefined) throw new TypeError("a source needs at least one reader");
  if (readers.length === 1) return yield* last.read(input);
  const iterator = input[Symbol.asyncIterator]();
  const { chunks, beginning } = await beginningOf(iterator);
  const reader = readers.find(({ fits }) => fits(beginning)) ?? last;
  yield* reader.read(wholeOf(chunks, iterator));
}

async function beginningOf(iterator: AsyncIterator<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < BEGINNING_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    bytes += next.value.length;
  }
  return { chunks, beginning: joined(...chunks).subarray(0, BEGINNING_BYTES) };
}

/** The input from its beginning; given up as the reader gives it up. */
async function* wholeOf(chunks: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>) {
  try {
    yield* chunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
