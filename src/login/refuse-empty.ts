import { type Result, success } from "../result.js";
import type { Verification } from "../verify/index.js";

/** What a system may take off or not see: white space, control characters and what is never shown. */
const MAY_BE_NOTHING = /^[\s\p{Cc}\p{DI}]*$/u;

/**
 * The same, but a match of no password at all is not one, after the same work. Old systems store a hash of the empty text
 * for users who log in in another way, and their forms refuse an empty password.
 */
export function refuseEmpty(typed: string | Uint8Array, verified: Result<Verification>): Result<Verification> {
  if (!verified.ok || !verified.value.matches) return verified;
  const { as: _, ...answer } = verified.value;
  const text = typeof typed === "string" ? typed : new TextDecoder().decode(typed);
  // Where the check saw all of it, blanks are a password.
  const isEmpty = typed.length === 0 || (answer.coverage !== "whole" && MAY_BE_NOTHING.test(text));
  return isEmpty ? success({ ...answer, matches: false }, verified.warnings) : verified;
}
