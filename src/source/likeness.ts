import type { Fields } from "./fields/field.js";

/** Whether most of an export's first records have all of some keys: one that is damaged or odd decides nothing. */
export function mostHave(records: readonly Fields[], ...keys: readonly string[]): boolean {
  const having = records.filter((record) => keys.every((key) => Object.hasOwn(record, key)));
  return having.length * 2 > records.length;
}
