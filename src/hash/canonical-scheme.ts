import type { HashFacts } from "../service/profile.js";
import { argon2DigestBytes } from "./argon2/read-canonical-argon2.js";
import { isSoundBcrypt } from "./bcrypt/bcrypt.js";
import { soundProviderScrypt } from "./provider-scrypt/sound-provider-scrypt.js";
import type { ImportableScheme } from "./scheme.js";
import { MAX_HASH_LENGTH } from "./text/surrounding-characters.js";

/**
 * The scheme of a text that `normalizeHash` would give back as it is for this service; undefined for all others. What is
 * wrong with those is for `normalizeHash` to say: this takes a twentieth of its size.
 */
export function canonicalScheme(text: string, service: HashFacts): ImportableScheme | undefined {
  if (text.length > Math.min(MAX_HASH_LENGTH, service.limits.passwordHash)) return undefined;
  if (isSoundBcrypt(text)) return "bcrypt";
  if (argon2DigestBytes(text) > 0) return "argon2";
  return soundProviderScrypt(text) !== null && isSeparatorRead(text, service) ? "provider-scrypt" : undefined;
}

function isSeparatorRead(text: string, { providerScryptParser }: HashFacts): boolean {
  const { refusesEmptySeparator, cutsSeparatorAfterSEquals } = providerScryptParser;
  if (text.endsWith("$s=")) return !refusesEmptySeparator;
  return !(cutsSeparatorAfterSEquals && text.endsWith("s="));
}
