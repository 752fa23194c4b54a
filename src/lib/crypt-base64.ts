const ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The value of one character of crypt(3)'s alphabet. */
export function cryptValue(character: string): number {
  return ALPHABET.indexOf(character);
}

/** crypt(3)'s base64: groups of three bytes, the least significant six bits first. */
export function encodeCryptBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    let value = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    for (let character = 0; character <= group.length; character++) {
      text += ALPHABET[value & 63];
      value = Math.floor(value / 64);
    }
  }
  return text;
}
