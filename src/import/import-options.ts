import type { AdministrationClient, AttemptEvent, ImportClient } from "../client/index.js";
import { type OptionNames, requireOptions } from "../lib/require-names.js";
import type { SourceRecord, UserRecord } from "../source/index.js";
import type { ImportReport } from "./account.js";
import type { BulkOptions } from "./bulk/bulk-options.js";
import type { JournalOptions } from "./journal/journal.js";
import type { PatienceOptions } from "./outage.js";
import type { ImportOutcome } from "./outcome.js";
import type { KnownUser } from "./prove-sign-ins.js";
import type { GoneUser } from "./since/first-import.js";
import type { WithoutFeatures } from "./withheld-steps.js";

/** Where the users go, how fast, and where the run is recorded. */
export interface ImportOptions {
  readonly client: ImportClient;
  /** Where the run is written down, so that it can be resumed. Without it, nothing is. */
  readonly journal?: JournalOptions | undefined;
  /**
   * Users in flight at most; less while the service shows signs of overload. Default 16. With `existing`, as many
   * again: those of whom the service is being asked.
   */
  readonly concurrency?: number | undefined;
  /** Calls a second at most. Default: as many as the service takes. */
  readonly callsPerSecond?: number | undefined;
  /** Ends the run in order: no user is begun, calls on their way get `graceMs` to end. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for calls on their way after `signal` has fired. Default 5000. */
  readonly graceMs?: number | undefined;
  /** Records to try; the others are left out. */
  readonly select?: ((record: UserRecord) => boolean) | undefined;
  /** Try users again whom the service has refused in an earlier run. */
  readonly retryRefused?: boolean | undefined;
  /**
   * What to do with users who are on the service already and were not made by this journal. It has no default: a
   * password that is overwritten is lost. `refuse`, which is that of the command line, and `skip` ask the service before
   * a user's first call; a service without a call to look users up has `overwrite` alone.
   */
  readonly existing: ExistingUsers;
  /**
   * Send users by the bulk import in place of the calls of the interface. `client` names the service, `existing` says
   * what becomes of existing users (none is overwritten), and `changedSince` and `without` have no use here.
   */
  readonly bulk?: BulkOptions | undefined;
  /** A second export: of the users whom an earlier import has made, only what has changed is sent. */
  readonly changedSince?: FirstImportOptions | undefined;
  /**
   * Mark addresses that the old system has verified as verified on the service: the calls of the interface say it of
   * social logins only. Two more calls for each such user. Its profile must have `createVerificationToken` and
   * `verifyEmail`.
   */
  readonly verification?: { readonly administration: AdministrationClient } | undefined;
  /** Leave out calls that the service has no licence for; these users count as failed, and wait. */
  readonly without?: WithoutFeatures | undefined;
  /**
   * Import users whose password is known first, sign them in at the service, and import the others only if that works.
   * With another signer key, or with wrong hash parameters, the service takes every hash and nobody signs in: so this
   * is found out with a handful of users on the service. With a journal, a run that was stopped here is resumed with
   * the same call once the service is put right.
   */
  readonly proof?: ImportProof | undefined;
  /** Count users as refused also where all of a kind are refused alike, which otherwise ends the run. */
  readonly acceptRefusals?: boolean | undefined;
  /** Called for each outcome of this run once the journal has it on the disk; one at a time, waited for. */
  readonly onOutcome?: ((outcome: ImportOutcome) => void | Promise<void>) | undefined;
  /** Present where this import is one part of a run of several, at the same service at the same time. */
  readonly shared?: SharedRun | undefined;
  /** Called with the account a few times a second. */
  readonly onProgress?: ((report: ImportReport) => void) | undefined;
  /** How long the import tolerates a failing service. */
  readonly patience?: PatienceOptions | undefined;
  /** Milliseconds of a clock that never jumps; for tests. */
  readonly clock?: (() => number) | undefined;
  /** From 0 to below 1; for tests. */
  readonly random?: (() => number) | undefined;
  /** For tests. Returns early when the signal fires. */
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Users whose password is known, and where they sign in. */
export interface ImportProof {
  readonly known: readonly KnownUser[];
  /** For the service that `client` is for; its profile must have the call `signIn`. */
  readonly administration: AdministrationClient;
}

/** What an import has in common with the other parts of its run. */
export interface SharedRun {
  /** Waits until the next attempt may be sent, or until the signal fires; never rejects. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  /** Told how each attempt has ended. */
  readonly observe: (event: AttemptEvent) => void;
  /** Kinds of calls of which one has succeeded in any part before. */
  readonly worked: ReadonlySet<string>;
  /** Called for each kind of which the first call has succeeded in this part. */
  readonly onWorked: (kind: string) => void;
}

/** What to do with users who are on the service already, and whom to ask. */
export type ExistingUsers =
  | {
      /** `refuse` names them and sends nothing; `skip` counts them as there, with their ID where it surely is their account. */
      readonly policy: "refuse" | "skip";
      /** For the service that `client` is for; its profile must have the call `findUsers`. */
      readonly administration: AdministrationClient;
      readonly overwrites?: OverwrittenUsers | undefined;
    }
  /** All users are sent, and passwords are overwritten, also by a hash that no password has. */
  | {
      readonly policy: "overwrite";
      /**
       * For the service that `client` is for. Users are looked up by the address that a password or code goes by, and by phone
       * numbers and social logins: an account that may be another person's, or that opens without a password and would be
       * a second one, is left as it is. Without it, where the profile has the call `findUsers`, all is taken for the user's
       * own: give it wherever people can sign up at the service. A profile without such a call shows only by its reply that
       * something was there, and nothing more is sent for the user.
       */
      readonly administration?: AdministrationClient | undefined;
      readonly overwrites?: OverwrittenUsers | undefined;
    };

/**
 * Whether a user is sent whatever `policy` says, and their password overwritten, also where the first import has made the
 * account for a user with another ID. Not in a bulk import, which overwrites none.
 */
type OverwrittenUsers = (userId: string) => boolean;

/** Where all users are looked up before they are sent. */
export type LookUps = Exclude<ExistingUsers, { readonly policy: "overwrite" }>;

/** What a second export is compared with. */
export interface FirstImportOptions {
  /** Journal of the import before this one, which must have come to its end; it is not written. */
  readonly journal: string;
  /**
   * Gives the users of this export, as `readExport` does: they are read before anything is sent, and an export with other
   * users than the first import has, or with other IDs for them, is refused whole. Required where `existing` overwrites:
   * each of them would be taken for a new user. Without it, the import ends with that problem after the last record.
   */
  readonly users?: (() => AsyncIterable<SourceRecord>) | undefined;
  /**
   * What to do with users who have another password in the export than before. The service can't be asked
   * whether they have set a newer one there since: `refuse` names them and sends nothing.
   */
  readonly passwords?: "refuse" | "overwrite" | undefined;
  /**
   * For the service that `client` is for. Where its profile has the call `listSessions`, nobody's password is
   * overwritten who has signed in there since.
   */
  readonly administration?: AdministrationClient | undefined;
  /** Called for each imported user who is not in this export; once all records were read, one at a time. */
  readonly onGone?: ((user: GoneUser) => void | Promise<void>) | undefined;
}

const MOST_CONCURRENCY = 1024;
/** Users that the service takes in one call. */
const MOST_BULK = 10_000;

const KNOWN: OptionNames<ImportOptions> = {
  ...{ client: true, journal: true, existing: true, changedSince: true, bulk: true, verification: true, proof: true },
  ...{ concurrency: true, callsPerSecond: true, graceMs: true, patience: true, shared: true, signal: true },
  ...{ select: true, retryRefused: true, without: true, acceptRefusals: true, onOutcome: true, onProgress: true },
  ...{ clock: true, random: true, sleep: true },
};

/** Throws a `TypeError` for options that can't be meant. */
export function requireSoundOptions(options: ImportOptions): void {
  requireOptions("importUsers", options, KNOWN);
  requireSoundExisting(options);
  const { concurrency = 1, callsPerSecond = 1, graceMs = 0, bulk, changedSince, without } = options;
  const isPartial = without?.linking === true || without?.totp === true;
  if (bulk !== undefined && (changedSince !== undefined || isPartial)) {
    throw new TypeError("bulk can't be combined with changedSince or without");
  }
  const { batchUsers = 1, batchesInRound = 1, readBack = 1 } = bulk ?? {};
  for (const [name, value] of Object.entries({ batchUsers, batchesInRound, readBack })) {
    const least = name === "readBack" ? 0 : 1;
    if (!Number.isInteger(value) || value < least || value > MOST_BULK) {
      throw new TypeError(`${name} must be a whole number from ${least} to ${MOST_BULK}`);
    }
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_CONCURRENCY) {
    throw new TypeError(`concurrency must be a whole number from 1 to ${MOST_CONCURRENCY}`);
  }
  if (!(callsPerSecond > 0 && callsPerSecond < Number.POSITIVE_INFINITY)) {
    throw new TypeError("callsPerSecond must be a positive number");
  }
  if (!(graceMs >= 0 && graceMs <= 0x7fffffff)) throw new TypeError("graceMs must be from 0 to 2147483647");
}

function requireSoundExisting({ existing, changedSince }: ImportOptions): void {
  // A program without types may leave it out.
  if (existing === undefined) {
    throw new TypeError(
      'existing must be given: { policy: "refuse", administration }, or "skip", or { policy: "overwrite" }',
    );
  }
  if (existing.policy === "overwrite" && changedSince !== undefined && changedSince.users === undefined) {
    throw new TypeError("changedSince.users must be given where existing users are overwritten");
  }
}
