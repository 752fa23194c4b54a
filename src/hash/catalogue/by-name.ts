import { HASH_FORMATS } from "./index.js";
import type { Recipe } from "./recipe.js";
import type { BareWrapping, FormatRow, HashWrapping } from "./row.js";

/**
 * What a format's declaration says and reading a text does not need, by the format's name. The build takes it out of
 * the rows and writes these tables (`.ci/divide-formats.mjs`), so that a bundle has only those that it asks for.
 */

const RECIPES: Table<(parts: object) => Recipe> = byName("recipe");
const SYSTEMS: Table<string> = byName("system");
const LAYOUTS: Table<string> = byName("layout");
const REASONS: Table<string> = byName("reason");
const REFERENCES: Table<string> = byName("reference");

type Table<Value> = Readonly<Record<string, Value | undefined>>;

function byName<Value>(property: string): Table<Value> {
  // The types of rows are without what their bundles are without.
  const rows = HASH_FORMATS as readonly object[] as readonly Readonly<Record<string, unknown>>[];
  return Object.fromEntries(rows.map((row) => [row.name, row[property] as Value]));
}

/** What has to be computed for a text of this row, of whose parts that is said. */
export function recipeOfParts(format: FormatRow, parts: object): Recipe {
  // A parser of the caller's own ends in the recipe.
  if ("parse" in format) return parts as Recipe;
  // The types leave no verifiable row without its recipe.
  return (RECIPES[format.name] as (parts: object) => Recipe)(parts);
}

/** A wrapping with who writes it; formats of the caller's own and what a system's name adds say it themselves. */
export function withWriter({ name, system, treatment }: BareWrapping): HashWrapping {
  // The types leave no built-in row without its writer.
  return { name, system: system ?? (SYSTEMS[name] as string), treatment };
}

/** What documentation says of a built-in format. */
export function noteOf(name: string) {
  return {
    system: SYSTEMS[name],
    layout: LAYOUTS[name],
    reason: REASONS[name],
    reference: REFERENCES[name],
  };
}
