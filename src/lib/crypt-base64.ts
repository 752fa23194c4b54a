const ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function cryptValue(character: string): number {
  return ALPHABET.indexOf(character);
}

export function cryptCharacter(value: number): string {
  return ALPHABET.charAt(value);
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

/** AIX': each three bytes in the other order, the last ones filled with zeros, and no more characters than the bits need. */
export function encodeAixBase64(bytes: Uint8Array): string {
  const whole = new Uint8Array(Math.ceil(bytes.length / 3) * 3);
  bytes.forEach((byte, at) => {
    whole[at + 2 - 2 * (at % 3)] = byte;
  });
  return encodeCryptBase64(whole).slice(0, Math.ceil((bytes.length * 8) / 6));
}

/** As many bytes as the text holds; bits that belong to none are left. */
export function decodeCryptBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let at = 0; at < bytes.length; at += 3) {
    const value = cryptNumber(text.slice((at / 3) * 4, (at / 3) * 4 + 4));
    for (let place = 0; place < 3 && at + place < bytes.length; place++) {
      bytes[at + place] = Math.floor(value / 256 ** place);
    }
  }
  return bytes;
}

/** Whether the text holds whole bytes, and no bit beside them is set: what is written of bytes ends in none. */
export function isWholeCryptBase64(text: string): boolean {
  const sparedBits = (text.length * 6) % 8;
  return sparedBits < 6 && cryptValue(text.charAt(text.length - 1)) < 2 ** (6 - sparedBits);
}

/** A number in crypt(3)'s alphabet, the least significant six bits first. */
export function cryptNumber(text: string): number {
  return [...text].reduce((sum, character, index) => sum + cryptValue(character) * 64 ** index, 0);
}
