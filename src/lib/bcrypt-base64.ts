import { encodeSixBits, STANDARD_ALPHABET } from "./base64.js";

/** bcrypt's base64: its own alphabet, the bits in the usual order, no padding. */
const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** As many bytes as the text holds; bits that belong to none are left out. */
export function decodeBcryptBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let written = 0;
  for (const character of text) {
    held = ((held << 6) | ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (held >> bits) & 255;
    }
  }
  return bytes;
}

/** Text of the usual alphabet in bcrypt's: the bits are the same ones, unused ones too. */
export function toBcryptAlphabet(base64: string): string {
  return base64.replace(/./gs, (character) => ALPHABET.charAt(STANDARD_ALPHABET.indexOf(character)));
}

export function encodeBcryptBase64(bytes: Uint8Array): string {
  return encodeSixBits(bytes, ALPHABET);
}
