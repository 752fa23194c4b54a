import { type DecryptionKey, firstOf, hexBytes, type OpenerOf } from "../open-bytes.js";

const NONCE_BYTES = 24;
const TAG_BYTES = 16;

/**
 * Better Auth: XChaCha20-Poly1305 in hexadecimal with the nonce in front, under the SHA-256 of `BETTER_AUTH_SECRET`;
 * after a rotation `$ba$<version>$…` under that version of `BETTER_AUTH_SECRETS`, while older texts stay as they are.
 *
 * @see https://github.com/better-auth/better-auth — packages/better-auth/src/crypto/index.ts, src/context/secret-utils.ts
 */
export const betterAuthOpener: OpenerOf<"better-auth"> = async ({ createHash }, keys) => {
  const { xchacha20poly1305 } = await import("@noble/ciphers/chacha.js");
  const ready = keys.map((key) => createHash("sha256").update(secretOf(key)).digest());
  return ({ text }) => {
    const sealed = hexBytes(text.replace(/^\$ba\$\d{1,9}\$/, ""));
    if (sealed === undefined || sealed.length < NONCE_BYTES + TAG_BYTES) return "malformed";
    return firstOf(ready, (key) => {
      try {
        return xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES));
      } catch {
        return undefined;
      }
    });
  };
};

/** A setting of several secrets has each after its version. The text is authenticated, so each may be tried. */
function secretOf({ name = "", value }: DecryptionKey): string {
  return /AUTH_SECRETS$/i.test(name) ? value.replace(/^\d{1,9}:\s{0,8}/, "") : value;
}
