import { TallySheet } from "../lib/tally.js";
import { countedProblem } from "../problems/counted-problem.js";
import type { UserRecord } from "../source/index.js";
import type { CheckReport } from "./check-report.js";
import { LoginCounter } from "./login-columns.js";
import { NoticeCounter } from "./notices.js";

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

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
  readonly #notCarried = new TallySheet(MOST_FIELD_NAMES);
  readonly #notices: NoticeCounter;

  /** @param linksAccounts The service links accounts with one address by itself. */
  constructor(linksAccounts: boolean) {
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
