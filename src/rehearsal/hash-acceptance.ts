import { normalizeHash } from "../hash/index.js";
import { followsInterface, type RehearsalSettings } from "./call-context.js";
import { readProviderScrypt } from "./provider-scrypt-text.js";
import { badRequest, Refusal } from "./refusal.js";

/** The kinds of password hash that a service can accept. */
export type HashFamily = "bcrypt" | "argon2" | "provider-scrypt";

const BCRYPT = /^\$2[abxy]/;
const ARGON2 = /^\$argon2(?:id|i|d)/;

/** What a string is to the core in the wild, which looks at its beginning (`PasswordHashingUtils.java`). */
export function hashFamily(passwordHash: string, { profile }: RehearsalSettings): HashFamily | undefined {
  if (BCRYPT.test(passwordHash)) return "bcrypt";
  if (ARGON2.test(passwordHash)) return "argon2";
  return readProviderScrypt(passwordHash, profile.providerScryptParser) === undefined ? undefined : "provider-scrypt";
}

/**
 * Refuses a hash that the service refuses, and nothing else: the core in the wild looks at the beginning of bcrypt
 * and argon2 strings only, and a rehearsal that was stricter would hide what happens there. The default profile
 * holds strings to the standard form, as the interface demands.
 */
export function acceptPasswordHash(
  passwordHash: string,
  statedAlgorithm: string | undefined,
  settings: RehearsalSettings,
): void {
  const stated = statedAlgorithm === undefined ? undefined : statedFamily(statedAlgorithm, settings);
  const family = hashFamily(passwordHash, settings);
  if (stated === "provider-scrypt" || (stated === undefined && family === "provider-scrypt")) {
    requireSignerKey(settings);
  }
  if (family === undefined || (stated !== undefined && stated !== family)) throw invalidFormat(stated);
  if (!followsInterface(settings)) return;
  // Rule 5 of the interface: without hashingAlgorithm the call is for bcrypt and argon2.
  if (family === "provider-scrypt" && stated === undefined) throw invalidFormat(undefined);
  // Specification 2.4 rule 1
  if (!normalizeHash(passwordHash, { service: settings.profile }).ok) throw invalidFormat(stated);
}

function statedFamily(algorithm: string, { profile }: RehearsalSettings): HashFamily {
  if (algorithm === profile.providerScryptAlgorithm.toUpperCase()) return "provider-scrypt";
  if (algorithm === "BCRYPT") return "bcrypt";
  if (algorithm === "ARGON2") return "argon2";
  throw badRequest("Unsupported password hashing algorithm");
}

/** Tested before the format, at the import and again at every sign-in. */
export function requireSignerKey({ signerKey, profile }: RehearsalSettings): string {
  if (signerKey !== undefined) return signerKey;
  throw new Refusal(500, `java.lang.IllegalStateException: '${profile.signerKeySetting}' cannot be null`);
}

const FORMAT_NAMES: Readonly<Record<HashFamily, string>> = {
  bcrypt: "BCrypt ",
  argon2: "Argon2 ",
  "provider-scrypt": "Firebase SCrypt ",
};

function invalidFormat(stated: HashFamily | undefined): Refusal {
  return badRequest(`Password hash is in invalid ${stated === undefined ? "" : FORMAT_NAMES[stated]}format`);
}
