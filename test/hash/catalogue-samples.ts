import { readFileSync } from "node:fs";
import type { SourceName } from "../../src/index.js";

/** One sound text for each row of the catalogue, by the row's name; the bench reads the same file. */
export const CATALOGUE_SAMPLES = JSON.parse(
  readFileSync(new URL("catalogue-samples.json", import.meta.url), "utf8"),
) as Readonly<Record<string, { readonly text: string; readonly source?: SourceName }>>;
