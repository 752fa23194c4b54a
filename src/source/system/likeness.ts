import { words } from "../../lib/words.js";
import { type Fields, ownField } from "../fields/field.js";
import type { Source } from "../source.js";
import type { Spelling } from "./spelling.js";

/** Whether most of an export's first records have all of some keys: one that is damaged or odd decides nothing. */
export function mostHave(records: readonly Fields[], ...keys: readonly string[]): boolean {
  const having = records.filter((record) => hasAll(record, keys));
  return having.length * 2 > records.length;
}

/** Whether some of the records, which may be of several tables, has all of some keys. */
export function someHave(records: readonly Fields[], ...keys: readonly string[]): boolean {
  return records.some((record) => hasAll(record, keys));
}

export function hasAll(record: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(record, key));
}

/** Whether most hashes in the first of these columns have a form. Never a sure sign: another system may have taken them over. */
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

/** By what the first records are told: sets of columns that most of them have together. */
export interface Signs {
  /** No other system writes such records. */
  readonly sure?: readonly string[];
  /** The same of sets that some records have: those of further tables. */
  readonly sureOfSome?: readonly string[];
  /** Names of tables that no other system has, without a prefix: `directus_users`. */
  readonly tables?: string;
  readonly possible?: readonly string[];
}

export function likenessBy(signs: Signs, spelling: Spelling): NonNullable<Source["detect"]> {
  const setsOf = (sets: readonly string[] = []) => sets.flatMap((set) => spelling.sets(words(set)));
  const [sure, some, possible] = [signs.sure, signs.sureOfSome, signs.possible].map(setsOf);
  const tables = words(signs.tables ?? "");
  const anyOf = (sets: readonly (readonly string[])[] = [], has: typeof mostHave, records: readonly Fields[]) =>
    sets.some((set) => has(records, ...set));
  return (records, table) => {
    const isOwn = tables.some((name) => table === name || table?.endsWith(`.${name}`) === true);
    if (isOwn || anyOf(sure, mostHave, records) || anyOf(some, someHave, records)) return "sure";
    return anyOf(possible, mostHave, records) ? "possible" : "no";
  };
}
