import { words } from "../../lib/words.js";
import type { Fields } from "../fields/field.js";
import type { Source } from "../source.js";
import { mostHave, someHave } from "./likeness.js";
import type { Spelling } from "./spelling.js";

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

/** How much records look like a system's, by its signs. */
export function likenessBy(signs: Signs, spelling: Spelling): NonNullable<Source["detect"]> {
  const setsOf = (sets: readonly string[] = []) => sets.flatMap((set) => spelling.sets(words(set)));
  const [sure, some, possible] = [signs.sure, signs.sureOfSome, signs.possible].map(setsOf);
  const tables = words(signs.tables ?? "");
  const anyOf = (
    sets: readonly (readonly string[])[] = [],
    has: typeof mostHave,
    records: readonly Fields[],
  ) => sets.some((set) => has(records, ...set));
  return (records, table) => {
    const isOwn = tables.some((name) => table === name || table?.endsWith(`.${name}`) === true);
    if (isOwn || anyOf(sure, mostHave, records) || anyOf(some, someHave, records)) return "sure";
    return anyOf(possible, mostHave, records) ? "possible" : "no";
  };
}
