import { counted } from "../../lib/plural.js";
import type { ReportSection } from "../output/report.js";

/** Reports without the rows under headings that earlier ones have shown. */
export function withoutSaid(sections: readonly ReportSection[], said: Set<string>): readonly ReportSection[] {
  const before = new Set(said);
  let left = 0;
  const kept = sections.map((section) => {
    const { heading, rows } = section;
    // Why it ends, and who signs in, is said each time.
    if (heading === undefined || /^(?:Stopped|Known)/.test(heading)) return section;
    const fresh = rows.filter((row) => {
      const text = JSON.stringify(row, ["number", "text", "rest"]);
      said.add(text);
      return !before.has(text);
    });
    left += rows.length - fresh.length;
    return fresh.length === 0 && rows.length > 0 ? { rows: [] } : { ...section, rows: fresh };
  });
  const text = `${counted(left, "further line")} as above; --verbose shows ${left === 1 ? "it" : "them"} again`;
  return left === 0 ? kept : [...kept, { rows: [{ text, tone: "faint" }] }];
}
