import { ACCOUNT_NOTES } from "./accounts.js";
import { AMBIGUOUS_NOTES } from "./ambiguous.js";
import { ARGON2_NOTES } from "./argon2.js";
import { BCRYPT_NOTES } from "./bcrypt.js";
import { CRYPT_NOTES } from "./crypt.js";
import { DES_CRYPT_NOTES } from "./des-crypt.js";
import { DIGEST_NOTES } from "./digests.js";
import { HASH_FORMATS } from "./index.js";
import { ITERATED_DIGEST_NOTES } from "./iterated-digests.js";
import { NO_PASSWORD_NOTES } from "./no-password.js";
import { PBKDF2_NOTES } from "./pbkdf2.js";
import { PHPASS_NOTES } from "./phpass.js";
import { PROVIDER_SCRYPT_NOTES } from "./provider-scrypt.js";
import { READABLE_NOTES } from "./readable.js";
import type { HashFormat, Notes } from "./row.js";
import { SCRYPT_NOTES } from "./scrypt.js";
import { WRAPPING_NOTES } from "./wrappings.js";

const NOTES: Notes<typeof HASH_FORMATS> = {
  ...BCRYPT_NOTES,
  ...ARGON2_NOTES,
  ...PROVIDER_SCRYPT_NOTES,
  ...PBKDF2_NOTES,
  ...SCRYPT_NOTES,
  ...PHPASS_NOTES,
  ...DIGEST_NOTES,
  ...ITERATED_DIGEST_NOTES,
  ...WRAPPING_NOTES,
  ...CRYPT_NOTES,
  ...DES_CRYPT_NOTES,
  ...ACCOUNT_NOTES,
  ...READABLE_NOTES,
  ...NO_PASSWORD_NOTES,
  ...AMBIGUOUS_NOTES,
};

/** Every format that credport knows, filed by scheme. */
export const BUILT_IN_FORMATS: readonly HashFormat[] = Object.freeze(
  // The types leave no row without its note; that the two are of one kind they can't say.
  HASH_FORMATS.map((row) => ({ ...row, ...NOTES[row.name] }) as HashFormat),
);
