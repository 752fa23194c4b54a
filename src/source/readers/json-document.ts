import { mayHoldRecords } from "../../lib/json-records/json-records.js";
import type { PageWords } from "../../lib/json-records/json-surroundings.js";
import { requireArgument } from "../../lib/require-argument.js";
import { beginInput } from "../input/input-beginning.js";
import { withFurtherPages } from "./further-pages.js";
import { type ItemBatch, readInBatches } from "./item-batches.js";
import { beginningText, pathsInPages } from "./json-beginning.js";
import { jsonItems } from "./json-items.js";
import type { RecordReader } from "./record-reader.js";

/** What a JSON document with one or several lists of records looks like. */
export interface JsonDocumentOptions {
  /** Keys of the top-level object that the list may be under: `["users"]`. */
  readonly keys: readonly string[];
  /**
   * Lists further in: keys from the top level on, `*` for any element of a list. `["*", "users"]` are the users
   * of each element of a top-level array. Several lists are read one after the other.
   */
  readonly paths?: readonly (readonly string[])[] | undefined;
  /** Keys of the objects around a list whose plain values, where they come before it, its records get as `around`. */
  readonly around?: readonly string[] | undefined;
  /** The first key of a record as it is usually written, by which the next record is found where the first one is damaged. */
  readonly firstKey?: string | undefined;
  /** What is said of a document without such a list: `the file has no list of users`. */
  readonly withoutList?: string | undefined;
}

/**
 * A reader of a JSON document: an array of records, or an object with the array under one of some keys, or
 * further in. Pages of a list are read as one, whether they follow one another or are in a list themselves.
 *
 * @example
 * ```ts
 * import { jsonDocument } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('[{"realm":"a","users":[{"id":1}]},{"realm":"b","users":[{"id":2}]}]');
 * }
 * const reader = jsonDocument({ keys: ["users"], paths: [["*", "users"]], around: ["realm"] });
 * const found = [];
 * for await (const item of reader.read(file())) {
 *   if (item.kind === "record") found.push([item.value.id, item.around.realm]);
 * }
 * found; // => [[1, "a"], [2, "b"]]
 * ```
 */
export function jsonDocument(given: JsonDocumentOptions): RecordReader {
  requireArgument("options", given, "object", { keys: "array" });
  const { keys, withoutList, ...more } = given;
  const options = { key: keys, ...more };
  return {
    format: "JSON",
    fits: (beginning) => mayHoldRecords(beginning, options),
    read: readInBatches(
      (input) =>
        more.paths === undefined
          ? withFurtherPages((pages) => pageItems(input, pages, { keys, withoutList, ...more }))
          : jsonItems(input, options, withoutList),
      // A key that is not in the text changes nothing, but that there is one at all.
      (input) => JSON.stringify([keys.length > 0, keys.filter((key) => input.hasKey(key)).sort(), more, withoutList]),
    ),
    // Records of lists further in have different surroundings.
    ...(more.paths === undefined ? { cuts: { kind: "list", keys } as const } : {}),
  };
}

/** The records of a document, of several that are the pages of a list, or of a list of pages. */
async function* pageItems(
  input: AsyncIterable<Uint8Array>,
  pages: PageWords,
  { keys, withoutList, ...more }: JsonDocumentOptions,
): AsyncGenerator<ItemBatch> {
  const { beginning, whole } = await beginInput(input);
  const paths = pathsInPages(beginningText(beginning), keys);
  yield* jsonItems(
    whole,
    { ...more, pages, ...(paths === undefined ? { key: keys } : { paths, ofPages: true }) },
    withoutList,
  );
}
