import { counted } from "../../lib/plural.js";
import type { ReportRow, ReportSection } from "../output/report.js";

/** Reports without what earlier ones have shown: whole sections, and of those with remedies whole problems. */
export function withoutSaid(sections: readonly ReportSection[], said: Set<string>): readonly ReportSection[] {
  const before = new Set(said);
  let left = 0;
  const kept = sections.map((section) => {
    const { heading, rows } = section;
    // Why it ends, and who signs in, is said each time.
    if (heading === undefined || /^(?:Stopped|Known)/.test(heading)) return section;
    const fresh = partsOf(rows).flatMap(({ name, lines }) => {
      const text = JSON.stringify(name, ["number", "text", "rest"]);
      said.add(text);
      return before.has(text) ? [] : lines;
    });
    left += rows.length - fresh.length;
    return fresh.length === 0 && rows.length > 0 ? { rows: [] } : { ...section, rows: fresh };
  });
  const text = `${counted(left, "further line")} as above; --verbose shows ${left === 1 ? "it" : "them"} again`;
  return left === 0 ? kept : [...kept, { rows: [{ text, tone: "faint" }] }];
}

interface Part {
  /** What tells it from others. */
  readonly name: readonly ReportRow[];
  readonly lines: readonly ReportRow[];
}

/** A row with its remedy, which an earlier step may word otherwise; where none has one, all of them, since they add up. */
function partsOf(rows: readonly ReportRow[]): readonly Part[] {
  const isDetail = (row: ReportRow) => "isDetail" in row && row.isDetail === true;
  if (!rows.some(isDetail)) return [{ name: rows, lines: rows }];
  const starts = rows.flatMap((row, at) => (isDetail(row) ? [] : [at]));
  return starts.map((start, at) => ({ name: rows.slice(start, start + 1), lines: rows.slice(start, starts[at + 1]) }));
}
