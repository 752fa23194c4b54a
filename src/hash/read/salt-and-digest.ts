import { parseArgon2 } from "../argon2/argon2.js";
import type { Recipe } from "../catalogue/recipe.js";
import type { HashContext } from "../systems/source-context.js";
import { legacyRecipe } from "./legacy-recipe.js";
import { readHash } from "./read-hash.js";

/** The two parts of a hash that are bytes. */
export interface SaltAndDigest {
  readonly salt: Uint8Array;
  readonly digest: Uint8Array;
}

/** Of a hash by a key derivation function, whose parts have any length; undefined for others. */
export function saltAndDigest(text: string, context: HashContext): SaltAndDigest | undefined {
  const reading = readHash(text, context);
  const { canonical } = reading;
  const recipe = legacyRecipe(reading);
  if (recipe !== undefined) return partsOf(recipe);
  if (canonical?.providerScrypt !== undefined) {
    const { salt, passwordHash } = canonical.providerScrypt;
    return { salt, digest: passwordHash };
  }
  if (canonical?.scheme !== "argon2") return undefined;
  const parsed = parseArgon2(canonical.text);
  return parsed.ok ? parsed.value : undefined;
}

function partsOf({ readings: [{ steps, key }] }: Recipe): SaltAndDigest | undefined {
  const last = steps.at(-1);
  const isDerivation = last?.kind === "pbkdf2" || last?.kind === "scrypt" || last?.kind === "argon2";
  return isDerivation ? { salt: last.salt, digest: key } : undefined;
}
