import { isJsonObject } from "../../lib/json-text.js";
import type { ImplementationName } from "../protocol/messages.js";
import type { ConformanceCase } from "../suite/conformance-case.js";
import { fromUtf16 } from "../suite/expand-input.js";

/** `{{hash}}` is a field of the input as a literal, `{{password:bytes}}` its UTF-8 bytes. */
const PLACEHOLDER = /\{\{(\w+)(:bytes)?\}\}/g;
/** Characters of a line that can still be pasted. */
const LONGEST_LINE = 2000;

/** How a language writes text and bytes. */
interface Notation {
  /** What a backslash must be before, besides the quotation mark and the backslash. */
  readonly special?: string;
  /** Any other character than printable ASCII. */
  readonly character: (code: number) => string;
  readonly bytes: (bytes: Buffer) => string;
}

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const braced = (code: number) => `\\u{${code.toString(16)}}`;
const eightDigits = (code: number) => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`);
const units = (code: number) =>
  [...Array(String.fromCodePoint(code).length).keys()]
    .map((at) => `\\u${hex(String.fromCodePoint(code).charCodeAt(at), 4)}`)
    .join("");
const octal = (code: number) => `\\${code.toString(8).padStart(3, "0")}`;

const escapedBytes = (bytes: Buffer, special = "", written = (byte: number) => `\\x${hex(byte, 2)}`) =>
  quoted([...bytes], special, written);
const JAVASCRIPT: Notation = {
  character: braced,
  bytes: (bytes) => `Buffer.from("${bytes.toString("hex")}", "hex")`,
};
const C: Notation = {
  character: (code) => [...Buffer.from(String.fromCodePoint(code))].map(octal).join(""),
  bytes: (bytes) => escapedBytes(bytes, "", octal),
};

const NOTATIONS: Readonly<Record<string, Notation>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  python: { character: eightDigits, bytes: (bytes) => `b${escapedBytes(bytes)}` },
  go: { character: eightDigits, bytes: (bytes) => escapedBytes(bytes) },
  rust: { character: braced, bytes: (bytes) => `b${escapedBytes(bytes)}` },
  // \u000a would end the line before the compiler sees a text.
  java: {
    character: (code) => (code < 0x100 ? octal(code) : units(code)),
    bytes: (bytes) => `java.util.HexFormat.of().parseHex("${bytes.toString("hex")}")`,
  },
  "c#": { character: units, bytes: (bytes) => `Convert.FromHexString("${bytes.toString("hex")}")` },
  php: { special: "$", character: braced, bytes: (bytes) => escapedBytes(bytes, "$") },
  ruby: { special: "#", character: braced, bytes: (bytes) => `${escapedBytes(bytes, "#")}.b` },
  perl: {
    special: "$@",
    character: (code) => `\\x{${code.toString(16)}}`,
    bytes: (bytes) => escapedBytes(bytes, "$@"),
  },
  c: C,
  "c++": C,
};
const OTHER: Notation = { character: units, bytes: (bytes) => escapedBytes(bytes) };

/**
 * The line that shows a case in the implementation's own language, from the template that its adapter gave for the
 * operation. Absent where there is no template, where the input lacks a field of it, and where the line is too long.
 */
export function reproductionOf(
  { operation, input }: ConformanceCase,
  { language, reproduce = {} }: ImplementationName,
): string | undefined {
  const template = Object.hasOwn(reproduce, operation) ? reproduce[operation] : undefined;
  if (template === undefined) return undefined;
  const notation = NOTATIONS[language.toLowerCase()] ?? OTHER;
  let isWhole = true;
  const line = template.replace(PLACEHOLDER, (_, name: string, asBytes?: string) => {
    const literal = Object.hasOwn(input, name) ? literalOf(input[name], notation, asBytes !== undefined) : undefined;
    isWhole &&= literal !== undefined;
    return literal ?? "";
  });
  return isWhole && line.length <= LONGEST_LINE ? line : undefined;
}

/** Undefined for what is neither text nor bytes nor a number. */
function literalOf(value: unknown, notation: Notation, asBytes: boolean): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = isJsonObject(value) && typeof value.textUtf16 === "string" ? fromUtf16(value.textUtf16) : value;
  if (isJsonObject(text) && typeof text.hex === "string") return notation.bytes(Buffer.from(text.hex, "hex"));
  if (typeof text !== "string") return undefined;
  if (asBytes) return notation.bytes(Buffer.from(text));
  const codes = Array.from(text, (character) => character.codePointAt(0) as number);
  return quoted(codes, notation.special, notation.character);
}

function quoted(codes: readonly number[], special = "", otherwise: (code: number) => string): string {
  const written = codes.map((code) => {
    if (code < 0x20 || code > 0x7e) return otherwise(code);
    const character = String.fromCharCode(code);
    return `"\\${special}`.includes(character) ? `\\${character}` : character;
  });
  return `"${written.join("")}"`;
}
