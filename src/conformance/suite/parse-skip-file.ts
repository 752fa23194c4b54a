import { refuse } from "../../problems/conformance.js";
import { type Result, success } from "../../result.js";
import type { SkipRule } from "./select-cases.js";

/**
 * Reads a skip file: on each line a pattern of ids, a blank, and the reason. Empty
 * lines and lines that begin with `#` don't count.
 *
 * @param text The file.
 * @returns The rules. Problem: `conformance/option-malformed` with the line, because
 * an unexplained list of failures is worth nothing.
 */
export function parseSkipFile(text: string): Result<readonly SkipRule[]> {
  const rules: SkipRule[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [pattern = ""] = line.split(/\s/, 1);
    const reason = line.slice(pattern.length).trim();
    if (reason === "") {
      return refuse("conformance/option-malformed", `line ${index + 1} gives no reason`, {
        field: `line ${index + 1}`,
      });
    }
    rules.push({ pattern, reason });
  }
  return success(rules);
}
