import { nounFor } from "../../lib/plural.js";
import type { JoinReport } from "../../source/index.js";
import { type ReportRow, type ReportSection, sectionOf } from "./report.js";

/** The section that says which rows belong to nobody, and who has none. */
export function leftOverSection(report: JoinReport | undefined): ReportSection {
  return sectionOf("Left over", leftOverRows(report));
}

function leftOverRows(
  { leftOver, without }: JoinReport = { leftOver: [], without: [] },
): readonly ReportRow[] {
  return [
    ...leftOver.map(({ file, part, rows, lines }) => ({
      number: rows,
      text: `${nounFor(rows, "row")} of ${file ?? "the export"} (${part}) ${nounFor(rows, "belongs", "belong")} to no user`,
      tone: "warn" as const,
      rest: linesNamed(rows, lines),
      restTone: "faint" as const,
    })),
    ...without.map(({ file, users, lines }) => ({
      number: users,
      text: `${nounFor(users, "user has", "users have")} no row in ${file}`,
      tone: "warn" as const,
      rest: linesNamed(users, lines),
      restTone: "faint" as const,
    })),
  ];
}

/** The same in lines of their own, for a command whose report is about something else. */
export function leftOverNote(report: JoinReport): string {
  return leftOverRows(report)
    .map((row) => ("number" in row ? `${row.number} ${row.text}${row.rest ?? ""}\n` : ""))
    .join("");
}

function linesNamed(count: number, lines: readonly number[]): string {
  return `  ${nounFor(lines.length, "line")} ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
}
