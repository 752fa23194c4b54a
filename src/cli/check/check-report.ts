import type { CheckReport } from "../../check/index.js";
import { type CheckStep, faultOfCheck, isWrong, type KnownResult, stepAfterCheck } from "../../check/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { recordsNamed } from "../../lib/tally.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { type ReportFault, SCHEMES_HEADING } from "../../report/report-model.js";
import { READABLE_SOURCES } from "../../source/index.js";
import { leftOutByChoice } from "../../source/internal.js";
import { contentSection, withoutPasswordSection } from "../output/content-section.js";
import { joinSections } from "../output/left-over.js";
import { atLoginText, LEFT_OUT, NO_USERS, withoutAddressText } from "../output/outcome-rows.js";
import type { WrittenFile } from "../output/output-file.js";
import { remedyBeside } from "../output/remedies.js";
import { marked, type ReportRow, type ReportSection, sectionOf, textIf, unlessNone } from "../output/report.js";
import {
  type FileNotes,
  filesSection,
  notCarriedSection,
  placesOf,
  tallySection,
  unknownColumnsSection,
} from "../output/tally-rows.js";
import { unreadableRows } from "../output/unreadable.js";

interface CheckFrame {
  readonly hasFallback: boolean;
  /** Of a migration, whose steps are what comes next. */
  readonly isStep?: boolean | undefined;
  readonly title: string;
  readonly next: string;
  /** Decisions about users whom the export does not have, where any were given. */
  readonly unused?: number | undefined;
  readonly withoutPassword?: string | undefined;
  /** Kinds of passwords that are named; without it, all of the report. */
  readonly mostSchemes?: number;
  /** Of several files, what was read. */
  readonly read?: ReportSection | undefined;
  readonly files: readonly WrittenFile[];
  readonly notes?: FileNotes;
}

/** The report for a person: the numbers, then each kind of fault with its remedy, what is left out, what to do next. */
export function checkReport(report: CheckReport, frame: CheckFrame): readonly ReportSection[] {
  const { title, next, hasFallback, isStep, files, notes, withoutPassword, mostSchemes } = frame;
  const { read = { rows: [] }, unused = 0 } = frame;
  const isLater = ({ name }: { readonly name: string }) => report.loginOnly > 0 && LEFT_TO_FALLBACK.has(name);
  return [
    { heading: `Checked ${title}`, rows: detectedRows(report) },
    { rows: [...numberRows(report), ...unlessNone(unused, unusedText(unused), "warn")] },
    read,
    contentSection(report.contents),
    schemeSection(report, mostSchemes),
    withoutPasswordSection(report, withoutPassword),
    tallySection(
      "Not importable",
      report.problems.filter((tally) => !isLater(tally)),
      "bad",
      (name) => remedyBeside(name, withoutPassword),
    ),
    tallySection(
      "At the next login, unless there is another problem",
      report.problems.filter(isLater),
      "warn",
      (name) => (hasFallback ? LOAD_FALLBACK : remedyBeside(name, withoutPassword)),
    ),
    tallySection("Look at them", report.warnings, "warn"),
    tallySection("Watch out for", report.notices, "warn"),
    tallySection("Repaired", report.changes, "good"),
    notCarriedSection(report.notCarried),
    unknownColumnsSection(report.unknownColumns),
    ...joinSections(report.joined),
    knownSection(report),
    filesSection(files, notes),
    sectionOf("Next", isStep === true ? [] : [...fallbackRows(report, hasFallback), ...nextRows(report, next)]),
  ];
}

const unusedText = (unused: number): string =>
  `${nounFor(unused, "decision is", "decisions are")} about users who are not in the export`;

/** Problems whose remedy is the file that was just written. */
const LEFT_TO_FALLBACK: ReadonlySet<string> = new Set(["scheme/login-only", "wrapping/prehashed"]);

const LOAD_FALLBACK =
  "Load the fallback's file where users log in: docs/login.md. It imports each at their next login, unless they have no address or the service refuses them.";

/** How the source was recognised, with --from auto. */
function detectedRows({ source }: CheckReport): readonly ReportRow[] {
  if (source?.certainty === undefined) return [];
  const { name, reasons = [] } = source;
  return [{ text: `this is an export of ${name}: ${reasons.join("; ")}`, tone: "faint" }];
}

function numberRows(report: CheckReport): readonly ReportRow[] {
  const { records, importable, repaired, refused, unreadable, skipped } = report;
  return [
    { number: records, text: nounFor(records, "record") },
    { number: importable, text: "can be imported", tone: "good" },
    ...loginOnlyRows(report),
    {
      number: refused,
      text: "not importable",
      tone: refused > 0 ? "bad" : "good",
      rest: unreadable > 0 ? `, ${unreadable} of them because their text could not be read` : "",
      restTone: "bad",
    },
    ...unlessNone(skipped, "skipped: accounts of programs", "faint"),
    ...unlessNone(leftOutByChoice(report.problems), LEFT_OUT, "faint"),
    ...unlessNone(repaired, "of all these after a repair", "faint"),
  ];
}

