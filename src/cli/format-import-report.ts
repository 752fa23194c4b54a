import type { ImportPreview, ImportReport, Tally } from "../import/index.js";
import { counted } from "../lib/plural.js";
import { printable } from "../lib/printable.js";
import type { ProblemCode } from "../problems.js";
import type { Problem } from "../result.js";
import { unreadableLines } from "./format-check-report.js";
import { duration } from "./import-progress.js";
import { isProven, type KnownSignIns } from "./known-sign-ins.js";
import type { Style } from "./style.js";
import { count, indent, notCarriedLines, tallyLines } from "./tally-lines.js";

export interface ImportFrame {
  readonly title: string;
  /** Records of the file, where they were counted. */
  readonly total: number | undefined;
  readonly isRehearsal: boolean;
  readonly journal: string | undefined;
  /** Why the run ended early. */
  readonly stopped: Problem | undefined;
  readonly signIns: KnownSignIns | undefined;
  readonly style: Style;
}

/** The account for a person: the numbers, each kind of fault with its remedy, then what to do next. */
export function formatImportReport(report: ImportReport, frame: ImportFrame): string {
  const { title, total, isRehearsal, stopped, signIns, style } = frame;
  const lines = [
    style.strong(`${isRehearsal ? "Rehearsed the import of" : "Imported"} ${title}`),
    ...(isRehearsal ? [style.warn("  REHEARSAL: nobody was imported anywhere.")] : []),
    "",
    `  ${aligned(recordsOf(report, total))} in ${duration(report.elapsedMs)}`,
    ...accountLines(report, style),
    "",
    ...problemLines(report.problems, style),
    ...notCarriedLines(report.notCarried, style),
    ...signInLines(signIns, style),
    ...(stopped === undefined ? nextLines(report, frame) : stoppedLines(stopped, frame)),
  ];
  return `${lines.join("\n")}\n`;
}

function recordsOf({ records }: ImportReport, total = records): string {
  return records === total ? counted(total, "record") : `${records} of ${counted(total, "record")}`;
}

function accountLines(report: ImportReport, style: Style): string[] {
  const { imported, alreadyThere, refusedByUs, refusedByService, failed, leftOut, unfinished } = report;
  const row = (number: number, text: string, colour: (text: string) => string): string[] =>
    number === 0 ? [] : [colour(`  ${count(number)} ${text}`)];
  return [
    style.good(`  ${count(imported)} imported`),
    ...row(alreadyThere, "were there already", style.good),
    ...row(refusedByUs, "refused: they would break", style.bad),
    ...row(refusedByService, "refused by the service", style.bad),
    ...row(failed, "failed, to be tried again", style.bad),
    ...row(
      report.partlyImported,
      "of these can sign in already, without their second factor or other logins",
      style.warn,
    ),
    ...row(leftOut, "left out", style.faint),
    ...row(unfinished, "not decided yet", style.warn),
    ...row(report.fromEarlierRuns, "of all these by earlier runs", style.faint),
    ...row(report.reconciled, "of the imported ones found on the service after a crash", style.faint),
  ];
}

function problemLines(tallies: readonly Tally[], style: Style): string[] {
  return tallyLines("Problems", tallies, style.bad, style);
}

function signInLines(signIns: KnownSignIns | undefined, style: Style): string[] {
  if (signIns === undefined) return [];
  const { tried, signedIn, failed, notVerified, notImported } = signIns;
  const isFine = isProven(signIns);
  const line = `${signedIn} of ${tried} known passwords sign in`;
  return [
    style.strong("Known passwords"),
    isFine ? style.good(`  ✓ ${line}`) : style.bad(`  ✗ ${line}`),
    ...failed.map((email) => `         ${printable(email)}`),
    ...notVerified.map(({ email, reason }) => `         ${printable(email)}: ${reason}`),
    ...(notImported === 0
      ? []
      : [style.faint(`  ${aligned(counted(notImported, "user"))} of the list not imported`)]),
    "",
  ];
}

/** No run has begun, and what is in the file is another import's, or nothing. */
const NOT_BEGUN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "import/journal-locked",
  "import/journal-not-opened",
  "import/not-a-journal",
  "import/journal-damaged",
  "import/journal-version",
  "import/input-changed",
  "import/target-changed",
]);

