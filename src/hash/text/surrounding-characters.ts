import { refuse } from "../../problems/hash-text.js";
import type { Failure } from "../../result.js";

/**
 * Longest text that is looked at, in UTF-16 code units. The longest hash known
 * has some 2800 (pbkdf2 with the largest salt and digest that passlib reads).
 */
export const MAX_HASH_LENGTH = 4096;

/** White space, a quotation mark or a byte order mark, as the first character or the last. */
const SURROUNDING = /^[ \t\r\n"'`\ufeff]|[ \t\r\n"'`\ufeff]$/;

/** For the strict parsers: what `trimHashText` would take off or refuse. */
export function surroundingCharacters(text: string): Failure | null {
  if (text.length === 0) return refuseEmpty();
  if (text.length > MAX_HASH_LENGTH) return refuseTooLong();
  const offset = text.search(SURROUNDING);
  if (offset < 0) return null;
  return refuse(
    "hash/surrounding-characters",
    `white space, a quotation mark or a byte order mark appears ${offset === 0 ? "before" : "after"} the hash`,
    { offset },
  );
}

export function refuseEmpty(): Failure {
  return refuse("hash/empty", "there is no hash", { offset: 0 });
}

export function refuseTooLong(): Failure {
  return refuse("hash/too-long", `the text has more than ${MAX_HASH_LENGTH} characters`, {
    offset: MAX_HASH_LENGTH,
  });
}
