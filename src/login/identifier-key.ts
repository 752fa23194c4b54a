import { requireText } from "../result.js";

/**
 * What a store of your own keeps of an identifier, and looks up of what was typed: without white space around it, in
 * Unicode NFC, and in small letters where it is an address. A user name in capitals may be another user's.
 *
 * @example
 * ```ts
 * import { identifierKey } from "credport/login";
 *
 * [identifierKey(" Ann@Example.com "), identifierKey("Ann")]; // => ["ann@example.com", "Ann"]
 * ```
 */
export function identifierKey(identifier: string): string {
  requireText(identifier, "identifier");
  const text = identifier.trim().normalize("NFC");
  return text.includes("@") ? text.toLowerCase() : text;
}

/** No address and no user name makes a key that begins like this. */
const FOLDED = " @";

/**
 * The keys under which a store keeps an identifier. Old systems tell user names apart by white space and Unicode form: one
 * that is not as `identifierKey` gives it must not be found in place of one that is.
 */
export function keysToKeep(identifier: string): readonly string[] {
  const key = identifierKey(identifier);
  return key === identifier || key.includes("@") ? [key] : [asTyped(identifier), `${FOLDED}${key}`];
}

/** The keys by which a store looks for what was typed: the users of the first that any has, and no others. */
export function keysToAsk(typed: string): readonly string[] {
  const key = identifierKey(typed);
  return key.includes("@") ? [key] : [...new Set([asTyped(typed), key]), `${FOLDED}${key}`];
}

/** Keys of a store's own notes begin with a blank, and no folded key has a second at sign. */
const asTyped = (text: string): string => (text.startsWith(" ") ? `${FOLDED}@${text}` : text);
