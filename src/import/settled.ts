import { recordsNamed, type Tally } from "../lib/tally.js";
import { rowIn } from "../problems/problem-maker.js";
import { SOURCE_PROBLEMS } from "../problems/source.js";
import type { ProblemCode } from "../result.js";
import { leftOutByChoice } from "../source/internal.js";
import type { ImportReport } from "./account.js";
import { KEPT } from "./outcome.js";

/**
 * Whether all users of the export, or all that were selected, are surely on the service after a
 * run that came to its end.
 */
export function isEveryUserImported(
  report: Pick<ImportReport, "refusedByUs" | "refusedByService" | "failed" | "unfinished"> &
    Partial<Pick<ImportReport, "existing" | "atLogin" | "problems">>,
): boolean {
  const { existing = 0, atLogin = 0, refusedByUs, refusedByService, failed, unfinished, problems = [] } = report;
  const named = NAMED.reduce((sum, name) => sum + recordsNamed(problems, name), 0);
  const wanted = refusedByUs - leftOutByChoice(problems) + named;
  return existing + atLogin + wanted + refusedByService + failed + unfinished === 0;
}

/** Also of users who were sent and are now to be left out. */
export const DECIDED_TOO_LATE = "user/decided-too-late";

/** The code of the warning that a login may be another person's. */
export const MAYBE_TAKEN = "import/login-maybe-taken";

/** Of users who count as imported, and need a look. */
const NAMED: readonly ProblemCode[] = [DECIDED_TOO_LATE, "import/user-gone", MAYBE_TAKEN];

/** Whether a warning of a user who is on the service keeps the import from being a whole one. */
export function isProblem(name: string): boolean {
  return name === KEPT || NAMED.some((named) => named === name);
}

/**
 * Records whose text could not be read, so that nothing is known of their users. Where one
 * is `source/records-unreadable`, there may be more.
 */
export function countUnreadable(problems: readonly Tally[]): number {
  return problems
    .filter(({ name }) => rowIn(name, SOURCE_PROBLEMS)?.userUnknown === true)
    .reduce((sum, { records }) => sum + records, 0);
}
