/** bcrypt reads the password and its NUL over and over, as far as these bytes. */
const MOST_PASSWORD_BYTES = 72;

/** The 72 bytes that correct bcrypt makes of a password: the password and a NUL, over and over. */
export function repeatedKey(password: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: MOST_PASSWORD_BYTES }, (_, at) => password[at % (password.length + 1)] ?? 0);
}

/**
 * The 72-byte password that gives correct bcrypt the same key as this password gave
 * the faulty crypt_blowfish (CVE-2011-2483): it sign-extended each byte when it put
 * them together in words of four, so a byte from 0x80 on overwrote those before it.
 * bcrypt meets the password in these 18 words only.
 */
export function signExtendedKey(password: Uint8Array): Uint8Array {
  const repeated = repeatedKey(password);
  const words = new DataView(new ArrayBuffer(MOST_PASSWORD_BYTES));
  for (let at = 0; at < MOST_PASSWORD_BYTES; at += 4) {
    let word = 0;
    for (let offset = at; offset < at + 4; offset++) {
      const byte = repeated[offset] as number;
      word = (word << 8) | ((byte << 24) >> 24);
    }
    words.setInt32(at, word);
  }
  return new Uint8Array(words.buffer);
}
