import type { Scheme } from "../scheme.js";

/** Schemes of which a system's code does the same to passwords. */
type SchemeFamily = "bcrypt" | "argon2" | "crypt" | "derived key" | "digest";

/** A word on each family: whether what is said of a system's passwords or hashes holds for it. */
export type HoldsFor = Readonly<Record<SchemeFamily, boolean>>;

/** The family of each scheme; null where nothing is computed of a password, or by one system alone. */
const FAMILIES: Readonly<Record<Scheme, SchemeFamily | null>> = {
  bcrypt: "bcrypt",
  argon2: "argon2",
  "md5-crypt": "crypt",
  apr1: "crypt",
  "sha1-crypt": "crypt",
  "sha256-crypt": "crypt",
  "sha512-crypt": "crypt",
  "sun-md5": "crypt",
  "des-crypt": "crypt",
  yescrypt: "crypt",
  pbkdf2: "derived key",
  scrypt: "derived key",
  phpass: "derived key",
  "drupal-sha512": "derived key",
  fshp: "derived key",
  shiro: "derived key",
  scram: "derived key",
  "nt-hash": "digest",
  md4: "digest",
  md5: "digest",
  sha1: "digest",
  sha224: "digest",
  sha256: "digest",
  sha384: "digest",
  sha512: "digest",
  hmac: "digest",
  mysql: "digest",
  mssql: "digest",
  oracle: "digest",
  "ambiguous-digest": "digest",
  "provider-scrypt": null,
  proprietary: null,
  reversible: null,
  "plain-text": null,
  "no-password": null,
};

export function isHeldFor(holdsFor: HoldsFor, scheme: Scheme | "unknown"): boolean {
  const family = scheme === "unknown" ? null : FAMILIES[scheme];
  return family !== null && holdsFor[family];
}

export const ALL: HoldsFor = { bcrypt: true, argon2: true, crypt: true, "derived key": true, digest: true };
const NONE: HoldsFor = { bcrypt: false, argon2: false, crypt: false, "derived key": false, digest: false };
export const BCRYPT_ONLY: HoldsFor = { ...NONE, bcrypt: true };
export const DIGESTS_ONLY: HoldsFor = { ...NONE, digest: true };
/** What PHP's password_hash() writes. */
export const PHP_HASHES: HoldsFor = { ...BCRYPT_ONLY, argon2: true };
/** What its crypt() writes as well. */
export const PHP_CRYPT: HoldsFor = { ...PHP_HASHES, crypt: true };
