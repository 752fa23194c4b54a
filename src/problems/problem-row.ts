/**
 * What is known of one problem. Its meaning, its common cause (`@cause`) and the functions
 * or options that help in code (`@inCode`) are the row's comment: docs/problems.md is written from
 * them, and a bundle does not carry them.
 */
export interface ProblemRow {
  /** What to do next, as an imperative to the reader. */
  readonly remedy: string;
  /** The same for the operator at a command line, where an option of a command helps. */
  readonly atCommandLine?: string;
  /** Where the cause lies; `user-data` where a row leaves it out. */
  readonly fault?: Fault;
  /** Whether the same again makes sense; `never` where a row leaves it out. */
  readonly repeat?: Repeat;
  /** A warning of a hash that the service verifies for ASCII passwords only. */
  readonly asciiOnly?: true;
  /** The fault of a whole, sound string that credport does not verify. */
  readonly outOfReach?: true;
}

export type Fault =
  /** One user's hash, secret or record. */
  | "user-data"
  /** Parameters, addresses and keys that hold for all users. */
  | "settings"
  /** The service, or what it can do. */
  | "service"
  /** The machine, its disks and its network. */
  | "environment"
  /** How a function or a command was called. */
  | "caller";

export type Repeat =
  /** At once: nothing was done, and it can succeed. */
  | "safe"
  /** After what the remedy says, or after some time. */
  | "later"
  /** Not as it was: it would end in the same way, or do something twice. */
  | "never";

/** A problem of a user's record. */
export interface UserRow extends ProblemRow {
  /** The code says what is wrong with a field, and not with which. */
  readonly ofAnyField?: true;
}

/** A problem of an export file. */
export interface SourceRow extends ProblemRow {
  /** The record's text could not be read, so that its user is not known. */
  readonly userUnknown?: true;
  /** It holds for the file: a report names the fields once and does not count users. */
  readonly ofFile?: true;
}

/** The end of a call without success. */
export interface ClientRow extends ProblemRow {
  /** Whether the client's own next attempt could do better: always, or only if repeating does no harm. */
  readonly retry: "always" | "if-harmless" | "never";
  /** Whether the service may have carried the call out. */
  readonly mayHaveHappened: boolean;
  readonly inRun: InRun;
}

/** What the end of a call means for a bulk run. */
export type InRun =
  /** Every other user would end the same way. */
  | "stop"
  /** A mistyped address, which is not worth an outage's patience, unless some call has succeeded. */
  | "stop-unless-any-worked"
  /** Wrong settings, unless a call of this kind has succeeded: then something objects to this request only. */
  | "stop-unless-call-worked"
  /** The service's decision about this user. */
  | "refused"
  /** The HTTP status tells a decision from a passing state. */
  | "by-http-status"
  /** Could end better if it is tried again later. */
  | "transient"
  /** Ended by us; nothing is decided. */
  | "ended";

/** The end of a bulk run. */
export interface ImportRow extends ProblemRow {
  /** No run has begun, and what is in the journal is another import's, or nothing. */
  readonly nothingBegun?: true;
  /** What to do next where the run was a rehearsal. */
  readonly inRehearsal?: string;
}

/** What keeps a login from being decided. */
export interface LoginRow extends ProblemRow {
  /** What the person is told: about what was typed, or of the moment. Without it, the hash can't be verified. */
  readonly atLogin?: "wrong-password" | "busy";
}
