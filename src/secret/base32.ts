import { counted } from "../lib/plural.js";
import { refuse } from "../problems/secret.js";
import type { Failure } from "../result.js";

export const BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const INVALID = 255;
const EQUALS = 61;
const DASH = 45;
const SPACE = 32;

/** Five-bit value of each ASCII character, in either case. */
const VALUES: Uint8Array = /* @__PURE__ */ makeValues();

function makeValues(): Uint8Array {
  const values = new Uint8Array(128).fill(INVALID);
  for (let value = 0; value < 32; value++) {
    const letter = BASE32_ALPHABET[value] as string;
    values[letter.charCodeAt(0)] = value;
    values[letter.toLowerCase().charCodeAt(0)] = value;
  }
  return values;
}

/** Characters by which people and apps group a secret: white space of ASCII, and the hyphen. */
function isSeparator(code: number): boolean {
  return code === SPACE || code === DASH || (code >= 9 && code <= 13);
}

/**
 * Key bytes of base32 text (RFC 4648 section 6), in one pass.
 *
 * White space and `-` may appear anywhere, letters may be in either case, and padding may be missing: none of these
 * can change the key. Everything else that a lenient decoder swallows is refused, because it marks text that is
 * damaged or is not base32: other characters, padding that does not complete the last group, lengths that no bytes
 * have, and unused bits that are not 0.
 */
export function decodeBase32(text: string): Uint8Array | Failure {
  const bytes = new Uint8Array(text.length);
  let written = 0;
  let held = 0;
  let bits = 0;
  let characters = 0;
  let lastAt = 0;
  let padding = 0;
  let paddingAt = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSeparator(code)) continue;
    if (code === EQUALS) {
      if (padding === 0) paddingAt = at;
      padding++;
      continue;
    }
    const value = code < 128 ? (VALUES[code] as number) : INVALID;
    if (value === INVALID) return refuseCharacter(code, at);
    if (padding > 0) {
      return refuse("secret/malformed", "base32 padding appears before the end of the text", {
        offset: paddingAt,
      });
    }
    characters++;
    lastAt = at;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (held >> bits) & 255;
    }
  }
  const unused = held & ((1 << bits) - 1);
  const end = { characters, padding, paddingAt, bits, unused, lastAt };
  return refuseEnd(end) ?? bytes.slice(0, written);
}

interface End {
  readonly characters: number;
  readonly padding: number;
  readonly paddingAt: number;
  /** How many bits of the last character belong to no byte, and what they are. */
  readonly bits: number;
  readonly unused: number;
  readonly lastAt: number;
}

function refuseEnd({ characters, padding, paddingAt, bits, unused, lastAt }: End): Failure | null {
  if (characters === 0 && padding === 0) return refuse("secret/empty", "the secret is empty");
  const rest = characters % 8;
  if (rest === 1 || rest === 3 || rest === 6) {
    return refuse(
      "secret/malformed",
      `base32 text never has ${counted(characters, "character")}: that length is not a whole number of bytes`,
    );
  }
  const complete = (8 - rest) % 8;
  if (padding > 0 && padding !== complete) {
    return refuse(
      "secret/malformed",
      `${characters} base32 characters take ${complete} padding characters, and there are ${padding}`,
      { offset: paddingAt },
    );
  }
  if (unused === 0) return null;
  return refuse(
    "secret/malformed",
    `the last base32 character has ${counted(bits, "bit")} beyond the last byte, not all 0`,
    { offset: lastAt },
  );
}

function refuseCharacter(code: number, offset: number): Failure {
  // 0, 1, 8 and 9 get a sentence of their own: they are what people mistype, and
  // what tells hexadecimal or plain text from base32.
  const isOmittedDigit = code === 48 || code === 49 || code === 56 || code === 57;
  return refuse(
    "secret/illegal-character",
    isOmittedDigit
      ? "base32 does not have this digit (0, 1, 8 or 9): a mistyped letter, or another encoding"
      : "base32 does not have this character: it is made of A to Z and 2 to 7",
    { offset },
  );
}
