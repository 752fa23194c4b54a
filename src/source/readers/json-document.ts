import { beginningText } from "./json-beginning.js";
import { jsonItems } from "./json-items.js";
import type { RecordReader } from "./record-reader.js";

/** What a JSON document with a list of records looks like. */
export interface JsonDocumentOptions {
  /** Keys of the top-level object that the list may be under: `["users"]`. */
  readonly keys: readonly string[];
  /** The first key of a record as it is usually written, by which the next record is found where the first one is damaged. */
  readonly firstKey?: string;
}

/**
 * A reader of one JSON document: an array of records, or an object with the array under one of some keys.
 *
 * @example
 * ```ts
 * import { jsonDocument } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"results":[{"id":1},{"id":2}]}');
 * }
 * const ids = [];
 * for await (const item of jsonDocument({ keys: ["users", "results"] }).read(file())) {
 *   if (item.kind === "record") ids.push(item.value.id);
 * }
 * ids; // => [1, 2]
 * ```
 */
export function jsonDocument({ keys, firstKey }: JsonDocumentOptions): RecordReader {
  const options = firstKey === undefined ? { key: keys } : { key: keys, firstKey };
  return {
    format: "JSON",
    fits: (beginning) => {
      const text = beginningText(beginning);
      if (!text.startsWith("{")) return text.startsWith("[");
      return keys.some((key) => opensList(text, JSON.stringify(key)));
    },
    read: (input) => jsonItems(input, options),
  };
}

/** Whether a bracket follows the key somewhere in the text. */
function opensList(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    if (/^\s{0,64}:\s{0,64}\[/.test(text.slice(at + key.length, at + key.length + 130))) return true;
  }
  return false;
}
