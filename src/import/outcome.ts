import type { Problem } from "../result.js";

/** Which record of the input an outcome is about. */
export interface RecordPlace {
  /** From 0. */
  readonly record: number;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** ID in the source system, where it could be read. */
  readonly userId?: string | undefined;
}

/** What became of one record. Holds no secret. */
export type ImportOutcome = RecordPlace &
  (
    | {
        /** `already-there`: every part of it was on the service before this import began. */
        readonly kind: "imported" | "already-there";
        /** The service's ID of the user, where its replies name one. */
        readonly serviceUserId?: string | undefined;
        /** Found on the service after a crash had cut off an earlier run; no second one was made. */
        readonly isReconciled: boolean;
        readonly warnings: readonly Problem[];
      }
    | {
        /** Nothing was sent. */
        readonly kind: "refused-by-us";
        readonly problems: readonly Problem[];
      }
    | {
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
  );

/** Names of the outcomes that a user can have. */
export type OutcomeKind = ImportOutcome["kind"];

/** Outcomes that a journal keeps: what was never sent is decided again by each run. */
export type RecordedOutcome = Exclude<ImportOutcome, { readonly kind: "refused-by-us" }>;
