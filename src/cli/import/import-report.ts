import type { ImportPreview, ImportReport, KnownSignIns } from "../../import/index.js";
import {
  countUnreadable,
  mayHaveBegun,
  type RehearsalStep,
  stepAfterRehearsal,
  waitForLicence,
} from "../../import/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import type { Problem } from "../../result.js";
import { leftOutByChoice } from "../../source/internal.js";
import { contentSection, withoutPasswordSection } from "../output/content-section.js";
import { atLoginText, LEFT_OUT, NO_USERS, outcomeRows } from "../output/outcome-rows.js";
import { duration } from "../output/progress.js";
import { remedyBeside } from "../output/remedies.js";
import { type ReportRow, type ReportSection, sectionOf, stoppedSection, textIf, unlessNone } from "../output/report.js";
import { notCarriedSection, placesOf, tallySection, unknownColumnsSection } from "../output/tally-rows.js";
import { unreadableRows } from "../output/unreadable.js";
import { signInSection } from "../prove/known-report.js";

interface ImportFrame {
  readonly title: string;
  /** Records of the file, where they were counted. */
  readonly total: number | undefined;
  readonly isRehearsal: boolean;
  /** Of another command, which says what comes next. */
  readonly isStep?: boolean | undefined;
  readonly journal: string | undefined;
  /** Why the run ended early. */
  readonly stopped: Problem | undefined;
  readonly signIns: KnownSignIns | undefined;
  readonly withoutPassword?: string | undefined;
  /** What is counted of what users have, where it is not what became of it. */
  readonly contentNote?: string | undefined;
}

/** The account for a person: the numbers, each kind of fault with its remedy, then what to do next. */
export function importReport(report: ImportReport, frame: ImportFrame): readonly ReportSection[] {
  const { title, total, isRehearsal, stopped, signIns } = frame;
  return [
    {
      heading: `${headingOf(report, frame)} ${title}`,
      rows: isRehearsal ? [{ text: "REHEARSAL: no user was really imported.", tone: "warn" }] : [],
    },
    { rows: [recordsRow(report, total), ...accountRows(report, stopped), ...unreachedRows(report, frame)] },
    tallySection("Problems", report.problems, "bad", (name) => remedyBeside(name, frame.withoutPassword)),
    tallySection("Look at them", report.warnings, "warn", (name) => remedyBeside(name, frame.withoutPassword)),
    saidSection(report),
    contentSection(report.users.contents, frame.contentNote),
    withoutPasswordSection(report.users, frame.withoutPassword),
    notCarriedSection(report.notCarried),
    unknownColumnsSection(report.users.unknownColumns),
    signInSection(signIns),
    stopped === undefined
      ? { heading: "Next", rows: nextRows(report, frame) }
      : stoppedSection(stopped, resumeRows(stopped, frame)),
  ];
}

function headingOf({ records }: ImportReport, { isRehearsal, stopped }: ImportFrame): string {
  if (stopped !== undefined && records === 0) return isRehearsal ? "Not rehearsed:" : "Not imported:";
  return isRehearsal ? "Rehearsed the import of" : "Imported";
}

function recordsRow({ records, elapsedMs }: ImportReport, total = records): ReportRow {
  const time = `in ${duration(elapsedMs)}`;
  return records === total
    ? { number: records, text: `${nounFor(records, "record")} ${time}` }
    : { number: records, text: `of ${counted(total, "record")} ${time}` };
}