/** They are not lost: the fallback takes them. */
function loginOnlyRows({ loginOnly, otherLogins, withoutAddress }: CheckReport): readonly ReportRow[] {
  if (loginOnly === 0) return [];
  const logins = otherLogins > 0 ? `; of ${otherLogins} of them the other logins can be imported` : "";
  const rest = logins + (withoutAddress > 0 ? withoutAddressText(withoutAddress) : "");
  const text = `${nounFor(loginOnly, "logs", "log")} in through the fallback`;
  return [{ number: loginOnly, text, tone: "warn", rest, restTone: "faint" }];
}

type SchemeShare = NonNullable<CheckReport["schemes"]>[number];

function schemeSection({ schemes = [] }: CheckReport, most = schemes.length): ReportSection {
  const kept = schemes.length > most ? schemes.slice(0, most - 1) : schemes;
  const rows = kept.map((share) => schemeRow(share, schemes.length > 1));
  const sum = (of: "users" | "atLogin") => schemes.slice(kept.length).reduce((all, share) => all + share[of], 0);
  const others = { scheme: null, cost: "", users: sum("users"), atLogin: sum("atLogin"), firstLines: [] };
  return sectionOf(SCHEMES_HEADING, others.users === 0 ? rows : [...rows, schemeRow(others, false)]);
}

function schemeRow(share: SchemeShare, isPlaced: boolean): ReportRow {
  const { scheme, cost, users, atLogin, firstLines, firstUsers, firstFiles } = share;
  const text = scheme === null ? "of further kinds" : `${scheme}${cost === "" ? "" : ` (${cost})`}`;
  const later = `: ${users - atLogin} carried, ${atLogin} at the next login`;
  const when = atLogin === users ? ", at the next login" : atLogin === 0 ? "" : later;
  const first = { firstLines: firstLines.slice(0, 1), firstUsers: firstUsers?.slice(0, 1), firstFiles };
  const where = isPlaced && firstLines.length > 0 ? `  ${placesOf({ records: users, ...first })}` : "";
  return { number: users, text, rest: `${when}${where}`, restTone: "faint" };
}

function knownSection({ known }: CheckReport): ReportSection {
  if (known === undefined) return { rows: [] };
  const others = (known.notProven ?? []).map(({ identifier, message, outcome }): ReportRow => {
    const text = `${printable(identifier)}: ${message}`;
    return { text, tone: toneOf({ outcome }), isDetail: true };
  });
  const heading = known.given === undefined ? "Known password" : "Known passwords";
  return { heading, rows: [marked(toneOf(known), known.message), ...others] };
}

function toneOf({ outcome }: Pick<KnownResult, "outcome">) {
  if (outcome === "matches") return "good";
  return isWrong({ outcome }) ? "bad" : "warn";
}

/** Why an export is not ready, where it is not said of a user. */
export function faultOf(report: CheckReport): ReportFault | undefined {
  const code = faultOfCheck(report);
  if (code === undefined) return undefined;
  const said: Readonly<Record<string, string | undefined>> = {
    "known-password": report.known?.message,
    "no-users": NO_USERS,
    "not-ready": loadFallback(report),
  };
  const message = said[code];
  return message === undefined ? { code, remedy: operatorRemedyOf(code) } : { code, message };
}

function loadFallback({ loginOnly, records, skipped, withoutAddress }: CheckReport): string {
  return atLoginText(loginOnly, records - skipped, withoutAddress);
}

const PROVE_PARAMETERS = "Test one password that you know: add --known you@example.com.";

function proveOrigin(hashes: number): string {
  return `${counted(hashes, "hash", "hashes")} of unknown origin: prove one with --known, or name the system with --source.`;
}

/** Users whom the fallback needs a file for. */
function fallbackRows({ loginOnly }: CheckReport, hasFallback: boolean): readonly ReportRow[] {
  if (loginOnly === 0 || hasFallback) return [];
  const users = `${counted(loginOnly, "user")} ${nounFor(loginOnly, "logs", "log")} in through the fallback`;
  return [{ text: `${users}: write what it needs with --fallback.` }];
}

function noUsersRows({ source }: CheckReport): readonly ReportRow[] {
  const first = { text: NO_USERS };
  const name = source?.name ?? "";
  if (!READABLE_SOURCES.some((one) => one === name)) return [first];
  return [first, { text: `How ${name} exports them: credport sources ${name}` }];
}

/** Said where the export is not one to rehearse an import of. */
const NEXT: Readonly<Record<Exclude<CheckStep, "rehearse">, (report: CheckReport) => readonly ReportRow[]>> = {
  "other-file": noUsersRows,
  "look-at-hashes": () => [{ text: "Do not import yet: a known password does not match." }],
  "other-password": () => [{ text: "No known password was verified. Give another with --known." }],
  "load-fallback": (report) => [{ text: loadFallback(report) }],
  "follow-remedies": () => [{ text: "Nothing can be imported: see the remedies above." }],
};

function nextRows(report: CheckReport, next: string): readonly ReportRow[] {
  const { unreadable, problems, warnings, known, contents } = report;
  const step = stepAfterCheck(report);
  if (step !== "rehearse") return NEXT[step](report);
  const hasPasswords = contents.passwords.carried > 0;
  const unknown = recordsNamed(warnings, "user/hash-origin-unknown");
  return [
    ...unreadableRows(unreadable, problems),
    ...textIf(known === undefined && hasPasswords, unknown > 0 ? proveOrigin(unknown) : PROVE_PARAMETERS),
    { text: "Rehearse the import (nothing leaves this machine without --to):" },
    { text: `  ${next}` },
  ];
}
