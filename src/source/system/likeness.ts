import { words } from "../../lib/words.js";
import { type Fields, ownField } from "../fields/field.js";

/** Whether most of an export's first records have all of some keys: one that is damaged or odd decides nothing. */
export function mostHave(records: readonly Fields[], ...keys: readonly string[]): boolean {
  const having = records.filter((record) => hasAll(record, keys));
  return having.length * 2 > records.length;
}

/** Whether some of the records, which may be of several tables, has all of some keys. */
export function someHave(records: readonly Fields[], ...keys: readonly string[]): boolean {
  return records.some((record) => hasAll(record, keys));
}

/** Whether a record has all of some keys. */
export function hasAll(record: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(record, key));
}

/**
 * Whether most hashes of the first records have a form. Never a sure sign: another system may keep hashes that came
 * from such an application.
 *
 * @param columns Where the hash may be; the first that a record has counts.
 */
export function hashesLookLike(records: readonly Fields[], columns: string, form: RegExp): boolean {
  const hashes = records
    .map((record) =>
      words(columns)
        .map((name) => ownField(record, name))
        .find((hash) => hash !== undefined),
    )
    .filter((hash): hash is string => typeof hash === "string" && hash !== "");
  return hashes.filter((hash) => form.test(hash)).length * 2 > hashes.length;
}
