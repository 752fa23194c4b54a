import { refuse } from "../problems/secret.js";
import type { Failure } from "../result.js";

/** Value of a hexadecimal digit in either case, or -1. */
export function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Key bytes of hexadecimal text: two digits for each byte, in either case, nothing else. */
export function decodeHex(text: string): Uint8Array | Failure {
  const bytes = new Uint8Array(Math.ceil(text.length / 2));
  for (let at = 0; at < text.length; at++) {
    const value = hexDigit(text.charCodeAt(at));
    if (value === -1) {
      return refuse("secret/illegal-character", "this character is not a hexadecimal digit", { offset: at });
    }
    bytes[at >> 1] = ((bytes[at >> 1] as number) << 4) | value;
  }
  if (text.length % 2 === 1) {
    return refuse("secret/malformed", `hexadecimal text has two digits for each byte, and there are ${text.length}`);
  }
  return bytes;
}
