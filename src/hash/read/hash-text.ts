import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/hash.js";
import { type Failure, type Result, success } from "../../result.js";

/**
 * Longest text that is looked at, in UTF-16 code units. The longest hash known
 * has some 2800 (pbkdf2 with the largest salt and digest that passlib reads).
 */
export const MAX_HASH_LENGTH = 4096;

/** A hash text without what surrounds it. */
export interface HashText {
  readonly text: string;
  /** Characters taken off in front, so that offsets can be given in the original. */
  readonly start: number;
  readonly trimmed: boolean;
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Decided once, for every scheme: white space (space, tab, CR, LF) and a byte
 * order mark around a hash are taken off and reported, since no hash begins or
 * ends with them. Quotation marks are refused: they are a file format's, and
 * where they appear, the format's escapes are unread as well.
 */
export function trimHashText(given: string): Result<HashText> {
  if (given.length > MAX_HASH_LENGTH) {
    return refuse(
      "hash/too-long",
      `the text has ${counted(given.length, "character")}; at most ${MAX_HASH_LENGTH} are read`,
      {
        offset: MAX_HASH_LENGTH,
      },
    );
  }
  let start = given.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let end = given.length;
  while (start < end && isWhiteSpace(given.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(given.charCodeAt(end - 1))) end--;
  if (start === end) return refuse("hash/empty", "there is no hash", { offset: 0 });
  if (isQuote(given.charCodeAt(start)) || isQuote(given.charCodeAt(end - 1))) {
    const offset = isQuote(given.charCodeAt(start)) ? start : end - 1;
    return refuse("hash/quoted", "the hash is wrapped in quotation marks", { offset });
  }
  const trimmed = end - start < given.length;
  return success({ text: trimmed ? given.slice(start, end) : given, start, trimmed });
}

/** For the strict parsers: what `trimHashText` would take off or refuse. */
export function surroundingCharacters(text: string): Failure | null {
  if (text.length === 0) return refuse("hash/empty", "there is no hash", { offset: 0 });
  if (text.length > MAX_HASH_LENGTH) {
    return refuse(
      "hash/too-long",
      `the text has ${counted(text.length, "character")}; at most ${MAX_HASH_LENGTH} are read`,
      {
        offset: MAX_HASH_LENGTH,
      },
    );
  }
  for (const offset of [0, text.length - 1]) {
    const code = text.charCodeAt(offset);
    if (isWhiteSpace(code) || isQuote(code) || code === BYTE_ORDER_MARK) {
      const where = offset === 0 ? "before" : "after";
      return refuse(
        "hash/surrounding-characters",
        `white space, a quotation mark or a byte order mark appears ${where} the hash`,
        { offset },
      );
    }
  }
  return null;
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
