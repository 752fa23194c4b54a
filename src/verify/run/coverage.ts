/**
 * What of a password a check has really seen. Only after `whole`, `trimmed` and
 * `respelled` is the text that was typed the user's password; after the others it can be
 * another text that the old system would have let in as well.
 */
export type Coverage =
  /** All of it, as it was typed. */
  | "whole"
  /** White space at the ends was taken off: the text with other white space is let in as well. */
  | "trimmed"
  /** Characters were put into one spelling (Unicode, line ends): another spelling is let in as well. */
  | "respelled"
  /** bcrypt saw its 72 bytes and no end of the password: any text that begins with them is let in. */
  | "first-72-bytes"
  /** The text has a NUL where the scheme can't tell it from its own padding. */
  | "up-to-nul"
  /** bcrypt `$2x$` did not see the bytes before a character beyond ASCII. */
  | "sign-extended"
  /** The text is what another text becomes when the system puts its backslashes in. */
  | "escaped";

const COVERS_WHAT_WAS_TYPED: ReadonlySet<Coverage> = new Set(["whole", "trimmed", "respelled"]);

/** Whether a new hash may be made of the text that was typed. */
export function coversPassword(coverage: Coverage): boolean {
  return COVERS_WHAT_WAS_TYPED.has(coverage);
}

/** What is left of both: a part that was not seen weighs more than another spelling. */
export function narrower(outer: Coverage, inner: Coverage): Coverage {
  return inner === "whole" || !coversPassword(outer) ? outer : inner;
}

/** `changed`, where a treatment gave other bytes than it got. */
export function coverageOfChange(typed: Uint8Array, received: Uint8Array, changed: Coverage): Coverage {
  const isSame = typed.length === received.length && typed.every((byte, at) => byte === received[at]);
  return isSame ? "whole" : changed;
}

/** Of a password that is HMAC's key, as in PBKDF2 and scrypt: HMAC pads its key with NULs. */
export function coverageOfHmacKey(password: Uint8Array): Coverage {
  return password.at(-1) === 0 ? "up-to-nul" : "whole";
}
