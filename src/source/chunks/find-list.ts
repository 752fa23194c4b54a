import { BACKSLASH, isWhiteSpace, QUOTE } from "../../lib/json-records/json-bytes.js";

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
