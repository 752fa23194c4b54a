import { recipeOfParts } from "../catalogue/by-name.js";
import type { Recipe } from "../catalogue/recipe.js";
import type { HashReading } from "./hash-reading.js";

/**
 * What has to be computed, for the formats that the service does not verify and credport does. It is asked for by
 * itself, so that a bundle that only reads hashes carries no recipes.
 */
export function legacyRecipe({ format, parts }: HashReading): Recipe | undefined {
  return format === null || parts === undefined ? undefined : recipeOfParts(format, parts());
}
