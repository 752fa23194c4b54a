import { type Fields, isFields, isSetField, ownField, writtenFlagField } from "../fields/field.js";
import { noteWrongType } from "../fields/wrong-type.js";
import type { RecordContext } from "../source.js";
import { type Found, type From, readsOf, textAt } from "../system/place.js";
import type { FlagRef, Place, TextRef } from "./table-map.js";

/** The top-level column of a place. */
export function columnOf(place: Place): string {
  return typeof place === "string" ? place : (place[0] as string);
}

function shownPlace(place: Place): string {
  return typeof place === "string" ? place : place.join(".");
}

/** The value at a place; undefined where there is none. Only own fields count. */
export function valueAt(record: Fields, place: Place): unknown {
  if (typeof place === "string") return ownField(record, place);
  let value: unknown = record;
  for (const key of place) {
    if (Array.isArray(value)) value = /^[0-9]{1,6}$/.test(key) ? value[Number(key)] : undefined;
    else value = isFields(value) ? ownField(value, key) : undefined;
  }
  return value;
}

/** The value of one place alone, under the name by which messages call it. */
export function placeFrom(place: Place): From<Found> {
  const name = shownPlace(place);
  if (typeof place === "string") return { reads: [name], of: (fields) => ({ fields, name }) };
  return {
    reads: [columnOf(place)],
    of: (record) => ({ fields: Object.fromEntries([[name, valueAt(record, place)]]), name }),
  };
}

/** Nothing in any row. */
const NOWHERE: From<undefined> = { reads: [], of: () => undefined };

/** A text; numbers and MongoDB's IDs are text as well. Undefined where there is none. */
export function textFrom(ref: TextRef | undefined): From<string | undefined> {
  if (ref === undefined) return NOWHERE;
  if (!isPlace(ref)) return "value" in ref ? { reads: [], of: () => ref.value } : concatenated(ref.concat);
  const place = typeof ref === "string" ? ref : placeFrom(ref);
  return { reads: [columnOf(ref)], of: (row, context, about) => textAt(place, row, context, about) };
}

/** Nothing where none of the places has anything; a part that is missing beside others is a fault. */
function concatenated(refs: readonly TextRef[]): From<string | undefined> {
  const parts = refs.map(textFrom);
  return {
    reads: readsOf(...parts),
    of: (row, context, about) => {
      const texts = parts.map(({ of }) => of(row, context, about));
      if (refs.every((ref, index) => isFixed(ref) || texts[index] === undefined)) return undefined;
      const missing = refs[texts.indexOf(undefined)];
      if (missing === undefined) return texts.join("");
      const name = isPlace(missing) ? shownPlace(missing) : "concat";
      const message = `${name} is empty, and what it is put together with is not`;
      return context.findings.fault("user/field-wrong-type", message, name);
    },
  };
}

/** The same for every user. */
export function isFixed(ref: TextRef): boolean {
  if (isPlace(ref)) return false;
  return "value" in ref || ref.concat.every(isFixed);
}

export function isPlace(ref: TextRef | FlagRef): ref is Place {
  return typeof ref === "string" || Array.isArray(ref);
}

/**
 * A flag; undefined where the record does not say it.
 *
 * @param isThere What counts as something, for `isSet`: who is held back is so by whatever is there.
 */
export function flagFrom(ref: FlagRef | undefined, isThere = isSetField): From<boolean | undefined> {
  if (ref === undefined) return NOWHERE;
  if (isPlace(ref)) return flagAt(ref, ({ fields, name }, { findings }) => writtenFlagField(fields, name, findings));
  if ("value" in ref) return { reads: [], of: () => ref.value };
  const { reads, of } =
    "isSet" in ref
      ? flagAt(ref.isSet, ({ fields, name }) => isThere(fields, name))
      : flagAt(ref.at, (found, context) => flagOfWords(found, ref, context));
  if (!isInverted(ref)) return { reads, of };
  return { reads, of: (row, context, about) => opposite(of(row, context, about)) };
}

/** Whether a flag is the opposite of what a record says: one that does not say `active` is not known to be. */
export function isInverted(ref: FlagRef): boolean {
  return !isPlace(ref) && "not" in ref && ref.not === true;
}

function opposite(flag: boolean | undefined): boolean | undefined {
  return flag === undefined ? undefined : !flag;
}

function flagAt(
  place: Place,
  read: (found: Found, context: RecordContext) => boolean | undefined,
): From<boolean | undefined> {
  const { reads, of } = placeFrom(place);
  return { reads, of: (row, context, about) => read(of(row, context, about), context) };
}

function flagOfWords(
  { fields, name }: Found,
  words: Pick<Extract<FlagRef, { readonly at: Place }>, "true" | "false">,
  { findings }: RecordContext,
): boolean | undefined {
  if (words.true === undefined && words.false === undefined) return writtenFlagField(fields, name, findings);
  const value = fields[name] ?? "";
  const has = (list: readonly string[] = []) => list.some((word) => word.toLowerCase() === String(value).toLowerCase());
  if (has(words.true)) return true;
  if (has(words.false)) return false;
  if (value === "") return undefined;
  noteWrongType({ name, value, wanted: "one of the words that the map has for true and false" }, findings);
  return undefined;
}
