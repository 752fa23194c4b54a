import { joined } from "../../lib/bytes.js";

/**
 * The end of the salt of each hash that is written here: the first bytes of SHA-256 of "credport". The old system may write
 * the same notation over a prehash or a pepper. If both readings were tried, the digest that the old system made of a
 * password would let in, and would become the new password. One random salt in 2^40 ends like this by chance.
 */
const MARK = /* @__PURE__ */ Uint8Array.of(0xe5, 0x45, 0x2b, 0x8f, 0x74);

/** A new salt: so many random bytes, and the mark. */
export function ownSalt(randomBytes: number): Uint8Array {
  return marked(globalThis.crypto.getRandomValues(new Uint8Array(randomBytes)));
}

/** A salt of these bytes and the mark. A Worker has no random ones while its modules are loaded. */
export function marked(bytes: Uint8Array): Uint8Array {
  return joined(bytes, MARK);
}

export function isOwnSalt(salt: Uint8Array): boolean {
  const end = salt.length - MARK.length;
  return end > 0 && MARK.every((byte, at) => salt[end + at] === byte);
}
