import { isJsonObject } from "../../lib/json-text.js";
import { has, type Input } from "../read-input.js";

/** The types of fields, as error messages call them (`JsonValidatorUtils.java`). */
interface FieldTypes {
  string: string;
  integer: number;
  boolean: boolean;
  object: Input;
  "array of string": readonly string[];
  "array of object": readonly Input[];
}

const IS: { readonly [Type in keyof FieldTypes]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string" && value.trim() !== "",
  integer: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  object: isJsonObject,
  "array of string": (value) =>
    Array.isArray(value) && value.every((each) => typeof each === "string" && each.trim() !== ""),
  "array of object": (value) => Array.isArray(value) && value.every(isJsonObject),
};

/** Reads fields of one object and collects what is wrong with them, with the same ending for all. */
export function fieldReader(object: Input, errors: string[], ending: string) {
  const read = <Type extends keyof FieldTypes>(name: string, type: Type): FieldTypes[Type] | undefined => {
    if (!has(object, name)) return undefined;
    if (IS[type](object[name])) return object[name] as FieldTypes[Type];
    errors.push(`${name} should be of type ${type}${ending}`);
    return undefined;
  };
  return {
    optional: read,
    required: <Type extends keyof FieldTypes>(name: string, type: Type): FieldTypes[Type] | undefined => {
      if (!has(object, name)) errors.push(`${name} is required${ending}`);
      return read(name, type);
    },
    /** Text of at most so many characters; a longer one is named and kept. */
    limited: (name: string, most: number, text: string | undefined, label = name): string | undefined => {
      if (text !== undefined && text.length > most) errors.push(`${label} ${text} is too long. Max length is ${most}.`);
      return text;
    },
  };
}
