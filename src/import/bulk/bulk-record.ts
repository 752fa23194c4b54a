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
  /** Whether the service was asked before the first call, and had no conflicting user. */
  readonly wasAbsent: boolean;
  /** Of their logins, where the service has shown them. */
  readonly loginIds: readonly string[] | undefined;
}

/** Name of the whole way among the steps of a user, and among the kinds of calls. */
export const BULK_STEP = "bulk-import";
