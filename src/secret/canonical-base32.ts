import { BASE32_ALPHABET } from "./base32.js";

/**
 * RFC 4648 section 6 in upper case, unpadded, of a length that bytes have, and the bits of the last character that
 * belong to no byte are zero. Each character takes one step.
 */
const CANONICAL =
  /^(?:[A-Z2-7]{8})*(?:[A-Z2-7][AEIMQUY4]|[A-Z2-7]{3}[AQ]|[A-Z2-7]{4}[ACEGIKMOQSUWY246]|[A-Z2-7]{6}[AIQY])?$/;
/** Of 512 bytes, the longest key that `toBase32Secret` takes. */
const MOST_CHARACTERS = 820;

/** Whether a value is a key in canonical base32. */
export function isCanonicalBase32(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= MOST_CHARACTERS && CANONICAL.test(value);
}

/** The key in canonical base32, one character for each byte; null for another text, of which `toBase32Secret` says more. */
export function keyOfCanonicalBase32(text: string): string | null {
  if (text.length > MOST_CHARACTERS || !CANONICAL.test(text)) return null;
  let key = "";
  let held = 0;
  let bits = 0;
  for (const character of text) {
    held = ((held << 5) | BASE32_ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    key += String.fromCharCode((held >> bits) & 255);
  }
  return key;
}
