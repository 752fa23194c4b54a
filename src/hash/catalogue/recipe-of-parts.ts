import { ARGON2_RECIPES } from "./argon2.js";
import { BCRYPT_RECIPES } from "./bcrypt.js";
import { CRYPT_RECIPES } from "./crypt.js";
import { DECLARED_RECIPES } from "./declared.js";
import { DES_CRYPT_RECIPES } from "./des-crypt.js";
import { DIGEST_RECIPES } from "./digests.js";
import type { HASH_FORMATS } from "./index.js";
import { ITERATED_DIGEST_RECIPES } from "./iterated-digests.js";
import { PBKDF2_RECIPES } from "./pbkdf2.js";
import { PHPASS_RECIPES } from "./phpass.js";
import type { Recipe } from "./recipe.js";
import type { FormatRow, Recipes } from "./row.js";
import { SCRYPT_RECIPES } from "./scrypt.js";

const RECIPES: Recipes<typeof HASH_FORMATS> = {
  ...BCRYPT_RECIPES,
  ...ARGON2_RECIPES,
  ...PBKDF2_RECIPES,
  ...SCRYPT_RECIPES,
  ...PHPASS_RECIPES,
  ...DIGEST_RECIPES,
  ...ITERATED_DIGEST_RECIPES,
  ...DECLARED_RECIPES,
  ...CRYPT_RECIPES,
  ...DES_CRYPT_RECIPES,
};

/** Each takes the parts of its own row; that the two belong together a look-up by name can't say. */
const BY_NAME = RECIPES as unknown as Readonly<Record<string, (parts: object) => Recipe>>;

/** What has to be computed for a text of this row, of whose parts that is said. */
export function recipeOfParts(format: FormatRow, parts: object): Recipe {
  // A parser of the caller's own ends in the recipe.
  if ("parse" in format) return parts as Recipe;
  // The types leave no verifiable row without its recipe.
  return (BY_NAME[format.name] as (parts: object) => Recipe)(parts);
}
