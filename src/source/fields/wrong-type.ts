import { problem } from "../../problems/user.js";
import type { Findings } from "./field.js";

/** What a field must be, as messages say it. */
export const WANTED = {
  text: "a text",
  flag: "true or false",
  writtenFlag: "true or false, also as t and f, yes and no, on and off, or 1 and 0",
  date: "a date: ISO 8601, or seconds or milliseconds since 1970",
  object: "an object",
  json: "JSON",
  list: "a list",
  names: "a list of texts that are not empty",
} as const;

export function wholeNumberFrom(least: number, most: number): string {
  return `a whole number from ${least} to ${most}`;
}

/** Which kind of value something is; never the value. */
function kindOfValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value === "") return "an empty text";
  return KINDS[typeof value] ?? "another kind of value";
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  bigint: "a number",
  boolean: "true or false",
  object: "an object",
};

/** Notes a value of another kind than it must be. `name` may be a noun phrase; `field` is then the field's name. */
export function noteWrongType(
  { name, wanted, value, field = name }: WrongType,
  findings: Pick<Findings, "problems">,
): void {
  const message = `${name} is ${kindOfValue(value)}; it must be ${wanted}`;
  // Several rules may ask for one field.
  if (findings.problems.some((found) => found.field === field && found.message === message)) return;
  findings.problems.push(problem("user/field-wrong-type", message, { field }));
}

interface WrongType {
  readonly name: string;
  readonly wanted: string;
  readonly value: unknown;
  readonly field?: string;
}
