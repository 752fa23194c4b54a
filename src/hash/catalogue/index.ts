import { ACCOUNT_FORMATS } from "./accounts.js";
import { AMBIGUOUS_FORMATS } from "./ambiguous.js";
import { ARGON2_FORMATS } from "./argon2.js";
import { BCRYPT_FORMATS } from "./bcrypt.js";
import { CRYPT_FORMATS } from "./crypt.js";
import { DECLARED_FORMATS } from "./declared.js";
import { DES_CRYPT_FORMATS } from "./des-crypt.js";
import { DIGEST_FORMATS } from "./digests.js";
import { ENTERPRISE_FORMATS } from "./enterprise.js";
import { ITERATED_DIGEST_FORMATS } from "./iterated-digests.js";
import { NO_PASSWORD_FORMATS } from "./no-password.js";
import { PBKDF2_FORMATS } from "./pbkdf2.js";
import { PHPASS_FORMATS } from "./phpass.js";
import { PROVIDER_SCRYPT_FORMATS } from "./provider-scrypt.js";
import { READABLE_FORMATS } from "./readable.js";
import type { FormatRow } from "./row.js";
import { SCRYPT_FORMATS } from "./scrypt.js";
import { WRAPPINGS } from "./wrappings.js";

/** Every format that credport knows, filed by scheme; `BUILT_IN_FORMATS` are the same with their notes. */
export const HASH_FORMATS: readonly FormatRow[] = Object.freeze([
  ...BCRYPT_FORMATS,
  ...ARGON2_FORMATS,
  ...PROVIDER_SCRYPT_FORMATS,
  ...PBKDF2_FORMATS,
  ...SCRYPT_FORMATS,
  ...PHPASS_FORMATS,
  ...DIGEST_FORMATS,
  ...ITERATED_DIGEST_FORMATS,
  ...DECLARED_FORMATS,
  ...WRAPPINGS,
  ...CRYPT_FORMATS,
  ...DES_CRYPT_FORMATS,
  ...ACCOUNT_FORMATS,
  ...ENTERPRISE_FORMATS,
  ...READABLE_FORMATS,
  ...NO_PASSWORD_FORMATS,
  ...AMBIGUOUS_FORMATS,
]);

/** What `identifyHash` calls them. */
export const NOTATIONS: ReadonlySet<string> = /* @__PURE__ */ new Set(HASH_FORMATS.map(({ name }) => name));
