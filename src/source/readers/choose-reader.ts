import { inUtf8 } from "../input/decode-text.js";
import { beginInput } from "../input/input-beginning.js";
import { InputFault } from "../input/input-fault.js";
import { unpacked } from "../input/unpack.js";
import { batchesOf, type ItemBatch } from "./item-batches.js";
import type { RecordReader } from "./record-reader.js";

/**
 * The records of a file, in batches, by the first reader that its beginning fits; by the last one where it fits
 * none, which then says what is wrong. A compressed file is unpacked on the way, and one in UTF-16 decoded:
 * lines are those of the text.
 */
export async function* readWithFitting(
  readers: readonly RecordReader[],
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<ItemBatch> {
  const fallback = readers.at(-1);
  if (fallback === undefined) throw new TypeError("a source needs at least one reader");
  let line = 1;
  try {
    const { beginning, whole } = await beginInput(inUtf8(unpacked(input)));
    const reader = readers.find(({ fits }) => fits(beginning)) ?? fallback;
    for await (const batch of batchesOf(reader, whole)) {
      const last = batch.at(-1);
      if (last === undefined) continue;
      line = last.kind === "end-fault" ? last.line : (last.place.lastLine ?? last.place.line);
      yield batch;
    }
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    yield [{ kind: "end-fault", line, problem: error.problem }];
  }
}
