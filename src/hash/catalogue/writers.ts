import { ACCOUNT_WRITERS } from "./accounts.js";
import { AMBIGUOUS_WRITERS } from "./ambiguous.js";
import { ARGON2_WRITERS } from "./argon2.js";
import { BCRYPT_WRITERS } from "./bcrypt.js";
import { CRYPT_WRITERS } from "./crypt.js";
import { DECLARED_WRITERS } from "./declared.js";
import { DES_CRYPT_WRITERS } from "./des-crypt.js";
import { DIGEST_WRITERS } from "./digests.js";
import type { HASH_FORMATS } from "./index.js";
import { ITERATED_DIGEST_WRITERS } from "./iterated-digests.js";
import { NO_PASSWORD_WRITERS } from "./no-password.js";
import { PBKDF2_WRITERS } from "./pbkdf2.js";
import { PHPASS_WRITERS } from "./phpass.js";
import { PROVIDER_SCRYPT_WRITERS } from "./provider-scrypt.js";
import { READABLE_WRITERS } from "./readable.js";
import type { BareWrapping, HashWrapping, Writers } from "./row.js";
import { SCRYPT_WRITERS } from "./scrypt.js";
import { WRAPPING_WRITERS } from "./wrappings.js";

/** Who writes the built-in formats, by name. */
export const WRITERS: Writers<typeof HASH_FORMATS> = {
  ...BCRYPT_WRITERS,
  ...ARGON2_WRITERS,
  ...PROVIDER_SCRYPT_WRITERS,
  ...PBKDF2_WRITERS,
  ...SCRYPT_WRITERS,
  ...PHPASS_WRITERS,
  ...DIGEST_WRITERS,
  ...ITERATED_DIGEST_WRITERS,
  ...DECLARED_WRITERS,
  ...WRAPPING_WRITERS,
  ...CRYPT_WRITERS,
  ...DES_CRYPT_WRITERS,
  ...ACCOUNT_WRITERS,
  ...READABLE_WRITERS,
  ...NO_PASSWORD_WRITERS,
  ...AMBIGUOUS_WRITERS,
};

const BY_NAME: Readonly<Record<string, string>> = WRITERS;

/** A wrapping with who writes it; formats of the caller's own and what a system's name adds say it themselves. */
export function withWriter({ name, system, treatment }: BareWrapping): HashWrapping {
  // The types leave no built-in row without its writer.
  return { name, system: system ?? (BY_NAME[name] as string), treatment };
}
