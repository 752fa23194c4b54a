import { beginFormat } from "../input/input-beginning.js";
import { InputFault } from "../input/input-fault.js";
import { inUtf8, isTar, unpacked } from "../input/unpack.js";
import { batchesOf, type ItemBatch } from "./item-batches.js";
import type { RecordReader } from "./record-reader.js";
import { binaryDump } from "./text/text-lines.js";

/** The records of a file, unpacked and in UTF-8, by the first reader that fits its beginning; else the last says what is wrong. */
export async function* readWithFitting(
  readers: readonly RecordReader[],
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<ItemBatch> {
  const fallback = readers.at(-1);
  if (fallback === undefined) throw new TypeError("a source needs at least one reader");
  let line = 1;
  try {
    const { beginning, whole } = await beginFormat(inUtf8(unpacked(input)));
    const foreign = foreignFormat(beginning);
    if (foreign !== undefined) throw foreign;
    const reader = readers.find(({ fits }) => fits(beginning)) ?? fallback;
    // A reader calls an input without a byte empty before it learns why there is none.
    const text = beginning.length > 0 ? whole : await nothingOf(whole);
    for await (const batch of batchesOf(reader, text)) {
      const last = batch.at(-1);
      if (last !== undefined) line = last.kind === "end-fault" ? last.line : (last.place.lastLine ?? last.place.line);
      if (last !== undefined || batch.emptyTables !== undefined || batch.pages !== undefined) yield batch;
    }
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    yield [{ kind: "end-fault", line, problem: error.problem }];
  }
}

/** Root elements of what MySQL's programs and phpMyAdmin write as XML; a byte order mark is three letters here. */
const XML =
  /^(?:ï»¿)?<\?xml[^>]{0,256}>\s{0,256}(?:<!--[\s\S]{0,4096}?-->\s{0,256}){0,8}<(?:mysqldump|resultset|pma_xml_export)\b/;

/** Formats that no reader takes: dumps of other kinds, and what was unpacked and is packed still. */
export function foreignFormat(beginning: Uint8Array): InputFault | undefined {
  const [first = 0, , , last = 1, type = 0, name = 0] = beginning;
  // A character of each byte.
  const text = new TextDecoder("latin1").decode(beginning.subarray(0, 1 << 13));
  // A document of BSON: its length, and its first field's type and name.
  const isBson = last === 0 && first !== 0 && type > 0 && type < 20 && name > 31 && name < 127;
  const binary = isBson ? "in BSON, as mongodump writes it" : binaryDump(text);
  if (binary !== undefined) return new InputFault("source/not-text", `the file is ${binary}`);
  if (isTar(beginning)) return new InputFault("source/not-text", "the file is a tar archive");
  return XML.test(text) ? new InputFault("source/malformed", "the file is XML, not an SQL dump") : undefined;
}

/** An input that ends at once; throws what keeps it from being read. */
async function nothingOf(whole: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of whole) chunks.push(chunk);
  return (async function* () {
    yield* chunks;
  })();
}
