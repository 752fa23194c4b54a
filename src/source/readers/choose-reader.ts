import { beginningOf, wholeOf } from "./input-beginning.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";

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
