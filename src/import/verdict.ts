import { IMPORT_PROBLEMS } from "../problems/import.js";
import { rowIn } from "../problems/problem-maker.js";
import type { Problem, ProblemCode } from "../result.js";
import type { ImportReport } from "./account.js";
import { allSignedIn, type KnownSignIns } from "./prove-sign-ins.js";
import { isEveryUserImported } from "./settled.js";

/** What is known of an import beside its numbers. */
interface Run {
  /** Why it ended early. */
  readonly stopped: Problem | undefined;
  readonly signIns: KnownSignIns | undefined;
  readonly isRehearsal: boolean;
  /** Records of the file, where they were counted. */
  readonly total: number | undefined;
}

/** How an import ended, why it did so early, and what is wrong with the whole run. */
export function verdictOn(report: ImportReport, run: Run) {
  const { signIns } = run;
  const stopped = stopReason(report, run);
  const isSignedIn = signIns === undefined || allSignedIn(signIns);
  const isFine = isEveryUserImported(report) && isSignedIn;
  const code = !isSignedIn ? "import/known-not-signed-in" : report.unfinished > 0 ? "import/interrupted" : undefined;
  const end = stopped === undefined ? (isFine ? "fine" : "problems") : "stopped";
  return { end, stopped, fault: stopped ?? (code && { code }) } as const;
}

function stopReason({ records, unfinished }: ImportReport, { stopped, isRehearsal, total }: Run): Problem | undefined {
  if (stopped?.code !== "import/interrupted") return stopped;
  const isAtEnd = records === total && unfinished === 0;
  return {
    ...stopped,
    ...(isAtEnd ? { message: "the run was ended after its last record, before all was proven" } : {}),
    ...(isRehearsal ? { remedy: REHEARSE_AGAIN } : {}),
  };
}

const REHEARSE_AGAIN = "Run the same command again: a rehearsal keeps nothing and starts with the first user.";

/** Whether a run that was stopped so may have sent something. */
export function mayHaveBegun({ code }: Problem): boolean {
  return rowIn(code, IMPORT_PROBLEMS)?.nothingBegun !== true;
}

/** What comes after a rehearsal. */
export function stepAfterRehearsal(
  { records, imported, alreadyThere, atLogin }: ImportReport,
  signIns: KnownSignIns | undefined,
) {
  if (signIns !== undefined && !allSignedIn(signIns)) {
    if (signIns.tried === 0) return "other-known-user";
    return signIns.failed.length === 0 ? "cheaper-known-user" : "look-at-hashes";
  }
  if (imported + alreadyThere > 0) return "import";
  if (records === 0) return "other-file";
  return atLogin > 0 ? "load-fallback" : "follow-remedies";
}

export type RehearsalStep = ReturnType<typeof stepAfterRehearsal>;

const WITHHELD: ReadonlySet<string> = new Set<ProblemCode>(["import/linking-withheld", "import/totp-withheld"]);

/** How many of the users who failed wait for a licence, at the least: one user can wait for both features. */
export function waitForLicence({ problems }: Pick<ImportReport, "problems">): number {
  return Math.max(0, ...problems.filter(({ name }) => WITHHELD.has(name)).map(({ records }) => records));
}
