import type { Problem } from "../result.js";
import type { UserRecord } from "../source/index.js";
import { fateOf } from "../source/internal.js";

/** Which record of the input an outcome is about. */
export interface OutcomePlace {
  /** From 0. */
  readonly record: number;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** ID in the source system, where it could be read: the one by which the user is imported. */
  readonly userId?: string | undefined;
}

/** A user who is on the service. */
export interface ImportedPart {
  /** `already-there`: every part of it was on the service before this import began. */
  readonly kind: "imported" | "already-there";
  /** The service's ID of the user, where its replies name one. */
  readonly serviceUserId?: string | undefined;
  /** Found on the service after a crash had cut off an earlier run; no second one was made. */
  readonly isReconciled: boolean;
  readonly warnings: readonly Problem[];
}

/** A user who was sent and is not on the service whole. */
export interface RefusedPart {
  /** `refused-by-service` will be answered the same again; `failed` is tried again by the next run. */
  readonly kind: "refused-by-service" | "failed";
  /** The step of the plan that ended it. */
  readonly step: string;
  readonly problems: readonly Problem[];
  /** A login of the user was acknowledged before, so they can sign in, without what is missing. */
  readonly canSignIn: boolean;
  /** The service's ID of their first login, where it was acknowledged. */
  readonly serviceUserId?: string | undefined;
  /** The step that ended it may have been carried out all the same. */
  readonly isInDoubt: boolean;
}

/** What became of one record. Holds no secret. */
export type ImportOutcome = OutcomePlace &
  (
    | ImportedPart
    | {
        /**
         * Nothing was sent: the user would break, or is on the service already; their password comes at login, through
         * the fallback; or the record is not a user.
         */
        readonly kind: UnsentKind;
        readonly problems: readonly Problem[];
      }
    | RefusedPart
  );

/** Names of the outcomes that a user can have. */
export type OutcomeKind = ImportOutcome["kind"];

/** What becomes of a record of which nothing is sent. */
export type UnsentKind = "refused-by-us" | "at-login" | "skipped";

/** Outcomes that a journal keeps: what was never sent is decided again by each run. */
export type RecordedOutcome = Exclude<ImportOutcome, { readonly kind: UnsentKind }>;

/** Whether nothing was sent. */
export function isUnsent(outcome: ImportOutcome): outcome is Exclude<ImportOutcome, RecordedOutcome> {
  return outcome.kind === "refused-by-us" || outcome.kind === "at-login" || outcome.kind === "skipped";
}

/** Of a record for which nothing is sent. A user whose other logins could be sent is refused for those. */
export function unsentOutcome(record: UserRecord, problems: readonly Problem[]): ImportOutcome {
  const fate = fateOf(record);
  const kind = record.result.ok || (fate !== "at-login" && fate !== "skipped") ? "refused-by-us" : fate;
  return { ...placeOf(record), kind, problems };
}

/** A user who is sent has the ID with which they are imported: a second export, a mapping and an undo find them by it. */
export function placeOf({ index: record, line, userId, result }: UserRecord): OutcomePlace {
  return { record, line, userId: result.ok ? result.value.user.externalUserId : userId };
}

/** Beside a user's steps in a journal: one of their logins was on the service before. */
export const FOUND = "found";

/** The code of the warning that the password which a user had on the service is gone. */
export const OVERWRITTEN = "import/password-overwritten";

/** The code of the warning that a user was there already, and was left as they are. */
export const KEPT = "import/existing-kept";
