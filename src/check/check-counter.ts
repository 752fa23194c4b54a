import { type Tally, TallySheet } from "../lib/tally.js";
import { countedProblems } from "../problems/counted-problem.js";
import type { ReadUser, UserAccount, UserOfFallback, UserRecord } from "../source/index.js";
import { AccountCounter } from "../source/internal.js";
import type { CheckReport } from "./check-report.js";
import { NoticeCounter, type NoticeSettings, type NoticesPart } from "./notices.js";

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

/** What was counted of some records that follow each other. */
export interface CheckPart {
  readonly account: UserAccount;
  readonly repaired: number;
  readonly problems: readonly Tally[];
  readonly warnings: readonly Tally[];
  readonly changes: readonly Tally[];
  readonly notCarried: readonly Tally[];
  readonly notices: NoticesPart;
}

/** Counts what becomes of the records of an export; the records themselves are not kept. */
export class CheckCounter {
  #repaired = 0;
  readonly #account = new AccountCounter();
  readonly #problems = new TallySheet();
  readonly #warnings = new TallySheet();
  readonly #changes = new TallySheet();
  readonly #notCarried: TallySheet;
  readonly #notices: NoticeCounter;

  /**
   * @param settings What notices depend on.
   * @param isPart Of the records of a chunk, in which there are not too many names of fields: for `part`.
   */
  constructor(settings: NoticeSettings, isPart = false) {
    this.#notCarried = new TallySheet(isPart ? undefined : MOST_FIELD_NAMES);
    this.#notices = new NoticeCounter(settings);
  }

  count(record: UserRecord): void {
    const { result, loginOnly } = record;
    const fate = this.#account.count(record);
    if (fate === "skipped") return;
    this.#notices.note(record);
    if (!result.ok) this.#problems.add(record, countedProblems(result.problems));
    const read = result.ok ? result.value : loginOnly;
    if (read === undefined) return;
    const warnings = result.ok ? result.warnings : (loginOnly?.warnings ?? []);
    if (warnings.length > 0) this.#warnings.add(record, countedProblems(warnings));
    this.#countFields(record, read);
  }

  #countFields(record: UserRecord, { changes = [], notCarried }: ReadUser | UserOfFallback): void {
    if (changes.length > 0) {
      this.#repaired++;
      this.#changes.addNames(
        record,
        changes.map(({ kind }) => kind),
      );
    }
    if (notCarried !== undefined) this.#notCarried.addNames(record, notCarried);
  }

  /** What was counted, for `addPart` of another counter. */
  part(): CheckPart {
    return {
      account: this.#account.account(),
      repaired: this.#repaired,
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
    this.#account.add(part.account);
    this.#repaired += part.repaired;
    this.#problems.addTallies(part.problems);
    this.#warnings.addTallies(part.warnings);
    this.#changes.addTallies(part.changes);
    this.#notices.addPart(part.notices);
    return this.#notCarried.addTallies(part.notCarried);
  }

  report(): CheckReport {
    return {
      ...this.#account.account(),
      repaired: this.#repaired,
      problems: this.#problems.tallies(),
      warnings: this.#warnings.tallies(),
      changes: this.#changes.tallies(),
      notCarried: this.#notCarried.tallies(),
      notices: this.#notices.tallies(),
    };
  }
}
