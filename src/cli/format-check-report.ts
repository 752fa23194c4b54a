import type { CheckReport, Tally } from "../check/index.js";
import { counted } from "../lib/plural.js";
import { PROBLEM_REMEDIES, type ProblemCode } from "../problems.js";
import type { Style } from "./style.js";

export interface ReportFrame {
  readonly title: string;
  /** The command that comes next. */
  readonly next: string;
  readonly style: Style;
}

/** The report for a person: the numbers, then each kind of fault with its remedy, then what to do next. */
export function formatCheckReport(report: CheckReport, { title, next, style }: ReportFrame): string {
  const { records, importable, repaired, refused, unreadable, logins } = report;
  const lines = [
    style.strong(`Checked ${title}`),
    "",
    `  ${indent(records)}${counted(records, "record")}`,
    style.good(`  ${count(importable)} can be imported`) +
      style.faint(repaired > 0 ? `, ${repaired} of them after a repair` : ""),
    style.faint(
      `         with ${counted(logins.passwords, "password")}, ${counted(logins.phoneNumbers, "phone number")}, ${counted(logins.socialLogins, "social login")}`,
    ),
    (refused > 0 ? style.bad : style.good)(`  ${count(refused)} refused`) +
      (unreadable > 0 ? style.bad(`, ${unreadable} of them because their text could not be read`) : ""),
    "",
    ...section("Refused", report.problems, style.bad, style),
    ...section("Can be imported, but look at them", report.warnings, style.warn, style),
    ...section("Repaired", report.changes, style.good, style),
    ...knownLines(report, style),
    ...nextLines(report, next, style),
  ];
  return `${lines.join("\n")}\n`;
}

function count(number: number): string {
  return `${indent(number)}${number}`;
}

const COLUMN = 6;

/** What puts a number's last digit under those of the other numbers. */
function indent(number: number): string {
  return " ".repeat(Math.max(0, COLUMN - String(number).length));
}

function section(
  title: string,
  tallies: readonly Tally[],
  colour: (text: string) => string,
  style: Style,
): string[] {
  if (tallies.length === 0) return [];
  const rows = tallies.flatMap(({ name, records, firstLines }) => {
    const more = records > firstLines.length ? ", …" : "";
    const places = `${firstLines.length > 1 ? "lines" : "line"} ${firstLines.join(", ")}${more}`;
    const row = `  ${count(records)} ${colour(name)}  ${style.faint(places)}`;
    const remedy = Object.hasOwn(PROBLEM_REMEDIES, name) ? PROBLEM_REMEDIES[name as ProblemCode] : undefined;
    return remedy === undefined ? [row] : [row, `         ${remedy}`];
  });
  return [style.strong(title), ...rows, ""];
}

function knownLines({ known }: CheckReport, style: Style): string[] {
  if (known === undefined) return [];
  const mark = known.outcome === "matches" ? style.good("✓") : style.bad("✗");
  return [style.strong("Known password"), `  ${mark} ${known.message}`, ""];
}

/** What must not go unsaid before an import is recommended. */
export function unreadableLines(unreadable: number, problems: readonly Tally[]): string[] {
  if (unreadable === 0) return [];
  const isAtLeast = problems.some(({ name }) => name === "source/records-unreadable");
  return [
    `  ${isAtLeast ? "At least " : ""}${counted(unreadable, "user")} could not be read and would be left behind: mend the lines named above, or export again.`,
  ];
}

function nextLines(
  { records, importable, unreadable, problems, known }: CheckReport,
  next: string,
  style: Style,
): string[] {
  if (records === 0) {
    return [style.strong("Next"), "  The export holds no users: look at whether it is the right file."];
  }
  if (known !== undefined && known.outcome !== "matches") {
    return [style.strong("Next"), "  Do not import yet: prove a known password first."];
  }
  if (importable === 0) return [style.strong("Next"), "  Nothing can be imported: see the remedies above."];
  const proof =
    known === undefined
      ? ["  Prove the hash parameters first: add --known with a user whose password you know."]
      : [];
  return [
    style.strong("Next"),
    ...unreadableLines(unreadable, problems),
    ...proof,
    "  Rehearse the import (nothing leaves this machine without --to):",
    `    ${next}`,
  ];
}
