import { words } from "../../lib/words.js";
import type { Fields } from "../fields/field.js";
import type { Contact } from "../normalized-user.js";
import type { RecordContext } from "../source.js";

/** What is known of a user beside the row that is read. */
export interface About {
  /** The user's own row. */
  readonly user: Fields;
  /** Their addresses, once they were read: the one that they log in with first. */
  readonly emails: readonly Contact[];
}

/**
 * What is read of a row, with the columns that it is read from. A system is put together of these, so every column that
 * is declared is used, and no other is.
 */
export interface From<T> {
  readonly reads: readonly string[];
  readonly of: (row: Fields, context: RecordContext, about: About) => T;
}

/** What a function makes of the columns that `columns` names, and of no other. */
export function from<T>(columns: string, of: From<T>["of"]): From<T> {
  return { reads: words(columns), of };
}

/** What is asked of a user's first row of a kind, or of their own row where there is none. */
export function ofPart<T>(part: string, { reads, of }: From<T>): From<T> {
  return { reads, of: (row, context, about) => of(context.parts(part)[0] ?? row, context, about) };
}

/** The columns of several. */
export function readsOf(...all: readonly (From<unknown> | undefined)[]): readonly string[] {
  return all.flatMap((one) => one?.reads ?? []);
}
