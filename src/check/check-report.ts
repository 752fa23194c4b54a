import type { Scheme } from "../hash/index.js";
import type { Tally } from "../lib/tally.js";
import type { JoinReport } from "../source/index.js";
import type { UserAccount } from "../source/internal.js";
import type { KnownResult } from "./known-users.js";

/** The system whose export was checked. */
export interface CheckedSource {
  /** As `from` names it. */
  readonly name: string;
  /** Under `auto`: a system that is only possible is not checked. */
  readonly certainty?: "sure";
  /** Under `auto`: what was found in the file. */
  readonly reasons?: readonly string[];
}

/** Users whose passwords are of one scheme and cost. Holds no part of any hash. */
export interface SchemeShare extends Pick<Tally, "firstLines" | "firstUsers" | "firstFiles"> {
  /** Null: all that are beyond the first 20 kinds. */
  readonly scheme: Scheme | "unknown" | null;
  /** Cost parameters, as `identifyColumn` has them: `version 2y, cost 12`; empty for a scheme without any. */
  readonly cost: string;
  readonly users: number;
  /** Of these: those whose password comes at login, through the fallback. */
  readonly atLogin: number;
}

/** What a check found: each user of the export once, with the reason. */
export interface CheckReport extends UserAccount {
  /** Of importable users and those for the fallback: those of whom something was repaired. */
  readonly repaired: number;
  /** Also of users who log in through the fallback: why their password is not imported. */
  readonly problems: readonly Tally[];
  /** What a careful user would want to know of importable users and those for the fallback. */
  readonly warnings: readonly Tally[];
  readonly changes: readonly Tally[];
  /** Fields of importable users, and those for the fallback, for which neither an import call nor the fallback's file has a place. */
  readonly notCarried: readonly Tally[];
  /**
   * What people often overlook where each record is in order, and how users without a login most likely log
   * in, by the codes `check/…`; `wrapping/parts-exchanged`.
   */
  readonly notices: readonly Tally[];
  /**
   * Scheme and cost of the passwords that can be imported or come at login, the most frequent first: they add up to
   * `contents.passwords.carried`. What is beyond 20 kinds is one of them. Absent: no such user has a password.
   */
  readonly schemes?: readonly SchemeShare[];
  readonly known?: KnownResult;
  /** Absent where records were checked that are read already. */
  readonly source?: CheckedSource;
  /**
   * Of an export in several files: how many records are in each, null for the export itself. They add up to `records`; a
   * file with rows of users alone has none.
   */
  readonly inputs?: readonly { readonly file: string | null; readonly records: number }[];
  /** What was left over of rows and files that belong to users; for sources with rows of several tables. */
  readonly joined?: JoinReport;
}
