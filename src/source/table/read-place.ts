import {
  type Fields,
  type Findings,
  idText,
  isFields,
  isSetField,
  ownField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import { noteWrongType } from "../fields/wrong-type.js";
import type { FlagRef, Place, TextRef } from "./table-map.js";

/** The top-level columns of a place. */
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

/** A record with the value of one place alone, under the name by which messages call it. */
export function fieldsAt(record: Fields, place: Place): { readonly fields: Fields; readonly name: string } {
  const name = shownPlace(place);
  return { fields: Object.fromEntries([[name, valueAt(record, place)]]), name };
}

/** A text; numbers and MongoDB's IDs are text as well. Undefined where there is none. */
export function textAt(record: Fields, ref: TextRef | undefined, findings: Findings): string | undefined {
  if (ref === undefined) return undefined;
  if (isPlace(ref)) {
    const { fields, name } = fieldsAt(record, ref);
    return idText(fields[name]) ?? textField(fields, name, findings);
  }
  return "value" in ref ? ref.value : concatenated(record, ref.concat, findings);
}

/** Nothing where none of the places has anything; a part that is missing beside others is a fault. */
function concatenated(record: Fields, refs: readonly TextRef[], findings: Findings): string | undefined {
  const parts = refs.map((part) => ({ text: textAt(record, part, findings), isFixed: isFixed(part) }));
  if (parts.every(({ text, isFixed }) => isFixed || text === undefined)) return undefined;
  if (parts.every(({ text }) => text !== undefined)) return parts.map(({ text }) => text).join("");
  const missing = refs.find((_, index) => parts[index]?.text === undefined);
  const name = missing !== undefined && isPlace(missing) ? shownPlace(missing) : "concat";
  const message = `${name} is empty, and what it is put together with is not`;
  return findings.fault("user/field-wrong-type", message, name);
}

/** The same for every user. */
export function isFixed(ref: TextRef): boolean {
  if (isPlace(ref)) return false;
  return "value" in ref || ref.concat.every(isFixed);
}

function isPlace(ref: TextRef | FlagRef): ref is Place {
  return typeof ref === "string" || Array.isArray(ref);
}

/** A flag; undefined where the record does not say it. */
export function flagAt(record: Fields, ref: FlagRef | undefined, findings: Findings): boolean | undefined {
  if (ref === undefined) return undefined;
  if (isPlace(ref)) return writtenAt(record, ref, findings);
  if ("value" in ref) return ref.value;
  const found = "isSet" in ref ? isSetAt(record, ref.isSet) : wordsAt(record, ref, findings);
  return found === undefined || ref.not !== true ? found : !found;
}

type FlagObject = Exclude<FlagRef, Place>;

function writtenAt(record: Fields, place: Place, findings: Findings): boolean | undefined {
  const { fields, name } = fieldsAt(record, place);
  return writtenFlagField(fields, name, findings);
}

function isSetAt(record: Fields, place: Place): boolean {
  const { fields, name } = fieldsAt(record, place);
  return isSetField(fields, name);
}

function wordsAt(
  record: Fields,
  { at, ...words }: Extract<FlagObject, { readonly at: Place }>,
  findings: Findings,
): boolean | undefined {
  if (words.true === undefined && words.false === undefined) return writtenAt(record, at, findings);
  const { fields, name } = fieldsAt(record, at);
  const value = fields[name] ?? "";
  const has = (list: readonly string[] = []) =>
    list.some((word) => word.toLowerCase() === String(value).toLowerCase());
  if (has(words.true)) return true;
  if (has(words.false)) return false;
  if (value === "") return undefined;
  noteWrongType({ name, value, wanted: "one of the words that the map has for true and false" }, findings);
  return undefined;
}
