import type { Problem } from "../result.js";
import type { HashFacts } from "../service/profile.js";
import { argon2DigestBytes } from "./argon2/read-canonical-argon2.js";
import { isSoundBcrypt } from "./bcrypt/bcrypt.js";
import { type ProviderScryptCosts, soundProviderScrypt } from "./provider-scrypt/sound-provider-scrypt.js";
import { costWarning } from "./read/cost-warning.js";
import type { ImportableScheme } from "./scheme.js";
import { MAX_HASH_LENGTH } from "./text/surrounding-characters.js";

/** A hash that is as a service verifies it. */
interface CanonicalHashFacts {
  readonly scheme: ImportableScheme;
  /** What `normalizeHash` warns of its costs. */
  readonly costly: Problem | null;
}

/**
 * Scheme and costs of a text that `normalizeHash` would give back as it is for this service; undefined for all others. What is
 * wrong with those is for `normalizeHash` to say: this takes a twentieth of its size.
 */
export function canonicalHash(text: string, service: HashFacts): CanonicalHashFacts | undefined {
  if (text.length > Math.min(MAX_HASH_LENGTH, service.limits.passwordHash)) return undefined;
  if (isSoundBcrypt(text)) return factsOf("bcrypt", text);
  if (argon2DigestBytes(text) > 0) return factsOf("argon2", text);
  const costs = soundProviderScrypt(text);
  return costs !== null && isSeparatorRead(text, service) ? factsOf("provider-scrypt", text, costs) : undefined;
}

function factsOf(scheme: ImportableScheme, text: string, costs?: ProviderScryptCosts): CanonicalHashFacts {
  return { scheme, costly: costWarning({ scheme, text, providerScrypt: costs }) };
}

function isSeparatorRead(text: string, { providerScryptParser }: HashFacts): boolean {
  const { refusesEmptySeparator, cutsSeparatorAfterSEquals } = providerScryptParser;
  if (text.endsWith("$s=")) return !refusesEmptySeparator;
  return !(cutsSeparatorAfterSEquals && text.endsWith("s="));
}
