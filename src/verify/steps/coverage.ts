import type { Sight } from "../../hash/internal.js";

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
  /**
   * The scheme read so many bytes and saw no end of the password: any text that begins with them is let in. 72
   * under bcrypt, 8 under des-crypt, 14 under LM where a computation of the caller's own says so.
   */
  | `first-${number}-bytes`
  /** The text has a NUL where the scheme can't tell it from its own padding. */
  | "up-to-nul"
  /** bcrypt `$2x$` did not see the bytes before a character beyond ASCII. */
  | "sign-extended"
  /** The text is what another text becomes when the system puts its backslashes in. */
  | "escaped"
  /** Letters were put into one case: the text in another case is let in as well. */
  | "case-folded"
  /** A character beyond ASCII, where the scheme does not read the top bit of a byte. */
  | "seven-bit"
  /** It matched in a later one of the encodings that were given, and an earlier one reads another text there. */
  | "re-encoded"
  /** The text ends or begins like one of the peppers that were given: without that it may be the password. */
  | "peppered"
  /** A computation or a verifier of the caller's own does not say what it saw. */
  | "unstated";

const COVERS_WHAT_WAS_TYPED: ReadonlySet<Coverage> = new Set(["whole", "trimmed", "respelled"]);

/** Whether a new hash may be made of the text that was typed. */
export function coversPassword(coverage: Coverage): boolean {
  return COVERS_WHAT_WAS_TYPED.has(coverage);
}

const PARTIAL: ReadonlySet<string> = new Set([
  "up-to-nul",
  "sign-extended",
  "escaped",
  "case-folded",
  "seven-bit",
  "re-encoded",
  "peppered",
]);

/** What a verifier of the caller's own says that it saw; `unstated` where that is none of these words. */
export function statedCoverage(stated: unknown): Coverage {
  if (typeof stated !== "string") return "unstated";
  const isKnown = COVERS_WHAT_WAS_TYPED.has(stated as Coverage) || PARTIAL.has(stated);
  return isKnown || /^first-[1-9][0-9]{0,3}-bytes$/.test(stated) ? (stated as Coverage) : "unstated";
}

/** Of bytes that a computation of the caller's own gets, by what it says of itself. */
export function seenOf(sees: "all" | Sight | undefined, input: Uint8Array): Coverage {
  if (sees === "all") return "whole";
  if (sees === undefined) return "unstated";
  const { firstBytes, foldsCase, sevenBit, upToNul } = sees;
  if (firstBytes !== undefined && input.length >= firstBytes) return `first-${firstBytes}-bytes`;
  if (upToNul === true && input.includes(0)) return "up-to-nul";
  if (sevenBit === true && input.some((byte) => byte > 0x7f)) return "seven-bit";
  return foldsCase === true && input.some(isLetter) ? "case-folded" : "whole";
}

/** Of ASCII, or a part of a character beyond it, which may have a case too. */
function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return byte > 0x7f || (lower >= 0x61 && lower <= 0x7a);
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
export function coverageOfHmacKey(password: Uint8Array, isUtf16 = false): Coverage {
  const endsInNul = password.at(-1) === 0 && (!isUtf16 || password.at(-2) === 0);
  return endsInNul ? "up-to-nul" : "whole";
}
