import { utf8 } from "./bytes.js";

/** Longer than any address, and than what a form has room for; an index of PostgreSQL takes some 2,700. */
const MOST_BYTES = 1_000;

/** As the service compares addresses. */
export function asCompared(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Whether a user can be found by a text: no database takes a NUL or half of a character, in one user's name among those of
 * all.
 */
export function isIdentifierText(text: string): boolean {
  if (text.length > MOST_BYTES || /[\0\p{Surrogate}]/u.test(text)) return false;
  const isShort = [text, text.normalize("NFC")].every((form) => utf8(form).length <= MOST_BYTES);
  return isShort && text.trim() !== "";
}
