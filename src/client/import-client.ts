import type { ServiceProfile } from "../service/profile.js";
import type { CallMethods } from "./calls/calls.js";
import type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./sequences/migrate-passwordless.js";
import type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./sequences/migrate-totp.js";
import type { SequenceOptions, SequenceResult } from "./sequences/sequence.js";

/** The calls alone: what a sequence is made of. */
export interface ImportCalls extends CallMethods {
  readonly service: ServiceProfile;
}

/**
 * The eight calls of the interface, and the two sequences made of them. No call throws on what the service or the
 * data do; each gives back a `Result`. docs/client.md says what a lost answer means for each of them.
 */
export interface ImportClient extends ImportCalls {
  /** Rule 3: the first factor, then its TOTP devices. */
  migrateTotp(
    request: TotpMigrationRequest,
    options?: SequenceOptions<TotpProgress>,
  ): Promise<SequenceResult<TotpMigration, TotpProgress>>;
  /** Rule 4: the first factor, a passwordless user, and the link between the two. */
  migratePasswordless(
    request: PasswordlessMigrationRequest,
    options?: SequenceOptions<PasswordlessProgress>,
  ): Promise<SequenceResult<PasswordlessMigration, PasswordlessProgress>>;
}
