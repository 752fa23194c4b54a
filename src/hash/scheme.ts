/** The schemes that the service verifies: the only ones that can be imported. */
export type ImportableScheme = "bcrypt" | "argon2" | "provider-scrypt";

/** Password hashing schemes that credport tells apart. */
export type Scheme =
  | ImportableScheme
  | "pbkdf2"
  | "scrypt"
  | "yescrypt"
  | "phpass"
  | "drupal-sha512"
  | "md5-crypt"
  | "apr1"
  | "sha1-crypt"
  | "sha256-crypt"
  | "sha512-crypt"
  | "sun-md5"
  | "des-crypt"
  | "nt-hash"
  | "md4"
  | "md5"
  | "sha1"
  | "sha224"
  | "sha256"
  | "sha384"
  | "sha512"
  | "hmac"
  | "scram"
  | "mysql"
  | "mssql"
  | "oracle"
  | "fshp"
  | "shiro"
  /** A vendor's own computation. */
  | "proprietary"
  /** A digest by its length alone: several schemes look the same. */
  | "ambiguous-digest"
  /** Encrypted, so that the system could read the password back. */
  | "reversible"
  /** The password itself. */
  | "plain-text"
  /** A mark that says that this user has no password here. */
  | "no-password";

/**
 * What the catalogue says to do with what a vendor puts around or in place of a
 * standard hash. `keep`: the inner hash is over something else than the password
 * (a prehash, a pepper), so that taking the wrapping off would break it.
 */
export type Treatment = "strip" | "decode" | "recompose" | "keep";

/**
 * `importable`: the service verifies it. `verifiable`: only `credport/verify`
 * can, at login. `unsupported`: recognised, but neither can. `malformed`: not
 * a whole, sound string of any known form.
 */
export type Disposition = "importable" | "verifiable" | "unsupported" | "malformed";
