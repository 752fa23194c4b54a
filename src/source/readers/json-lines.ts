import { readInBatches } from "./item-batches.js";
import { beginningText } from "./json-beginning.js";
import { jsonItems } from "./json-items.js";
import type { RecordReader } from "./record-reader.js";

/** What newline-delimited JSON looks like. */
export interface JsonLinesOptions {
  /** The first key of a record as it is usually written. */
  readonly firstKey?: string | undefined;
}

/**
 * A reader of newline-delimited JSON, one record a line. Each line is for itself, so damage never
 * leaves its line. The one array that some tools write instead of lines is read too.
 *
 * @example
 * ```ts
 * import { jsonLines } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"id":1}\n{"id":\n{"id":3}\n');
 * }
 * const kinds = [];
 * for await (const { kind } of jsonLines().read(file())) kinds.push(kind);
 * kinds; // => ["record", "fault", "record"]
 * ```
 */
export function jsonLines(options: JsonLinesOptions = {}): RecordReader {
  return {
    format: "JSON, a list or a record a line",
    fits: (beginning) => /^[{[]/.test(beginningText(beginning)),
    read: readInBatches(
      (input) => jsonItems(input, options),
      () => JSON.stringify(options),
    ),
    cuts: { kind: "lines" },
  };
}
