import type { AdministrationClient, BulkClient } from "../../client/index.js";
import { defined } from "../../lib/defined.js";

/** The bulk import as the way of an import's users, in place of the calls of the interface. */
export interface BulkOptions {
  /** For the service that the import's `client` is for; its profile must have the calls. */
  readonly client: BulkClient;
  /** For the same service: users are looked up and read back. */
  readonly administration: AdministrationClient;
  /** Tenant of logins and roles. Default `public`. */
  readonly tenantId?: string | undefined;
  /** Users of one call at most. Default 10,000, which is what the service takes. */
  readonly batchUsers?: number | undefined;
  /**
   * Calls that are sent before the job is waited for. It runs every few minutes, so that small rounds wait most of
   * the time; a large one holds more users in memory. Default 5.
   */
  readonly batchesInRound?: number | undefined;
  /** Users of each round who are read back and compared; of the first one, all are. Default 20. */
  readonly readBack?: number | undefined;
  /** Milliseconds between two questions to the job. Default 5000. */
  readonly pollMs?: number | undefined;
  /** Milliseconds without a user leaving the queue after which the run stops. Default 20 minutes. */
  readonly stuckMs?: number | undefined;
  /** Resume although the service takes addresses for verified that are not. */
  readonly acceptVerified?: boolean | undefined;
  readonly withoutRoles?: boolean | undefined;
  readonly withoutMetadata?: boolean | undefined;
}

/** Users of the first round, all of whom are read back: what the service does wrong is found out with few. */
export const FIRST_ROUND = 20;
/** Of a call's text; a service reads it into its memory. */
export const MOST_BATCH_CHARACTERS = 1 << 24;

/** Users of whom the service is asked at the same time. */
export const USERS_AT_ONCE = 8;

export const BULK_DEFAULTS = {
  tenantId: "public",
  batchUsers: 10_000,
  batchesInRound: 5,
  readBack: 20,
  pollMs: 5_000,
  stuckMs: 20 * 60_000,
} satisfies Partial<BulkOptions>;

/** The options with a value for each that has a default. */
export type CompleteBulkOptions = BulkOptions & typeof BULK_DEFAULTS;

export function completeBulkOptions(given: BulkOptions): CompleteBulkOptions {
  return { ...BULK_DEFAULTS, ...defined(given) } as CompleteBulkOptions;
}
