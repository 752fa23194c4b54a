import { type CheckReport, loginColumns } from "../../check/index.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { READABLE_SOURCES } from "../../source/index.js";
import { certaintyOf } from "../output/detected.js";
import { leftOverSection } from "../output/left-over.js";
import type { ReportRow, ReportSection } from "../output/report.js";
import { notCarriedSection, tallySection } from "../output/tally-rows.js";
import { unreadableRows } from "../output/unreadable.js";

export interface CheckFrame {
  /** Whether the file for the fallback was asked for. */
  readonly hasFallback: boolean;
  readonly title: string;
  /** The command that comes next. */
  readonly next: string;
}

/** The report for a person: the numbers, then each kind of fault with its remedy, what is left out, what to do next. */
export function checkReport(
  report: CheckReport,
  { title, next, hasFallback }: CheckFrame,
): readonly ReportSection[] {
  return [
    { heading: `Checked ${title}`, rows: detectedRows(report) },
    { rows: numberRows(report) },
    tallySection(report.loginOnly > 0 ? "Not importable" : "Refused", report.problems, "bad"),
    tallySection("Can be imported, but look at them", report.warnings, "warn"),
    tallySection("Often overlooked", report.notices, "warn"),
    tallySection("Repaired", report.changes, "good"),
    notCarriedSection(report.notCarried),
    leftOverSection(report.joined),
    knownSection(report),
    { heading: "Next", rows: [...fallbackRows(report, hasFallback), ...nextRows(report, next)] },
  ];
}

/** How the source was told, where nobody named it. */
function detectedRows({ source }: CheckReport): readonly ReportRow[] {
  const text = source === undefined ? undefined : certaintyOf(source);
  return text === undefined ? [] : [{ text, tone: "faint" }];
}

function numberRows(report: CheckReport) {
  const { records, importable, repaired, refused, unreadable, logins } = report;
  const columns = loginColumns(logins).map(({ number, noun }) => counted(number, noun));
  const rows: readonly ReportRow[] = [
    { number: records, text: nounFor(records, "record") },
    {
      number: importable,
      text: "can be imported",
      tone: "good",
      rest: repaired > 0 ? `, ${repaired} of them after a repair` : "",
      restTone: "faint",
    },
    { text: `with ${columns.join(", ")}`, tone: "faint", isDetail: true },
    ...loginOnlyRows(report),
    {
      number: refused,
      text: "refused",
      tone: refused > 0 ? "bad" : "good",
      rest: unreadable > 0 ? `, ${unreadable} of them because their text could not be read` : "",
      restTone: "bad",
    },
  ];
  return rows;
}

/** They are not lost: the fallback takes them. */
function loginOnlyRows({ loginOnly, otherLogins }: CheckReport): readonly ReportRow[] {
  if (loginOnly === 0) return [];
  const rest = otherLogins > 0 ? `; of ${otherLogins} of them the other logins can be imported` : "";
  const text = `${nounFor(loginOnly, "logs", "log")} in through the fallback`;
  return [{ number: loginOnly, text, tone: "warn", rest, restTone: "faint" }];
}

function knownSection({ known }: CheckReport): ReportSection {
  if (known === undefined) return { rows: [] };
  const isRight = known.outcome === "matches";
  const text = `${isRight ? "✓" : "✗"} ${known.message}`;
  const others = (known.notProven ?? []).map(({ identifier, message }): ReportRow => {
    return { text: `${printable(identifier)}: ${message}`, tone: "bad", isDetail: true };
  });
  const heading = known.given === undefined ? "Known password" : "Known passwords";
  return { heading, rows: [{ text, tone: isRight ? "good" : "bad" }, ...others] };
}

const PROVE_PARAMETERS = "Prove the hash parameters first: add --known with a user whose password you know.";

function proveOrigin(hashes: number): string {
  return `${counted(hashes, "hash", "hashes")} of unknown origin: prove one with --known, or name the system with --source.`;
}

/** Who would be forgotten if nobody said it. */
function fallbackRows({ loginOnly }: CheckReport, hasFallback: boolean): readonly ReportRow[] {
  if (loginOnly === 0 || hasFallback) return [];
  const users = `${counted(loginOnly, "user")} ${nounFor(loginOnly, "logs", "log")} in through the fallback`;
  return [{ text: `${users}: write what it needs with --fallback.` }];
}

function noUsersRows({ source }: CheckReport): readonly ReportRow[] {
  const first = { text: "The export holds no users: check that it is the right file." };
  const name = source?.name ?? "";
  if (!READABLE_SOURCES.some((one) => one === name)) return [first];
  return [first, { text: `How ${name} exports them: credport sources ${name}` }];
}

const AT_LOGIN =
  "Nobody is imported before: users come over at their first login, through the fallback (docs/login.md).";

function nextRows(report: CheckReport, next: string): readonly ReportRow[] {
  const { records, importable, loginOnly, unreadable, problems, warnings, known } = report;
  if (records === 0) return noUsersRows(report);
  if (known !== undefined && known.outcome !== "matches") {
    return [{ text: "Do not import yet: prove a known password first." }];
  }
  if (importable === 0)
    return [{ text: loginOnly > 0 ? AT_LOGIN : "Nothing can be imported: see the remedies above." }];
  const unknown = warnings.find(({ name }) => name === "user/hash-origin-unknown")?.records ?? 0;
  const proof = known === undefined ? [{ text: unknown > 0 ? proveOrigin(unknown) : PROVE_PARAMETERS }] : [];
  return [
    ...unreadableRows(unreadable, problems),
    ...proof,
    { text: "Rehearse the import (nothing leaves this machine without --to):" },
    { text: `  ${next}` },
  ];
}
