/** Bytes of the digests that hash strings are made with, by their usual names. */
export const DIGEST_BYTES = { md5: 16, md4: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 } as const;

/** Name of a digest: `sha256`. */
export type DigestName = keyof typeof DIGEST_BYTES;

/** One that every engine has. */
export type PortableDigest = Exclude<DigestName, "md4">;

/** Bytes of those that PBKDF2 is computed with. */
export const DERIVING_BYTES = { ...DIGEST_BYTES, "sha3-224": 28, "sha3-384": 48 } as const;

/** One that PBKDF2 is computed with. */
export type DerivingDigest = Exclude<keyof typeof DERIVING_BYTES, "md4">;
