import type { ImportPreview, ImportReport, Tally } from "../import/index.js";
import { PROBLEM_REMEDIES, type ProblemCode } from "../problems.js";
import type { Problem } from "../result.js";
import { duration } from "./import-progress.js";
import type { KnownSignIns } from "./known-sign-ins.js";
import type { Style } from "./style.js";

export interface ImportFrame {
  readonly title: string;
  readonly isRehearsal: boolean;
  readonly journal: string | undefined;
  /** Why the run ended early. */
  readonly stopped: Problem | undefined;
  readonly signIns: KnownSignIns | undefined;
  readonly style: Style;
}

/** The account for a person: the numbers, each kind of fault with its remedy, then what to do next. */
export function formatImportReport(report: ImportReport, frame: ImportFrame): string {
  const { title, isRehearsal, stopped, signIns, style } = frame;
  const lines = [
    style.strong(`${isRehearsal ? "Rehearsed the import of" : "Imported"} ${title}`),
    ...(isRehearsal ? [style.warn("  REHEARSAL: nobody was imported anywhere.")] : []),
    "",
    `  ${count(report.records)} records in ${duration(report.elapsedMs)}`,
    ...accountLines(report, style),
    "",
    ...problemLines(report.problems, style),
    ...signInLines(signIns, style),
    ...(stopped === undefined ? nextLines(report, frame) : stoppedLines(stopped, frame)),
  ];
  return `${lines.join("\n")}\n`;
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
  if (tallies.length === 0) return [];
  const rows = tallies.flatMap(({ name, records, firstLines }) => {
    const more = records > firstLines.length ? ", …" : "";
    const places = `line${firstLines.length > 1 ? "s" : ""} ${firstLines.join(", ")}${more}`;
    const remedy = Object.hasOwn(PROBLEM_REMEDIES, name) ? PROBLEM_REMEDIES[name as ProblemCode] : "";
    return [`  ${count(records)} ${style.bad(name)}  ${style.faint(places)}`, `         ${remedy}`];
  });
  return [style.strong("What came up"), ...rows, ""];
}

function signInLines(signIns: KnownSignIns | undefined, style: Style): string[] {
  if (signIns === undefined) return [];
  const { tried, signedIn, failed, notImported } = signIns;
  const isFine = failed.length === 0 && tried > 0;
  const line = `${signedIn} of ${tried} known passwords sign in`;
  return [
    style.strong("Known passwords"),
    isFine ? style.good(`  ✓ ${line}`) : style.bad(`  ✗ ${line}`),
    ...failed.map((email) => `         ${email}`),
    ...(notImported === 0
      ? []
      : [style.faint(`  ${count(notImported)} users of the list were not imported`)]),
    "",
  ];
}

/** No run has begun, and what stands in the file is another import's, or nothing. */
const NOT_BEGUN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "import/journal-locked",
  "import/journal-not-opened",
  "import/not-a-journal",
  "import/journal-damaged",
  "import/journal-version",
  "import/input-changed",
  "import/target-changed",
]);

function stoppedLines({ code, message, remedy }: Problem, { journal, style }: ImportFrame): string[] {
  return [
    style.bad(`Stopped early: ${code}`),
    `  ${message}`,
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
    ...(journal === undefined || NOT_BEGUN.has(code)
      ? []
      : [`  The same command goes on where this one was: what was acknowledged stands in ${journal}.`]),
  ];
}

function nextLines(
  { failed, refusedByService }: ImportReport,
  { isRehearsal, journal, style }: ImportFrame,
): string[] {
  if (isRehearsal) {
    return [
      style.strong("Next"),
      "  Add --to with the service's address to import for real: docs/importing.md.",
    ];
  }
  const lines = [`  Keep ${journal}: it says who was imported, and keeps anybody from being imported twice.`];
  if (failed > 0) lines.push("  Run the same command again for those who failed.");
  if (refusedByService > 0) lines.push("  Settle the refusals, then give their --rejects file to --only.");
  return [style.strong("Next"), ...lines];
}

/** What `--dry-run` prints. */
export function formatImportPreview(preview: ImportPreview, path: string, style: Style): string {
  const { records, users, refusedByUs, leftOut, calls, plans, problems } = preview;
  const lines = [
    style.strong(`Dry run of ${path}: nothing was sent`),
    "",
    `  ${count(records)} records`,
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
      ? [style.faint(`         and ${plans.length - MOST_PLANS} other plans`)]
      : []),
    "",
    ...problemLines(problems, style),
  ];
  return `${lines.join("\n")}\n`;
}

const MOST_PLANS = 20;

function count(number: number): string {
  return String(number).padStart(6);
}
