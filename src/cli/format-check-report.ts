import type { CheckReport, Tally } from "../check/index.js";
import { counted } from "../lib/plural.js";
import type { Style } from "./style.js";
import { count, indent, notCarriedLines, tallyLines } from "./tally-lines.js";

export interface ReportFrame {
  readonly title: string;
  /** The command that comes next. */
  readonly next: string;
  readonly style: Style;
}

/** The report for a person: the numbers, then each kind of fault with its remedy, what is left out, what to do next. */
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
    ...tallyLines("Refused", report.problems, style.bad, style),
    ...tallyLines("Can be imported, but look at them", report.warnings, style.warn, style),
    ...tallyLines("Repaired", report.changes, style.good, style),
    ...notCarriedLines(report.notCarried, style),
    ...knownLines(report, style),
    ...nextLines(report, next, style),
  ];
  return `${lines.join("\n")}\n`;
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

const PROVE_PARAMETERS =
  "  Prove the hash parameters first: add --known with a user whose password you know.";

function proveOrigin(hashes: number): string {
  return `  ${hashes} ${hashes === 1 ? "hash" : "hashes"} of unknown origin: prove one with --known, or name the system with --source.`;
}

function nextLines(
  { records, importable, unreadable, problems, warnings, known }: CheckReport,
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
  const unknown = warnings.find(({ name }) => name === "user/hash-origin-unknown")?.records ?? 0;
  const proof = known === undefined ? [unknown > 0 ? proveOrigin(unknown) : PROVE_PARAMETERS] : [];
  return [
    style.strong("Next"),
    ...unreadableLines(unreadable, problems),
    ...proof,
    "  Rehearse the import (nothing leaves this machine without --to):",
    `    ${next}`,
  ];
}
