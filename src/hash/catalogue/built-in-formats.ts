import { success } from "../../result.js";
import { ACCOUNT_NOTES } from "./accounts.js";
import { AMBIGUOUS_NOTES } from "./ambiguous.js";
import { ARGON2_NOTES } from "./argon2.js";
import { BCRYPT_NOTES } from "./bcrypt.js";
import { CRYPT_NOTES } from "./crypt.js";
import { DECLARED_NOTES } from "./declared.js";
import { DES_CRYPT_NOTES } from "./des-crypt.js";
import { DIGEST_NOTES } from "./digests.js";
import { HASH_FORMATS } from "./index.js";
import { ITERATED_DIGEST_NOTES } from "./iterated-digests.js";
import { NO_PASSWORD_NOTES } from "./no-password.js";
import { PBKDF2_NOTES } from "./pbkdf2.js";
import { PHPASS_NOTES } from "./phpass.js";
import { PROVIDER_SCRYPT_NOTES } from "./provider-scrypt.js";
import { READABLE_NOTES } from "./readable.js";
import { recipeOfParts } from "./recipe-of-parts.js";
import type { FormatRow, HashFormat, Notes, PartsReader, VerifiableFormat } from "./row.js";
import { SCRYPT_NOTES } from "./scrypt.js";
import { WRAPPING_NOTES } from "./wrappings.js";
import { WRITERS, withWriter } from "./writers.js";

const NOTES: Notes<typeof HASH_FORMATS> = {
  ...BCRYPT_NOTES,
  ...ARGON2_NOTES,
  ...PROVIDER_SCRYPT_NOTES,
  ...PBKDF2_NOTES,
  ...SCRYPT_NOTES,
  ...PHPASS_NOTES,
  ...DIGEST_NOTES,
  ...ITERATED_DIGEST_NOTES,
  ...DECLARED_NOTES,
  ...WRAPPING_NOTES,
  ...CRYPT_NOTES,
  ...DES_CRYPT_NOTES,
  ...ACCOUNT_NOTES,
  ...READABLE_NOTES,
  ...NO_PASSWORD_NOTES,
  ...AMBIGUOUS_NOTES,
};

/** The types leave no row without its note and its writer, which a look-up by name can't say. */
const NOTE_OF: Readonly<Record<string, object>> = NOTES;
const WRITER_OF: Readonly<Record<string, string>> = WRITERS;

/** Every format that credport knows, filed by scheme. */
export const BUILT_IN_FORMATS: readonly HashFormat[] = Object.freeze(HASH_FORMATS.map(withNote));

function withNote(row: FormatRow): HashFormat {
  const wrapping = "wrapping" in row && row.wrapping !== null ? { wrapping: withWriter(row.wrapping) } : {};
  const noted = { ...row, ...NOTE_OF[row.name], ...wrapping, system: WRITER_OF[row.name] };
  if (!("read" in noted)) return noted as HashFormat;
  const { read, ...rest } = noted;
  return { ...rest, parse: endingInRecipe(row, read) } as HashFormat;
}

function endingInRecipe(row: FormatRow, read: PartsReader): VerifiableFormat["parse"] {
  return (text) => {
    const parts = read(text);
    return parts.ok ? success(() => recipeOfParts(row, parts.value())) : parts;
  };
}
