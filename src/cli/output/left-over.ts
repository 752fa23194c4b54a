import { nounFor } from "../../lib/plural.js";
import type { JoinReport } from "../../source/index.js";
import { type CountRow, type ReportSection, sectionOf } from "./report.js";

/** The section for rows without a user, and users without rows. */
export function leftOverSection(report: JoinReport | undefined): ReportSection {
  return sectionOf("Left over", leftOverRows(report));
}

function leftOverRows(report: JoinReport = { leftOver: [], without: [] }): readonly CountRow[] {
  return [
    ...report.leftOver.map(({ file, part, rows, lines }) => {
      const text = `${nounFor(rows, "row")} of ${file ?? "the export"} (${part}) ${nounFor(rows, "belongs", "belong")} to no user`;
      return rowOf(rows, text, lines);
    }),
    ...report.without.map(({ file, users, lines }) => {
      return rowOf(users, `${nounFor(users, "user has", "users have")} no row in ${file}`, lines);
    }),
  ];
}

function rowOf(number: number, text: string, lines: readonly number[]): CountRow {
  return { number, text, tone: "warn", rest: linesNamed(number, lines), restTone: "faint" };
}

/** The same in lines of their own, for a command whose report is about something else. */
export function leftOverNote(report: JoinReport): string {
  return leftOverRows(report)
    .map(({ number, text, rest }) => `${number} ${text}${rest}\n`)
    .join("");
}

function linesNamed(count: number, lines: readonly number[]): string {
  return `  ${nounFor(lines.length, "line")} ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
}
