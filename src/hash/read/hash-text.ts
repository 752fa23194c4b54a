import { refuse } from "../../problems/hash.js";
import type { Failure } from "../../result.js";
import { MAX_HASH_LENGTH, refuseEmpty, refuseTooLong } from "../text/surrounding-characters.js";

const BYTE_ORDER_MARK = 0xfeff;

interface HashText {
  readonly text: string;
  /** Characters taken off in front, so that offsets can be given in the original. */
  readonly start: number;
  readonly trimmed: boolean;
}

/**
 * Decided once, for every scheme: white space (space, tab, CR, LF) and a byte
 * order mark around a hash are taken off and reported, since no hash begins or
 * ends with them. Quotation marks are refused: they are a file format's, and
 * where they appear, the format's escapes are unread as well.
 */
export function trimHashText(given: string): HashText | Failure {
  if (given.length > MAX_HASH_LENGTH) return refuseTooLong();
  let start = given.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let end = given.length;
  while (start < end && isWhiteSpace(given.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(given.charCodeAt(end - 1))) end--;
  if (start === end) return refuseEmpty();
  if (isQuote(given.charCodeAt(start)) || isQuote(given.charCodeAt(end - 1))) {
    const offset = isQuote(given.charCodeAt(start)) ? start : end - 1;
    return refuse("hash/quoted", "the hash is wrapped in quotation marks", { offset });
  }
  const trimmed = end - start < given.length;
  return { text: trimmed ? given.slice(start, end) : given, start, trimmed };
}

/** The first character that no hash holds: a control character or one outside ASCII. */
export function illegalCharacter(text: string, start: number): Failure | null {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) {
      const kind = code < 0x20 || code === 0x7f ? "a control character" : "a character outside ASCII";
      return refuse("hash/illegal-character", `the text has ${kind}`, { offset: start + at });
    }
  }
  return null;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}
