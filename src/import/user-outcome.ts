import type { Problem } from "../result.js";
import type { UserRecord } from "../source/index.js";
import { placeOf, type RecordedOutcome } from "./outcome.js";
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
  record: UserRecord,
  end: Exclude<UserEnd, { readonly kind: "unfinished" }>,
  warnings: readonly Problem[],
): RecordedOutcome {
  if ("problems" in end) return { ...placeOf(record), ...end };
  const { codeUserId: _, found: __, ...rest } = end;
  return { ...placeOf(record), ...rest, warnings: [...warnings, ...end.warnings] };
}
