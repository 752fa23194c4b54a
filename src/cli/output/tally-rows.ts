import { groupBy } from "../../lib/group-by.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { Tally } from "../../lib/tally.js";
import { operatorRemedyOf } from "../../problems/index.js";
import type { WrittenFile } from "./output-file.js";
import { problemPage } from "./problem-page.js";
import { type CountRow, type ReportRow, type ReportSection, sectionOf, type Tone } from "./report.js";

/** A section of a report: how often each thing occurred, where first, and what to do about it. */
export function tallySection(
  heading: string,
  tallies: readonly Tally[],
  tone: Tone,
  remedyOf: RemedyOf = operatorRemedyOf,
): ReportSection {
  return sectionOf(
    heading,
    tallies.flatMap((tally) => tallyRows(tally, tone, remedyOf)),
  );
}

type RemedyOf = (name: string) => string | undefined;

/** The section that says what is left out of users who are importable. */
export function notCarriedSection(tallies: readonly Tally[]): ReportSection {
  return tallySection("These fields are not imported", tallies, "warn");
}

export function unknownColumnsSection(columns: readonly string[] = []): ReportSection {
  const number = columns.length;
  const named: CountRow = { number, text: nounFor(number, "column"), tone: "warn", rest: `: ${columns.join(", ")}` };
  const remedy = { text: operatorRemedyOf("source/column-unknown") ?? "", isDetail: true };
  const rows = number === 0 ? [] : [{ ...named, restTone: "faint" } as const, remedy];
  return sectionOf("Unknown columns, which are not imported", rows);
}

/** Of some files, by their paths, what their numbers are made of. */
export type FileNotes = Readonly<Record<string, string>>;

/** What a file's number is made of, where the report counts some of its users elsewhere. */
export function fileNote(
  { path, users }: Pick<WrittenFile, "path" | "users">,
  own: string,
  ...others: readonly (readonly [number, string])[]
): FileNotes {
  const named = others.filter(([number]) => number > 0);
  const rest = named.reduce((left, [number]) => left - number, users);
  if (named.length === 0) return {};
  const parts = rest > 0 ? [[rest, own], ...named] : named;
  return { [path]: parts.map((part) => part.join(" ")).join(", ") };
}

export function filesSection(files: readonly WrittenFile[], notes: FileNotes = {}): ReportSection {
  return sectionOf(
    "Files",
    files.map(({ option, path, users, replaced }) => {
      const isOfRecords = option === "--rejects";
      const text = isOfRecords ? nounFor(users, "record not imported", "records not imported") : nounFor(users, "user");
      const said = notes[path] === undefined ? "" : `: ${notes[path]}`;
      const before = replaced === undefined ? "" : `, in place of a file with ${counted(replaced, "user")}`;
      const rest = `  ${option}${said}${before}`;
      return { number: users, text: `${text} in ${printable(path)}`, rest, restTone: "faint" };
    }),
  );
}

/** One tally, and its remedy if its name is that of a problem. */
function tallyRows(tally: Tally, tone: Tone, remedyOf: RemedyOf): readonly ReportRow[] {
  const { name, records, fields } = tally;
  const remedy = remedyOf(name);
  const rest = `${fields === undefined ? "" : `: ${fields.join(", ")}`}  ${placesOf(tally)}`;
  const row: ReportRow = { number: records, text: name, tone, rest, restTone: "faint" };
  const details = remedy === undefined ? [] : [remedy, problemPage(name)];
  return [row, ...details.flatMap((text) => (text === undefined ? [] : [{ text, isDetail: true } as const]))];
}

/** Where the first records are: their lines, or the users where several are on one line. */
export function placesOf(tally: Pick<Tally, "records" | "firstLines" | "firstUsers" | "firstFiles">): string {
  const { records, firstLines, firstUsers, firstFiles = [] } = tally;
  const more = records > firstLines.length ? ", …" : "";
  if (firstUsers === undefined) {
    return `${nounFor(firstLines.length, "line")} ${linesByFile(firstLines, firstFiles)}${more}`;
  }
  const names = firstUsers.map((id, at) =>
    id === null ? `of line ${firstLines[at]}` : printable(id).replace(LONG_ID, "$1…"),
  );
  return `${nounFor(names.length, "user")} ${names.join(", ")}${more}`;
}

/** Each file once, after its lines; none where all are of the export itself. */
function linesByFile(lines: readonly number[], files: readonly (string | null)[]): string {
  const byFile = groupBy(lines.keys(), (at) => files[at] ?? null);
  const isNamed = files.some((file) => file !== null);
  const named = (file: string | null) => (isNamed ? ` of ${file === null ? "the export" : printable(file)}` : "");
  return [...byFile].map(([file, own]) => `${own.map((at) => lines[at]).join(", ")}${named(file)}`).join("; ");
}

/** A user ID has 40 characters here at most; a UUID has 36. */
const LONG_ID = /^([\s\S]{40})[\s\S]+$/;
