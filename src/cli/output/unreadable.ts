import { counted } from "../../lib/plural.js";
import type { Tally } from "../../lib/tally.js";
import type { ReportRow } from "./report.js";

/** What must be said before an import is recommended: these users would be lost. */
export function unreadableRows(unreadable: number, problems: readonly Tally[]): readonly ReportRow[] {
  if (unreadable === 0) return [];
  const isAtLeast = problems.some(({ name }) => name === "source/records-unreadable");
  const head = `${isAtLeast ? "At least " : ""}${counted(unreadable, "user")}`;
  return [{ text: `${head} could not be read and would be left out: repair the lines named above, or export again.` }];
}