function stoppedLines({ code, message, field, remedy }: Problem, { journal, style }: ImportFrame): string[] {
  return [
    style.bad(`Stopped early: ${code}`),
    `  ${field?.startsWith("line ") === true ? `${field}: ` : ""}${printable(message)}`,
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
    ...(journal === undefined || NOT_BEGUN.has(code)
      ? []
      : [`  Run the same command again to resume: what was acknowledged is in ${journal}.`]),
  ];
}

function nextLines(
  { records, imported, alreadyThere, failed, refusedByService, problems }: ImportReport,
  { isRehearsal, journal, signIns, style }: ImportFrame,
): string[] {
  const unread = unreadLines(problems);
  if (isRehearsal && signIns !== undefined && !isProven(signIns)) {
    return [style.strong("Next"), `  ${whyNotProven(signIns)}`];
  }
  if (isRehearsal && imported + alreadyThere === 0) {
    return [style.strong("Next"), `  ${records === 0 ? NO_USERS : NOBODY}`];
  }
  if (isRehearsal) {
    return [
      style.strong("Next"),
      ...unread,
      "  Add --to with the service's address to import for real: docs/importing.md.",
    ];
  }
  const lines = [`  Keep ${journal}: it says who was imported, so that no user is imported twice.`];
  if (failed > 0) lines.push("  Run the same command again for those who failed.");
  if (refusedByService > 0) lines.push("  Settle the refusals, then give their --rejects file to --only.");
  return [style.strong("Next"), ...unread, ...lines];
}

function whyNotProven({ tried, failed }: KnownSignIns): string {
  if (tried === 0) return NOTHING_PROVEN;
  return failed.length === 0 ? NOT_VERIFIED : NO_SIGN_IN;
}

const NOT_VERIFIED =
  "Do not import yet: this machine could not verify the password. Give --known a user whose hash costs less, or try this login at the service with one imported user.";
const NO_SIGN_IN =
  "Do not import yet: with these hash parameters a user could not sign in. credport check --known says which of them to look at.";
const NOTHING_PROVEN =
  "Do not import yet: no known password is that of a user who was imported. Give --known such a user.";
const NO_USERS = "The export holds no users: check that it is the right file.";
const NOBODY = "Nobody can be imported: see the remedies above.";

/** Codes of records whose text could not be read, so that their users are unknown. */
const UNREADABLE: ReadonlySet<string> = new Set<ProblemCode>([
  "source/record-not-json",
  "source/record-not-utf8",
  "source/record-too-long",
  "source/records-unreadable",
]);

function unreadLines(problems: readonly Tally[]): string[] {
  const unread = problems.filter(({ name }) => UNREADABLE.has(name));
  return unreadableLines(
    unread.reduce((sum, { records }) => sum + records, 0),
    problems,
  );
}

/** What `--dry-run` prints. */
export function formatImportPreview(preview: ImportPreview, path: string, style: Style): string {
  const { records, users, refusedByUs, leftOut, calls, plans, problems } = preview;
  const lines = [
    style.strong(`Dry run of ${printable(path)}: nothing was sent`),
    "",
    `  ${aligned(counted(records, "record"))}`,
    style.good(`  ${count(users)} would be imported`),
    (refusedByUs > 0 ? style.bad : style.good)(`  ${count(refusedByUs)} would be refused`),
    ...(leftOut === 0 ? [] : [style.faint(`  ${count(leftOut)} left out`)]),
    "",
    style.strong("Calls"),
    ...Object.entries(calls).map(([call, number]) => `  ${count(number)} ${call}`),
    "",
    style.strong("Plans"),
    ...plans
      .slice(0, MOST_PLANS)
      .map(({ steps, users: number }) => `  ${count(number)} ${steps.join(" → ")}`),
    ...(plans.length > MOST_PLANS
      ? [style.faint(`         and ${counted(plans.length - MOST_PLANS, "other plan")}`)]
      : []),
    "",
    ...problemLines(problems, style),
    ...tallyLines("Would be imported, but look at them", preview.warnings, style.warn, style),
    ...notCarriedLines(preview.notCarried, style),
    ...unreadLines(problems),
  ];
  return `${lines.join("\n")}\n`;
}

const MOST_PLANS = 20;

/** Text that begins with a number, in line with the other numbers. */
function aligned(text: string): string {
  return text.replace(/^\d+/, (digits) => indent(Number(digits)) + digits);
}