function accountRows(report: ImportReport, stopped: Problem | undefined): readonly ReportRow[] {
  const { leftOut, unfinished, sentInPart } = report;
  const unconfirmed = report.bulk?.unconfirmed ?? 0;
  const isUnproven = stopped?.code === "import/known-not-signed-in";
  return [
    ...outcomeRows(report, report.users.withoutAddress),
    ...unlessNone(leftOutByChoice(report.problems), LEFT_OUT, "faint"),
    ...sinceRows(report),
    ...bulkRows(report),
    ...unlessNone(report.partlyImported, PARTLY, "warn"),
    ...unlessNone(leftOut, isUnproven ? "not sent" : "left out", "faint"),
    ...unlessNone(unconfirmed, "handed to the service and not yet confirmed", "warn"),
    ...unlessNone(sentInPart, "sent in part, when the run stopped", "warn"),
    ...unlessNone(unfinished - unconfirmed - sentInPart, "not sent", "warn"),
    ...unlessNone(report.fromEarlierRuns, "of all these by earlier runs", "faint"),
    ...unlessNone(report.reconciled, "of the imported ones found on the service after a crash", "faint"),
    ...unlessNone(report.verifiedAddresses, "of the imported ones marked as verified by this run", "faint"),
    ...unlessNone(report.overwrittenPasswords, OVERWRITTEN, "warn"),
  ];
}

/** What a run that was stopped has not come to; an earlier run may have. */
function unreachedRows({ records }: ImportReport, { total, stopped, journal }: ImportFrame): readonly ReportRow[] {
  if (stopped === undefined) return [];
  if (total === undefined) return textIf(journal !== undefined && mayHaveBegun(stopped), UNCOUNTED, "warn");
  return unlessNone(total - records, journal === undefined ? "not reached" : UNREACHED, "warn");
}

const UNREACHED = "not reached by this run: the journal knows whom an earlier one has imported";
const UNCOUNTED =
  "Stopped before the records were counted: the journal knows whom an earlier run has imported, and they are not in these numbers.";
const PARTLY = "of these can sign in already, without their second factor or other logins";
const OVERWRITTEN = "overwritten passwords: they were on the service already";

const NOT_CHANGED = "of those not importable on the service, without what has changed since";
const GONE = "of those whom the first import made not in this export";

/** How the export compares with the first one. */
function sinceRows({ since }: ImportReport): readonly ReportRow[] {
  if (since === undefined) return [];
  return [
    { number: since.unchanged, text: "of these unchanged since the first export", tone: "faint" },
    { number: since.changed, text: "of these with what has changed since", tone: "faint" },
    ...unlessNone(since.notChanged ?? 0, NOT_CHANGED, "warn"),
    { number: since.gone, text: GONE, tone: since.gone > 0 ? "warn" : "faint" },
  ];
}

/** How the users went, and how many of them were compared with what was sent. */
function bulkRows({ bulk }: ImportReport): readonly ReportRow[] {
  if (bulk === undefined) return [];
  const { batches, compared, differing } = bulk;
  return [
    { number: batches, text: `${nounFor(batches, "call")} of the bulk import`, tone: "faint" },
    { number: compared, text: `of these read back and compared`, tone: "faint" },
    ...unlessNone(differing, "differ from what was sent", "bad"),
  ];
}

/** Each text once, in the service's own words. */
function saidSection({ serviceSaid }: ImportReport): ReportSection {
  return sectionOf(
    "The service said",
    serviceSaid.map(({ message, users, ...places }) => ({
      number: users,
      text: printable(message),
      rest: `  ${placesOf({ records: users, ...places })}`,
      restTone: "faint",
    })),
  );
}

function resumeRows(stopped: Problem, { journal }: ImportFrame): readonly ReportRow[] {
  if (journal === undefined || !mayHaveBegun(stopped)) return [];
  const isSaid = stopped.remedy?.includes("same command again") === true;
  const again = isSaid ? "What" : "Run the same command again to resume: what";
  return [{ text: `${again} the service acknowledged is in ${journal}.` }];
}

