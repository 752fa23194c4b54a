import type { Problem } from "../result.js";
import type { UserRecord } from "../source/index.js";
import type { RecordedOutcome } from "./outcome.js";
import type { UserEnd } from "./run-user.js";
import type { FirstUser } from "./since/first-import.js";

/** An undo of this import must not delete users that the first import created. */
export function ofChanged(outcome: RecordedOutcome, first: FirstUser | undefined): RecordedOutcome {
  if (first === undefined) return outcome;
  const { serviceUserId } = first;
  return "warnings" in outcome
    ? { ...outcome, kind: "already-there", serviceUserId }
    : { ...outcome, serviceUserId, canSignIn: true };
}

export function outcomeOf(
  { index: record, line, userId }: UserRecord,
  end: Exclude<UserEnd, { readonly kind: "unfinished" }>,
  warnings: readonly Problem[],
): RecordedOutcome {
  if ("problems" in end) {
    return { record, line, userId, ...end };
  }
  const { kind, serviceUserId, isReconciled } = end;
  const all = end.warnings.length === 0 ? warnings : [...warnings, ...end.warnings];
  return { record, line, userId, kind, serviceUserId, isReconciled, warnings: all };
}
