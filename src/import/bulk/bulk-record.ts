import type { BulkUser } from "../../client/index.js";
import type { Problem } from "../../result.js";
import type { NormalizedUser } from "../../source/index.js";
import type { OutcomePlace } from "../outcome.js";

/** A user on the way to the service, or waiting there. */
export interface BulkRecord {
  readonly place: OutcomePlace;
  readonly user: BulkUser;
  readonly source: NormalizedUser;
  readonly warnings: readonly Problem[];
  /** Whether an earlier call may have brought them to the service. */
  readonly isInDoubt: boolean;
  /** Milliseconds since the epoch until which an earlier run may have sent them, where this one has not. */
  readonly sentUntil: number | undefined;
  /** Of their logins, where the service has shown them, and no other call can have made any. */
  readonly loginIds: readonly string[] | undefined;
}

/** Name of the whole way among the steps of a user, and among the kinds of calls. */
export const BULK_STEP = "bulk-import";
