import type { Tally } from "../lib/tally.js";
import type { JoinReport } from "../source/index.js";
import type { KnownResult } from "./known-users.js";
import type { LoginCounts } from "./login-columns.js";

/** The system whose export was checked. */
export interface CheckedSource {
  /** As `from` names it. */
  readonly name: string;
  /** Under `auto`: how sure it is. */
  readonly certainty?: "sure" | "possible";
  /** Under `auto`: what was found in the file. */
  readonly reasons?: readonly string[];
}

/**
 * What a check found. The numbers add up: records = importable + loginOnly + refused, and
 * refused includes unreadable.
 */
export interface CheckReport {
  readonly records: number;
  readonly importable: number;
  /** Of the importable ones: those in which something was changed. */
  readonly repaired: number;
  /**
   * Users whose hash the service does not verify and credport does, at login; nothing else is
   * wrong with them. Their password is not imported.
   */
  readonly loginOnly: number;
  /** Of these: those whose other logins can be imported, because the caller asked for it. */
  readonly otherLogins: number;
  readonly refused: number;
  /**
   * Of the refused ones: those whose text could not be read, so that nothing is known of
   * their users. Where one is `source/records-unreadable`, there may be more.
   */
  readonly unreadable: number;
  /** What the importable users log in with. */
  readonly logins: LoginCounts;
  readonly problems: readonly Tally[];
  readonly warnings: readonly Tally[];
  readonly changes: readonly Tally[];
  /** Fields of the importable users for which no import call has a place, by name. */
  readonly notCarried: readonly Tally[];
  /**
   * What people often overlook where each record is in order, and how refused users without a login most likely log
   * in, by the codes `check/…`; `wrapping/parts-exchanged` and `secret/may-be-other-encoding` of users who log in
   * through the fallback.
   */
  readonly notices: readonly Tally[];
  readonly known?: KnownResult;
  /** Absent where records were checked that are read already. */
  readonly source?: CheckedSource;
  /** What was left over of rows and files that belong to users; for sources with rows of several tables. */
  readonly joined?: JoinReport;
}
