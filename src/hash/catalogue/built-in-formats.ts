import { success } from "../../result.js";
import { noteOf, recipeOfParts, withWriter } from "./by-name.js";
import { HASH_FORMATS } from "./index.js";
import type { FormatRow, HashFormat, PartsReader, VerifiableFormat } from "./row.js";

/** Every format that credport knows, filed by scheme. */
export const BUILT_IN_FORMATS: readonly HashFormat[] = Object.freeze(HASH_FORMATS.map(withNote));

function withNote(row: FormatRow): HashFormat {
  const { reason = "The rest is a standard hash of the password.", ...note } = noteOf(row.name);
  const wrapping = "wrapping" in row && row.wrapping !== null ? { wrapping: withWriter(row.wrapping) } : {};
  const noted = { reason, ...row, ...note, ...wrapping };
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
