import { defined } from "../../lib/defined.js";
import { printable } from "../../lib/printable.js";
import type { CountRow, ReportFault, ReportRow, ReportSection, TextRow, Tone } from "../../report/report-model.js";
import type { Problem } from "../../result.js";
import type { CliIo } from "../cli-io.js";
import { lineOf } from "../could-not-run.js";
import { type Style, styleFor } from "../style.js";
import { fitted } from "../wrap.js";

export type { CountRow, ReportRow, ReportSection, Tone } from "../../report/report-model.js";

/** The one place where a report becomes text: numbers in one column, sections with a line between them. */
export function formatReport(sections: readonly ReportSection[], style: Style): string {
  const blocks = sections.flatMap(({ heading, tone = "strong", rows }) => {
    const lines = rows.map((row) => formatRow(row, style));
    const all = heading === undefined ? lines : [style[tone](heading), ...lines];
    return all.length === 0 ? [] : [all.join("\n")];
  });
  return fitted(`${blocks.join("\n\n")}\n`, style.columns);
}

/** Why a run has ended early; a section without rows where it has not. */
export function stoppedSection(stopped: Problem | undefined, further: readonly ReportRow[] = []): ReportSection {
  if (stopped === undefined) return { rows: [] };
  const { code, message, remedy } = stopped;
  const rows = [
    { text: `${lineOf(stopped)}${printable(message)}` },
    ...(remedy === undefined ? [] : [{ text: remedy }]),
  ];
  return { heading: `Stopped early: ${code}`, tone: "bad", rows: [...rows, ...further] };
}

/** Says why a command could not run to its end where the report that says so is not shown. */
export function tellQuietly(stopped: ReportFault | undefined, { isQuiet, stderr, env }: CliIo): void {
  if (isQuiet !== true || stopped === undefined) return;
  const { code, message = code, remedy } = stopped;
  stderr.write(`${styleFor(stderr, env).bad("credport:")} ${printable(message)} (${code})\n`);
  if (remedy !== undefined) stderr.write(`  ${remedy}\n`);
}

export const jsonText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** Prints a report for a person, or its document where JSON was asked for. */
export function print(
  document: unknown,
  said: readonly ReportSection[] | string,
  { json }: { readonly json?: boolean | undefined },
  io: CliIo,
): void {
  const text = () => (typeof said === "string" ? said : reportText(said, io));
  io.stdout.write(json === true ? jsonText(document) : text());
}

/** A report as text; of a step without what an earlier step has shown. */
export function reportText(sections: readonly ReportSection[], { unsaid, stdout, env }: CliIo): string {
  return formatReport(unsaid?.(sections) ?? sections, styleFor(stdout, env));
}

/** A count that is left out where it is 0. */
export function unlessNone(number: number, text: string, tone: Tone): readonly CountRow[] {
  return number === 0 ? [] : [{ number, text, tone }];
}

/** A line of words that is said on a condition. */
export function textIf(isSaid: boolean, text: string, tone?: Tone): readonly TextRow[] {
  return isSaid ? [{ text, ...defined({ tone }) }] : [];
}

const MARKS = { good: "✓", warn: "·", faint: "·", bad: "✗" } as const;

/** A finding, with its mark for eyes that do not see the colour. */
export const marked = (tone: keyof typeof MARKS, text: string): TextRow => ({ text: `${MARKS[tone]} ${text}`, tone });

/** A section that is left out where nothing was counted. */
export function sectionOf(heading: string, rows: readonly ReportRow[], tone?: Tone): ReportSection {
  return rows.length === 0 ? { rows } : { heading, rows, ...defined({ tone }) };
}

const NUMBER_COLUMN = 6;
const INDENT = "  ";
/** Under the text of a count. */
const DETAIL_INDENT = " ".repeat(INDENT.length + NUMBER_COLUMN + 1);

function formatRow(row: ReportRow, style: Style): string {
  if ("number" in row) {
    const { number, rest = "", restTone } = row;
    return `${INDENT}${String(number).padStart(NUMBER_COLUMN)} ${painted(row, style)}${painted({ text: rest, tone: restTone }, style)}`;
  }
  return `${row.isDetail === true ? DETAIL_INDENT : INDENT}${painted(row, style)}`;
}

function painted({ text, tone }: { readonly text: string; readonly tone?: Tone | undefined }, style: Style) {
  return tone === undefined || text === "" ? text : style[tone](text);
}
