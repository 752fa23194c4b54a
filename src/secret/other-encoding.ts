import { problem } from "../problems/secret.js";
import type { Problem } from "../result.js";
import { hexDigit } from "./hex.js";
import type { SecretEncoding } from "./secret-encoding.js";

/**
 * Shorter texts fall into a narrower alphabet by chance. Of 16 random base64 characters that happens to one text in
 * 65,000, of 27 (a key of 20 bytes) to one in 100 million.
 */
const MINIMUM_CHARACTERS = 16;

const DIGITS_IN_HEX = /^(?:3\d)+$/;

interface Look {
  /** Hexadecimal digits only. Decimal digits only where they are ASCII digits in hexadecimal: keys of examples are digits. */
  readonly hex: boolean;
  /** Decimal digits only. */
  readonly decimal: boolean;
  /** Base32 only, with letters of one case. */
  readonly base32: boolean;
  /** Letters of both cases. */
  readonly mixedCase: boolean;
}

function lookOf(text: string): Look {
  let hex = text.length >= MINIMUM_CHARACTERS;
  let base32 = hex;
  let lower = false;
  let upper = false;
  let decimal = hex;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isUpper = code >= 65 && code <= 90;
    upper ||= isUpper;
    const isLower = code >= 97 && code <= 122;
    lower ||= isLower;
    const digit = hexDigit(code);
    hex &&= digit !== -1;
    decimal &&= digit >= 0 && digit <= 9;
    base32 &&= isUpper || isLower || (code >= 50 && code <= 55);
  }
  const mixedCase = lower && upper;
  const isHex = hex && text.length % 2 === 0 && (!decimal || DIGITS_IN_HEX.test(text));
  return { hex: isHex, decimal, base32: base32 && !mixedCase, mixedCase };
}

/**
 * A warning when text that was named one encoding looks as if it were another. The named encoding is followed all
 * the same. These are the mix-ups that pass every format check and then produce codes that never match.
 */
export function warnOfOtherEncoding(text: string, encoding: SecretEncoding): Problem | null {
  const look = lookOf(text);
  if (encoding === "hex") return null;
  // Keys in base64 are not of digits only, and a text may be.
  if (look.hex || (look.decimal && encoding !== "utf8")) return warning(encoding, "hexadecimal digits only");
  if (encoding === "base32") {
    return look.mixedCase ? warning(encoding, "letters of both cases, as base64 and plain text are") : null;
  }
  return look.base32 ? warning(encoding, "base32 characters only") : null;
}

/** The same for the key that comes out: text that was encoded once more. */
export function warnOfNestedEncoding(key: string): Problem | null {
  const look = lookOf(key);
  if (!look.hex && !look.base32) return null;
  return problem(
    "secret/may-be-other-encoding",
    `the key that comes out is itself made of ${look.hex ? "hexadecimal digits" : "base32 characters"} only: it may have been encoded twice`,
  );
}

function warning(encoding: SecretEncoding, look: string): Problem {
  return problem(
    "secret/may-be-other-encoding",
    `the text was read as ${encoding}, as it was named, but it is made of ${look}`,
  );
}
