import type { Fields } from "../fields/field.js";

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
