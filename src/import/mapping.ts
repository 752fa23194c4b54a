import { csvLine } from "../lib/csv-line.js";
import { printableJson } from "../lib/printable.js";
import { requireArgument } from "../lib/require-argument.js";
import type { OutcomeLine } from "./journal/journal-line.js";

/** How a mapping of IDs is written. */
export type MappingFormat = "ndjson" | "csv";

/**
 * The mapping of old user IDs to the service's, one line for each user who is on the service: also one who was
 * refused or failed after one of their logins was acknowledged, by their `outcome` (`refused-by-service`,
 * `failed`).
 *
 * @param outcomes From `readOutcomes`.
 * @param format `ndjson` gives the IDs exactly. In `csv` (RFC 4180) every cell is quoted. A cell that
 * begins with an apostrophe is marked, and never another: take the apostrophe off, and where a quotation mark
 * follows, read the rest as JSON. Marked are IDs that a spreadsheet would take for a formula or that begin
 * with an apostrophe, and, as JSON, those with characters that a terminal would act upon.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 *
 * @example
 * ```ts
 * import { mappingLines } from "credport/import";
 *
 * async function* outcomes() {
 *   yield { record: 0, line: 1, userId: "=1+1", outcome: "imported" as const, serviceUserId: "s-1" };
 * }
 * const lines = [];
 * for await (const line of mappingLines(outcomes(), "csv")) lines.push(line.trim());
 * lines; // => ["\"external_user_id\",\"user_id\",\"outcome\",\"line\"", "\"'=1+1\",\"s-1\",\"imported\",\"1\""]
 * ```
 */
export async function* mappingLines(
  outcomes: AsyncIterable<OutcomeLine>,
  format: MappingFormat,
): AsyncGenerator<string> {
  requireArgument("outcomes", outcomes, "iterable");
  if (format === "csv") yield csvLine(["external_user_id", "user_id", "outcome", "line"]);
  for await (const { userId = "", serviceUserId, outcome, line } of outcomes) {
    if (serviceUserId === undefined && outcome !== "imported" && outcome !== "already-there") continue;
    yield format === "csv"
      ? csvLine([userId, serviceUserId ?? "", outcome, String(line)])
      : `${printableJson({ externalUserId: userId, userId: serviceUserId ?? "", outcome, line })}\n`;
  }
}
