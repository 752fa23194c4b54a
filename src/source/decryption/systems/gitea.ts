import { base64Bytes, type DecryptionKey, firstOf, hexBytes, type NodeCrypto, type OpenerOf } from "../open-bytes.js";

const IV_BYTES = 16;
const NONCE_BYTES = 24;
const UTF8 = new TextEncoder();

/** Gitea's salt and cost for a `SECRET_KEY`. */
const STRETCHING = {
  variant: "argon2id",
  version: 19,
  timeCost: 3,
  memoryCost: 64 * 1024,
  parallelism: 4,
  length: 32,
} as const;

/**
 * Gitea, and Forgejo before release 10: AES-CFB of the secret's base64 under a key made of `SECRET_KEY`: by MD5 (base64 in the column),
 * by SHA-256 (hexadecimal) or by Argon2id (`v2:` and hexadecimal). Forgejo since then: XChaCha20-Poly1305 of the secret with
 * the nonce in front, in a column of bytes, under a key that HKDF makes, for the row of one ID.
 *
 * @see https://github.com/go-gitea/gitea — models/auth/twofactor.go, modules/secret/secret.go
 * @see https://codeberg.org/forgejo/forgejo — modules/keying/keying.go
 */
export const giteaOpener: OpenerOf<"gitea"> = async (crypto, keys) => {
  // Loaded where it is needed: it brings every engine with it.
  const { derive } = await import("../../../verify/internal.js");
  const openRow = await rowOpener(crypto, keys);
  const digests = (name: string) => keys.map(({ value }) => crypto.createHash(name).update(value).digest());
  const stretched = await Promise.all(
    keys.map(({ value }) =>
      derive("argon2", { ...STRETCHING, password: UTF8.encode(value), salt: UTF8.encode("gitea-secret") }),
    ),
  );
  const byMd5 = digests("md5");
  const bySha256 = digests("sha256");
  return ({ text, rowId }) => {
    const bytes = /^(?:\\x|0x)([0-9a-f]*)$/i.exec(text)?.[1];
    if (bytes !== undefined) return openRow(hexBytes(bytes), rowId);
    const isStretched = text.startsWith("v2:");
    const hex = hexBytes(isStretched ? text.slice("v2:".length) : text);
    const sealed = hex ?? base64Bytes(text);
    if (sealed === undefined || sealed.length <= IV_BYTES) return "malformed";
    const ready = isStretched ? stretched : hex === undefined ? byMd5 : bySha256;
    return firstOf(ready, (key) => openCfb(crypto, key, sealed));
  };
};

async function rowOpener({ hkdfSync }: NodeCrypto, keys: readonly DecryptionKey[]) {
  const { xchacha20poly1305 } = await import("@noble/ciphers/chacha.js");
  const ready = keys.map(({ value }) => new Uint8Array(hkdfSync("sha256", value, "", "totp", 32)));
  return (sealed: Uint8Array | undefined, rowId: string) => {
    if (sealed === undefined || sealed.length <= NONCE_BYTES || !/^\d{1,18}$/.test(rowId)) return "malformed";
    const row = Buffer.alloc(15, "secret:");
    row.writeBigUInt64BE(BigInt(rowId), 7);
    return firstOf(ready, (key) => {
      try {
        return xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES), row).decrypt(sealed.subarray(NONCE_BYTES));
      } catch {
        return undefined;
      }
    });
  };
}

/** Nothing authenticates the text: a key that does not fit shows by what is not base64 of plain text. */
function openCfb({ createDecipheriv }: NodeCrypto, key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  const name = key.length === 16 ? "aes-128-cfb" : "aes-256-cfb";
  const decipher = createDecipheriv(name, key, sealed.subarray(0, IV_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()]);
  return base64Bytes(text.toString("latin1"));
}
