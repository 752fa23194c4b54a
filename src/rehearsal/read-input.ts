import { isJsonObject, jsonObject } from "../lib/json-text.js";
import { badRequest, invalidField } from "./refusal.js";

/** A parsed request body. Fields are read through the functions below, which see own properties only. */
export type Input = Readonly<Record<string, unknown>>;

/** Source of the texts: `InputParser.java` of supertokens-core. */
export function parseInput(text: string): Input {
  const value = jsonObject(text);
  if (value === undefined) throw badRequest("Invalid Json Input");
  return value;
}

export const has = (input: Input, name: string): boolean => Object.hasOwn(input, name);

/** A required value: missing, null and every other type are refused alike. */
function read<T>(input: Input, name: string, is: (value: unknown) => value is T): T {
  const value = has(input, name) ? input[name] : undefined;
  if (!is(value)) throw invalidField(name);
  return value;
}

export const readText = (input: Input, name: string): string => read(input, name, (value) => typeof value === "string");

/** Text that may be absent, but not null. */
export function readOptionalText(input: Input, name: string): string | undefined {
  return has(input, name) ? readText(input, name) : undefined;
}

/** A number, without what follows its point. */
export function readInteger(input: Input, name: string): number {
  return Math.trunc(read(input, name, (value): value is number => Number.isFinite(value)));
}

const INT_BITS = 32;
const DECIMAL_INT = /^[+-]?[0-9]{1,10}$/;

/** As Gson reads an `int`: a larger number loses its upper bits, and a text of digits will do if it fits. */
export function readJavaInt(input: Input, name: string): number {
  const value = has(input, name) ? input[name] : undefined;
  if (typeof value !== "string") return Number(BigInt.asIntN(INT_BITS, BigInt(readInteger(input, name))));
  const number = DECIMAL_INT.test(value) ? Number(value) : Number.NaN;
  if (!(number >= -(2 ** 31) && number < 2 ** 31)) throw invalidField(name);
  return number;
}

/** A whole number of a query, which may be absent. */
export function readQueryInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^[+-]?[0-9]{1,20}$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= 0x7fffffff)) throw badRequest(`Field name '${name}' must be an int in the GET request`);
  return value;
}

export function readOptionalBoolean(input: Input, name: string): boolean | undefined {
  return has(input, name) ? readBoolean(input, name) : undefined;
}

export function readBoolean(input: Input, name: string): boolean {
  return read(input, name, (value) => typeof value === "boolean");
}

export const readObject = (input: Input, name: string): Input => read(input, name, isJsonObject);

export function readTexts(input: Input, name: string): readonly string[] {
  return readListOf(input, name, (each) => typeof each === "string");
}

export function readListOf<T>(input: Input, name: string, is: (value: unknown) => value is T): readonly T[] {
  return read(input, name, (value): value is readonly T[] => Array.isArray(value) && value.every(is));
}

export function readQueryText(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null) throw badRequest(`Field name '${name}' is missing in GET request`);
  return value;
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

const DIALLED = /^\+[0-9 ().-]+$/;

/**
 * The service in the wild asks libphonenumber for E.164 and keeps what that cannot read. Here an international
 * number loses its separators; everything else is kept, trimmed.
 */
export function normalisePhoneNumber(phoneNumber: string): string {
  const trimmed = phoneNumber.trim();
  return trimmed.length <= 64 && DIALLED.test(trimmed) ? trimmed.replace(/[ ().-]/g, "") : trimmed;
}
