import { nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { JoinReport } from "../../source/index.js";
import { type CountRow, type ReportRow, type ReportSection, sectionOf } from "./report.js";

export function joinSections(report: JoinReport = NOTHING): readonly ReportSection[] {
  return [
    sectionOf("Left over", leftOverRows(report)),
    sectionOf("Not in the export", absentRows(report)),
    sectionOf("Not read", unreadRows(report)),
  ];
}

const NOTHING: JoinReport = { leftOver: [], without: [], absent: [] };
const EXPORT_TOO =
  "Export these tables and columns too, or join their file with --join, where the old system has them: what they hold is lost, or not asked about.";

function absentRows({ absent }: JoinReport): readonly ReportRow[] {
  const texts = absent.map(({ table, lacking }) => `${table}: ${lacking.join(", ")}`);
  return warned(texts, EXPORT_TOO);
}

const SECOND_FACTORS =
  "By their names these tables have second factors, and credport does not read them: look who has one, since the report counts none of them.";
const STAFF =
  "By their names these tables have accounts of administrators, staff or partners. None is imported: bring each into a CSV file, and import that by a map (credport sources init, --from table --map).";

function unreadRows({ unread = [], staff = [] }: JoinReport): readonly ReportRow[] {
  return [...warned(unread.map(printable), SECOND_FACTORS), ...warned(staff.map(printable), STAFF)];
}

function warned(texts: readonly string[], remedy: string): readonly ReportRow[] {
  const rows = texts.map((text): ReportRow => ({ text, tone: "warn" }));
  return rows.length === 0 ? [] : [...rows, { text: remedy }];
}

function leftOverRows(report: JoinReport): readonly CountRow[] {
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

function linesNamed(count: number, lines: readonly number[]): string {
  return `  ${nounFor(lines.length, "line")} ${lines.join(", ")}${count > lines.length ? ", …" : ""}`;
}
