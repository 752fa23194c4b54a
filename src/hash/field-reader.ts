import { base64Padding, decodeBase64, scanBase64 } from "../lib/base64.js";
import { hexBytes } from "../lib/hex.js";
import { parsedJson } from "../lib/json-text.js";
import { secretText } from "../lib/redact.js";
import { problem } from "../problems/wrapping.js";
import { failure, type Problem, type Result } from "../result.js";
import { lengthDifference } from "./length-difference.js";

/** Columns of a row, or fields of an object, under their own names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Longest field that is looked at, in UTF-16 code units. */
const MOST_CHARACTERS = 4096;

/** Reads the fields of a hash that is kept in parts, and remembers what is wrong with them. */
export class FieldReader {
  readonly #fields: Fields;
  readonly #problems: Problem[];

  constructor(fields: Fields, problems: Problem[] = []) {
    this.#fields = fields;
    this.#problems = problems;
  }

  /** Null for a field that is missing; a list of one, as Keycloak writes them, is its element. */
  #value(name: string): unknown {
    const value = Object.hasOwn(this.#fields, name) ? this.#fields[name] : null;
    return Array.isArray(value) && value.length === 1 ? value[0] : (value ?? null);
  }

  has(name: string): boolean {
    return this.#value(name) !== null;
  }

  text(name: string): string {
    const value = this.#value(name);
    if (typeof value === "string" && value !== "" && value.length <= MOST_CHARACTERS) return value;
    const fault = typeof value === "string" && value !== "" ? "is too long" : "is missing or is not text";
    return this.#refuse("wrapping/incomplete", name, fault, "");
  }

  /** Text that is one of the keys, as the value that it stands for. */
  oneOf<T>(name: string, values: Readonly<Record<string, T>>): T | undefined {
    const text = this.text(name);
    if (text === "" || Object.hasOwn(values, text)) return values[text];
    const known = Object.keys(values).join(", ");
    return this.#refuse("wrapping/parameter-unsupported", name, `is none of ${known}`, undefined);
  }

  matching(name: string, pattern: RegExp, layout: string): string {
    const text = this.text(name);
    if (text === "" || pattern.test(text)) return text;
    return this.#refuse("wrapping/incomplete", name, `is not ${layout}`, "");
  }

  /** A whole number, or its decimal digits. */
  integer(name: string): number {
    const value = this.#value(name);
    const number = typeof value === "string" && /^[0-9]{1,10}$/.test(value) ? Number(value) : value;
    if (Number.isSafeInteger(number) && (number as number) >= 0) return number as number;
    return this.#refuse("wrapping/incomplete", name, "is missing or is not a whole number", 0);
  }

  /** Bytes of base64 in one of the alphabets, with its padding or without. */
  base64(name: string, alphabet: "standard" | "url-safe"): Uint8Array {
    const text = this.text(name);
    const scan = scanBase64(text);
    const paddings = [0, base64Padding(scan.bodyEnd)];
    const isOther = alphabet === "standard" ? scan.hasUrlSafeOnly : scan.hasStandardOnly;
    if (scan.illegalAt >= 0 || scan.impossibleLength || isOther || !paddings.includes(scan.padding)) {
      return this.#refuse("wrapping/undecodable", name, `is not ${alphabet} base64`, new Uint8Array());
    }
    return decodeBase64(text, 0, scan.bodyEnd);
  }

  /** The text of base64 itself, for a system that uses it as it is written; without its padding it is another text. */
  paddedBase64(name: string, alphabet: "standard" | "url-safe"): string {
    const text = this.text(name);
    if (text === "" || this.base64(name, alphabet).length === 0 || text.length % 4 === 0) return text;
    return this.#refuse("wrapping/undecodable", name, "lacks its padding", text);
  }

  hex(name: string): Uint8Array {
    const text = this.matching(name, /^(?:[0-9a-fA-F]{2})+$/, "hexadecimal");
    return hexBytes(text) ?? new Uint8Array();
  }

  /** Holds bytes against the number of them that a field says, where it is there. */
  lengthOf(name: string, bytes: Uint8Array): void {
    if (!this.has(name) || bytes.length === 0) return;
    const difference = lengthDifference(this.integer(name), bytes.length, name);
    if (difference !== undefined) this.#problems.push(difference);
  }

  /** The fields of an object inside, or of the JSON text of one. */
  inner(name: string): FieldReader {
    const value = this.#value(name);
    const object = typeof value === "string" ? parsed(value) : value;
    if (typeof object === "object" && object !== null) return new FieldReader(object as Fields, this.#problems);
    this.#refuse("wrapping/incomplete", name, "is missing or holds no JSON object", null);
    return new FieldReader({});
  }

  /** The composed text, unless a field was wrong. */
  compose(text: string): Result<string> {
    const [first, ...others] = this.#problems;
    return first === undefined ? secretText(text) : failure(first, ...others);
  }

  #refuse<T>(
    code: "wrapping/incomplete" | "wrapping/parameter-unsupported" | "wrapping/undecodable",
    field: string,
    fault: string,
    instead: T,
  ): T {
    this.#problems.push(problem(code, `the field ${field} ${fault}`, { field }));
    return instead;
  }
}

function parsed(text: string): unknown {
  return text.length > MOST_CHARACTERS ? null : parsedJson(text);
}
