const WHOLE_HEX = /^(?:[0-9A-Fa-f]{2})+$/;

/** The bytes of hexadecimal text in either case, or null where it is empty or anything else. */
export function hexBytes(text: string): Uint8Array | null {
  if (!WHOLE_HEX.test(text)) return null;
  return hexBytesAt(text, 0, text.length / 2);
}

/** So many bytes from an offset on, of text that is known to be hexadecimal. */
export function hexBytesAt(text: string, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const place = start + 2 * at;
    bytes[at] = hexDigit(text.charCodeAt(place)) * 16 + hexDigit(text.charCodeAt(place + 1));
  }
  return bytes;
}

function hexDigit(code: number): number {
  return code <= 57 ? code - 48 : (code | 32) - 87;
}

/** Bytes as hexadecimal text in lower case. */
export function hexOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}
