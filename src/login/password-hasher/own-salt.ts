/**
 * The end of the salt of each hash that is written here: the first bytes of SHA-256 of "credport". The old system may write
 * the same notation over a prehash or a pepper. If both readings were tried, the digest that the old system made of a
 * password would let in, and would become the new password. One random salt in 2^40 ends like this by chance.
 */
const MARK = /* @__PURE__ */ Uint8Array.of(0xe5, 0x45, 0x2b, 0x8f, 0x74);

/** A new salt of so many random bytes, and the mark. */
export function ownSalt(randomBytes: number): Uint8Array {
  const salt = new Uint8Array(randomBytes + MARK.length);
  globalThis.crypto.getRandomValues(salt.subarray(0, randomBytes));
  salt.set(MARK, randomBytes);
  return salt;
}

export function isOwnSalt(salt: Uint8Array): boolean {
  const end = salt.length - MARK.length;
  return end > 0 && MARK.every((byte, at) => salt[end + at] === byte);
}
