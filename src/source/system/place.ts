import { words } from "../../lib/words.js";
import { type Fields, idField, isSetField, ownField } from "../fields/field.js";
import type { Contact } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import type { Test } from "./tests.js";

/** What is known of a user beside the row that is read. */
export interface About {
  readonly user: Fields;
  /** Their addresses, once they were read: the one that they log in with first. */
  readonly emails: readonly Contact[];
}

/** What is read of a row, with its columns: systems are put together of these, so all declared columns are used, and no others. */
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

export function readsOf(...all: readonly (From<unknown> | undefined)[]): readonly string[] {
  return all.flatMap((one) => one?.reads ?? []);
}

/** A value under the name by which messages call it: what the functions of `fields/` take. */
export interface Found {
  readonly fields: Fields;
  readonly name: string;
}

/** Where a value is: in a column, or wherever the other says. */
export type Place = string | From<Found>;

export function placeReads(place: Place | undefined): readonly string[] {
  if (place === undefined) return [];
  return typeof place === "string" ? [place] : place.reads;
}

export function foundAt(place: Place, row: Fields, context: RecordContext, about: About): Found {
  return typeof place === "string" ? { fields: row, name: place } : place.of(row, context, about);
}

/** A text or number at a place, as text; undefined where there is none. */
export function textAt(
  place: Place | undefined,
  row: Fields,
  context: RecordContext,
  about: About,
): string | undefined {
  if (place === undefined) return undefined;
  if (typeof place === "string") return idField(row, place, context.findings);
  const { fields, name } = place.of(row, context, about);
  return idField(fields, name, context.findings);
}

/** A place of those rows alone of which a test is true. */
export function where(test: Test, place: Place): From<Found> {
  return {
    reads: [...test.reads, ...placeReads(place)],
    of: (...given) => (test.of(...given) ? foundAt(place, ...given) : { fields: {}, name: placeReads(place)[0] ?? "" }),
  };
}

/** The first of several columns that holds something; the first of all where none does. */
export function firstOf(columns: string): From<Found> {
  const names = words(columns);
  return from(columns, (row) => {
    const name = names.find((column) => isSetField(row, column)) ?? names[0];
    return { fields: row, name: name as string };
  });
}

/** What a function makes of a column's text; messages have the column's name. */
export function changed(column: string, change: (text: string) => string | undefined): From<Found> {
  return from(column, (...given) => {
    const text = textAt(column, ...given);
    return { fields: { [column]: text === undefined ? undefined : change(text) }, name: column };
  });
}

/** What follows the last match of a pattern in a column. */
export function withoutPrefix(column: string, prefix: RegExp): From<Found> {
  return changed(column, (text) => text.replace(prefix, ""));
}

/** A column that messages call by another name: an address that is at fault as `email` is not said to be missing too. */
export function called(name: string, column: string): From<Found> {
  return from(column, (row) => ({ fields: { [name]: ownField(row, column) }, name }));
}

/** The same text for every user. */
export function always(text: string): From<Found> {
  return { reads: [], of: () => ({ fields: { text }, name: "text" }) };
}

/** What no export of the system has. */
export const NOWHERE: From<Found> = { reads: [], of: () => ({ fields: {}, name: "" }) };
