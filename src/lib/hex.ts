const WHOLE_HEX = /^(?:[0-9A-Fa-f]{2})+$/;

/** The bytes of hexadecimal text in either case, or null where it is empty or anything else. */
export function hexBytes(text: string): Uint8Array | null {
  if (!WHOLE_HEX.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
