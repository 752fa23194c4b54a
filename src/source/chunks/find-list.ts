import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  isWhiteSpace,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../lib/json-records/json-bytes.js";

/**
 * Where the records of a document begin: after the opening bracket of a top-level array, or of the list under one of
 * some keys of the top-level object. Undefined where the beginning does not show it.
 *
 * @param bytes The beginning of a document in UTF-8.
 */
export function findList(bytes: Uint8Array, keys: readonly string[]): number | undefined {
  const start = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[start] === OPENING_BRACKET) return start + 1;
  if (bytes[start] !== OPENING_BRACE) return undefined;
  for (let at = skipSpace(bytes, start + 1); bytes[at] === QUOTE; ) {
    const keyEnd = endOfText(bytes, at);
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return undefined;
    const value = skipSpace(bytes, colon + 1);
    if (bytes[value] === OPENING_BRACKET && keys.includes(keyOf(bytes.subarray(at, keyEnd)))) {
      return value + 1;
    }
    // Past the comma after the value; at anything else the loop ends.
    at = skipSpace(bytes, skipSpace(bytes, endOfValue(bytes, value)) + 1);
  }
  return undefined;
}

/**
 * Whether the end of a document, from the closing bracket of its list on, closes what its beginning has opened and
 * holds no further list: each chunk is read between the two.
 */
export function isPlainFrame(head: Uint8Array, tail: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const end = decoder.decode(tail);
    JSON.parse(decoder.decode(head) + end);
    return !/[[{]/.test(end);
  } catch {
    return false;
  }
}

function keyOf(bytes: Uint8Array): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return "";
  }
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isWhiteSpace(bytes[at] as number)) at++;
  return at;
}

/** After the closing quotation mark. */
export function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** After the value: at the comma or bracket that follows it, white space aside. */
function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (depth === 0 && at > from && (byte === 0x2c || byte === CLOSING_BRACE)) return at;
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      continue;
    }
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
    if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
    at++;
  }
  return at;
}
