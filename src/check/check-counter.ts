import { type Tally, TallySheet } from "../lib/tally.js";
import { countedProblem } from "../problems/counted-problem.js";
import type { UserRecord } from "../source/index.js";
import type { CheckReport } from "./check-report.js";
import { LoginCounter, type LoginCounts } from "./login-columns.js";
import { NoticeCounter, type NoticesPart } from "./notices.js";

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

/** What was counted of some records that follow each other. */
export interface CheckPart
  extends Pick<
    CheckReport,
    "records" | "importable" | "loginOnly" | "otherLogins" | "repaired" | "unreadable"
  > {
  readonly logins: LoginCounts;
  readonly problems: readonly Tally[];
  readonly warnings: readonly Tally[];
  readonly changes: readonly Tally[];
  readonly notCarried: readonly Tally[];
  readonly notices: NoticesPart;
}

/** Counts what becomes of the records of an export; the records themselves are not kept. */
export class CheckCounter {
  #records = 0;
  #importable = 0;
  #loginOnly = 0;
  #otherLogins = 0;
  #repaired = 0;
  #unreadable = 0;
  readonly #logins = new LoginCounter();
  readonly #problems = new TallySheet();
  readonly #warnings = new TallySheet();
  readonly #changes = new TallySheet();
  readonly #notCarried: TallySheet;
  readonly #notices: NoticeCounter;

  /**
   * @param linksAccounts The service links accounts with one address by itself.
   * @param isPart Of the records of a chunk, in which there are not too many names of fields: for `part`.
   */
  constructor(linksAccounts: boolean, isPart = false) {
    this.#notCarried = new TallySheet(isPart ? undefined : MOST_FIELD_NAMES);
    this.#notices = new NoticeCounter(linksAccounts);
  }

  count(record: UserRecord): void {
    const { line, result, isUnreadable, loginOnly } = record;
    this.#records++;
    this.#notices.note(record);
    if (loginOnly !== undefined) this.#loginOnly++;
    if (isUnreadable === true) this.#unreadable++;
    if (!result.ok) {
      this.#problems.add(line, result.problems.map(countedProblem));
      return;
    }
    const { user, changes, notCarried } = result.value;
    if (loginOnly === undefined) this.#importable++;
    else this.#otherLogins++;
    if (changes.length > 0) this.#repaired++;
    this.#logins.add(user);
    if (result.warnings.length > 0) this.#warnings.add(line, result.warnings.map(countedProblem));
    if (changes.length > 0) {
      this.#changes.addNames(
        line,
        changes.map(({ kind }) => kind),
      );
    }
    if (notCarried !== undefined) this.#notCarried.addNames(line, notCarried);
  }

  /** What was counted, for `addPart` of another counter. */
  part(): CheckPart {
    return {
      records: this.#records,
      importable: this.#importable,
      loginOnly: this.#loginOnly,
      otherLogins: this.#otherLogins,
      repaired: this.#repaired,
      unreadable: this.#unreadable,
      logins: this.#logins.counts(),
      problems: this.#problems.inOrder(),
      warnings: this.#warnings.inOrder(),
      changes: this.#changes.inOrder(),
      notCarried: this.#notCarried.inOrder(),
      notices: this.#notices.part(),
    };
  }

  /**
   * Adds what another counter has counted of the records that come next.
   *
   * @returns Whether the report is the same as if they had been counted here; if not, it is of no use.
   */
  addPart(part: CheckPart): boolean {
    this.#records += part.records;
    this.#importable += part.importable;
    this.#loginOnly += part.loginOnly;
    this.#otherLogins += part.otherLogins;
    this.#repaired += part.repaired;
    this.#unreadable += part.unreadable;
    this.#logins.addCounts(part.logins);
    this.#problems.addTallies(part.problems);
    this.#warnings.addTallies(part.warnings);
    this.#changes.addTallies(part.changes);
    this.#notices.addPart(part.notices);
    return this.#notCarried.addTallies(part.notCarried);
  }

  report(): CheckReport {
    return {
      records: this.#records,
      importable: this.#importable,
      repaired: this.#repaired,
      loginOnly: this.#loginOnly,
      otherLogins: this.#otherLogins,
      refused: this.#records - this.#importable - this.#loginOnly,
      unreadable: this.#unreadable,
      logins: this.#logins.counts(),
      problems: this.#problems.tallies(),
      warnings: this.#warnings.tallies(),
      changes: this.#changes.tallies(),
      notCarried: this.#notCarried.tallies(),
      notices: this.#notices.tallies(),
    };
  }
}
