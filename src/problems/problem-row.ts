/** What the code knows of a problem. Its meaning, cause, fault and repeat are in docs/problems.md. */
export interface ProblemRow {
  /** What to do next, as an imperative to the reader. */
  readonly remedy: string;
  /** The same for the operator at a command line, where an option of a command helps. */
  readonly atCommandLine?: string;
  /** A warning of a hash that the service verifies for ASCII passwords only. */
  readonly asciiOnly?: true;
  /** The fault of a whole, sound string that credport does not verify. */
  readonly outOfReach?: true;
  /** The code says what is wrong with a field, and not with which. */
  readonly ofAnyField?: true;
  /** The text of a record could not be read, so that its user is not known. */
  readonly userUnknown?: true;
  /** It holds for the file: a report names the fields once and does not count users. */
  readonly ofFile?: true;
  /** Whether the client's own next attempt could do better: always, or only if repeating does no harm. */
  readonly retry?: "always" | "if-harmless";
  /** The service may have carried the call out. */
  readonly mayHaveHappened?: true;
  /** What the end of a call means for a bulk run; `stop` where a row leaves it out. */
  readonly inRun?: InRun;
  /** No run has begun, and what is in the journal is another import's, or nothing. */
  readonly nothingBegun?: true;
  /** What to do next where the run was a rehearsal. */
  readonly inRehearsal?: string;
  /** What keeps a login from being decided: what was typed, or the moment. Without it, the hash can't be verified. */
  readonly atLogin?: "wrong-password" | "busy";
}

type InRun =
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
