import { problem } from "../../problems/scheme.js";
import { failure, type Result, success } from "../../result.js";
import type { Recipe } from "../catalogue/recipe.js";
import { legacyRecipe } from "../read/legacy-recipe.js";
import { readHash } from "../read/read-hash.js";
import { declareHash } from "./declared-hash.js";
import { parseDigestExpression } from "./parse-expression.js";

/** Reads texts of a layout such as `$acme$<salt>$<hash>`, whose hash an expression makes of the other parts. */
export function expressionReader(layout: string, expression: string): (text: string) => Result<() => Recipe> {
  const made = parseDigestExpression(expression);
  if (!made.ok) throw new TypeError(`expression: ${made.problems[0].message}`);
  // Texts and names of parts, in turns.
  const pieces = layout.split(/<(\w+)>/);
  const names = pieces.filter((_, at) => at % 2 === 1);
  const missing = ["hash", ...made.value.columns].find((name) => !names.includes(name));
  if (missing !== undefined) throw new TypeError(`layout has no <${missing}>, which the expression takes`);
  const open = pieces.findIndex((piece, at) => at % 2 === 0 && piece === "" && at > 0 && at < pieces.length - 1);
  if (open > 0) throw new TypeError(`layout has no text that says where <${pieces[open - 1]}> ends`);
  return (text) => {
    const parts = partsOf(text, pieces);
    const declared = typeof parts === "number" ? undefined : declareHash(made.value, parts.hash as string, parts);
    if (declared?.ok !== true) {
      const offset = typeof parts === "number" ? parts : 0;
      return failure(problem("scheme/malformed", "the hash is not of the format's layout", { offset }));
    }
    const reading = readHash(declared.value);
    return success(() => legacyRecipe(reading) as Recipe);
  };
}

/** The parts by name, or where the text breaks off; a part ends where the next text of the layout begins. */
function partsOf(text: string, pieces: readonly string[]): Readonly<Record<string, string>> | number {
  const parts: [string, string][] = [];
  let at = 0;
  for (let next = 0; next < pieces.length; next += 2) {
    const [piece = "", name] = pieces.slice(next, next + 2);
    if (!text.startsWith(piece, at)) return at;
    at += piece.length;
    if (name === undefined) break;
    const following = pieces[next + 2] ?? "";
    const end = following === "" ? text.length : text.indexOf(following, at);
    if (end < 0) return at;
    parts.push([name, text.slice(at, end)]);
    at = end;
  }
  return at === text.length ? Object.fromEntries(parts) : at;
}