function nextRows(report: ImportReport, { isRehearsal, isStep, journal, signIns }: ImportFrame): readonly ReportRow[] {
  const { records, skipped, users, atLogin, failed, refusedByService, problems } = report;
  const unread = unreadableRows(countUnreadable(problems), problems);
  if (isRehearsal) {
    const step = stepAfterRehearsal(report, signIns);
    if (step === "load-fallback") return [{ text: atLoginText(atLogin, records - skipped, users.withoutAddress) }];
    if (step !== "import") return [{ text: NOT_YET[step] }];
    return [...unread, { text: isStep === true ? AFTER_REHEARSAL : FOR_REAL }];
  }
  const waiting = waitForLicence(report);
  return [
    ...unread,
    { text: `Keep ${journal}: it says who was imported, so that no user is imported twice.` },
    ...textIf(waiting > 0, WAIT_FOR_LICENCE),
    ...textIf(failed > waiting, "Run the same command again to retry the users who failed."),
    ...textIf(refusedByService > 0, RETRY_REFUSED),
  ];
}

const FOR_REAL = "Add --to with the service's address to import for real: docs/importing.md.";
const AFTER_REHEARSAL = "The import to the service is a step of its own.";
const WAIT_FOR_LICENCE =
  "Users who wait for a licence count as failed: import the rest of them later with the same journal.";
const RETRY_REFUSED = "Resolve the refusals, then give their --rejects file to --only.";

/** Said where a rehearsal has shown that the import is not to begin. */
const NOT_YET: Readonly<Record<Exclude<RehearsalStep, "import" | "load-fallback">, string>> = {
  "cheaper-known-user":
    "Do not import yet: this machine could not verify the password. Give --known a user whose hash costs less, or try this login at the service with one imported user.",
  "look-at-hashes":
    "Do not import yet: with these hash parameters a user could not sign in, or the service can't verify this very password. credport check --known says which it is.",
  "other-known-user":
    "Do not import yet: no known password is that of a user who was imported. Give --known such a user.",
  "other-file": NO_USERS,
  "follow-remedies": "No user can be imported: see the remedies above.",
};

const MOST_PLANS = 20;

/**
 * What `--dry-run` prints.
 *
 * @param whoIsThere What becomes of users who are on the service already.
 */
export function previewReport(preview: ImportPreview, path: string, whoIsThere: string): readonly ReportSection[] {
  const { records, users, atLogin, refusedByUs, skipped, leftOut, calls, plans, problems } = preview;
  const unread = unreadableRows(countUnreadable(problems), problems);
  return [
    { heading: `Dry run of ${printable(path)}: nothing was sent`, rows: [] },
    {
      rows: [
        { number: records, text: nounFor(records, "record") },
        { number: users, text: "would be imported", tone: "good" },
        { number: refusedByUs, text: "not importable", tone: refusedByUs > 0 ? "bad" : "good" },
        ...unlessNone(atLogin, "would log in through the fallback", "warn"),
        ...unlessNone(skipped, "skipped: accounts of programs", "faint"),
        ...unlessNone(leftOut, "left out", "faint"),
      ],
    },
    { heading: "Calls", rows: callRows(preview) },
    { heading: "Plans", rows: planRows(plans) },
    tallySection("Problems", problems, "bad"),
    tallySection("Would be imported, but look at them", preview.warnings, "warn"),
    contentSection(preview.contents),
    notCarriedSection(preview.notCarried),
    unknownColumnsSection(preview.unknownColumns),
    sectionOf("Next", [...unread, ...textIf((calls.importPasswordHash ?? 0) > 0, whoIsThere)]),
  ];
}

function callRows({ calls, bulkCalls }: ImportPreview): readonly ReportRow[] {
  const rows = Object.entries(calls).map(([text, number]) => ({ number, text }));
  if (bulkCalls === undefined) return rows;
  return [...rows, { number: bulkCalls, text: `${nounFor(bulkCalls, "call")} of the bulk import` }];
}

function planRows(plans: ImportPreview["plans"]): readonly ReportRow[] {
  const rows = plans.slice(0, MOST_PLANS).map(({ steps, users }) => ({ number: users, text: steps.join(" → ") }));
  const others = plans.length - MOST_PLANS;
  if (others <= 0) return rows;
  return [...rows, { text: `and ${counted(others, "other plan")}`, tone: "faint", isDetail: true }];
}
