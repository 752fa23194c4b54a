import type { Tally } from "../../check/index.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { type ReportRow, type ReportSection, sectionOf, type Tone } from "./report.js";

/** A section of a report: how often each thing occurred, where first, and what to do about it. */
export function tallySection(heading: string, tallies: readonly Tally[], tone: Tone): ReportSection {
  return sectionOf(
    heading,
    tallies.flatMap((tally) => tallyRows(tally, tone)),
  );
}

/** The section that says what the import leaves out of the users whom it imports. */
export function notCarriedSection(tallies: readonly Tally[]): ReportSection {
  return tallySection("Not carried: no import call has a place for these fields", tallies, "warn");
}

/** One tally, and its remedy if its name is that of a problem. */
export function tallyRows(tally: Tally, tone: Tone): readonly ReportRow[] {
  const { name, records } = tally;
  const remedy = operatorRemedyOf(name);
  const rest = `${fieldsOf(tally)}  ${placesOf(tally)}`;
  const row: ReportRow = { number: records, text: name, tone, rest, restTone: "faint" };
  return remedy === undefined ? [row] : [row, { text: remedy, isDetail: true }];
}

function fieldsOf({ fields }: Tally): string {
  return fields === undefined ? "" : `: ${fields.join(", ")}`;
}

function placesOf({ records, firstLines }: Tally): string {
  const more = records > firstLines.length ? ", …" : "";
  return `line${firstLines.length > 1 ? "s" : ""} ${firstLines.join(", ")}${more}`;
}
