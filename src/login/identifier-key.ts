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
