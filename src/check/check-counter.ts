import { type Tally, TallySheet } from "../lib/tally.js";
import { countedProblems } from "../problems/counted-problem.js";
import type { ReadUser, UserRecord } from "../source/index.js";
import { AccountCounter, type UserAccount, type UserOfFallback, type Way, wayOf } from "../source/internal.js";
import type { CheckReport } from "./check-report.js";
import { NoticeCounter, type NoticeSettings, type NoticesPart } from "./notices.js";
import { estimateOf, MOST_KINDS, PasswordKinds, schemeShares } from "./password-kinds.js";

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

type SheetName = "problems" | "warnings" | "changes" | "notCarried" | "passwords";

/** What was counted of some records that follow each other. */
export interface CheckPart extends Readonly<Record<SheetName, readonly Tally[]>> {
  readonly account: UserAccount;
  readonly repaired: number;
  readonly notices: NoticesPart;
}

/** Counts what becomes of the records of an export; the records themselves are not kept. */
export class CheckCounter {
  #repaired = 0;
  readonly #account: AccountCounter;
  /** Records of each joined file; such an export is read by one thread. */
  readonly #joined = new Map<string, number>();
  readonly #way: Way;
  readonly #byCalls: Way;
  readonly #sheets: Readonly<Record<SheetName, TallySheet>>;
  readonly #notices: NoticeCounter;
  readonly #limits: NoticeSettings["limits"];
  readonly #kinds = new PasswordKinds();

  /**
   * @param settings What notices depend on.
   * @param isPart Of the records of a chunk, in which there are not too many names of fields: for `part`.
   */
  constructor(settings: NoticeSettings, isPart = false) {
    const [problems, warnings, changes] = [new TallySheet(), new TallySheet(), new TallySheet()];
    this.#byCalls = wayOf(undefined, settings.setsMarks === true);
    this.#way = settings.inBulk === true ? wayOf({}, true) : this.#byCalls;
    this.#account = new AccountCounter(this.#way.carries);
    const notCarried = new TallySheet(isPart ? undefined : MOST_FIELD_NAMES);
    const passwords = new TallySheet(isPart ? undefined : MOST_KINDS);
    this.#sheets = { problems, warnings, changes, notCarried, passwords };
    this.#notices = new NoticeCounter(settings);
    this.#limits = settings.limits;
  }

  count(record: UserRecord): void {
    const { file } = record;
    if (file !== undefined) this.#joined.set(file, (this.#joined.get(file) ?? 0) + 1);
    const fate = this.#account.count(record);
    if (fate === "skipped") this.#countSkipped(record);
    else this.#countUser(record);
  }

  #countUser(record: UserRecord): void {
    const { result, loginOnly } = record;
    const estimate = loginOnly && estimateOf(loginOnly, this.#limits);
    this.#notices.note(record, estimate);
    this.#sheets.passwords.addNames(record, this.#kinds.of(record, estimate));
    // Also of a record without any: it tells whether there is one a line.
    this.#sheets.problems.add(record, result.ok ? [] : countedProblems(result.problems));
    const read = result.ok ? result.value : loginOnly;
    if (read === undefined) return;
    const warnings = result.ok ? result.warnings : (loginOnly?.warnings ?? []);
    this.#sheets.warnings.add(record, warnings.length > 0 ? countedProblems(warnings) : []);
    this.#countFields(record, read);
  }

  /** Nothing is wrong with the account, but perhaps with the file around it. */
  #countSkipped(record: UserRecord): void {
    const found = record.result.ok ? [] : record.result.problems.filter(({ code }) => code.startsWith("source/"));
    if (found.length > 0) this.#sheets.warnings.add(record, countedProblems(found));
  }

  #countFields(record: UserRecord, read: ReadUser | UserOfFallback): void {
    const { changes = [], notCarried } = read;
    if (changes.length > 0) this.#repaired++;
    this.#sheets.changes.addNames(
      record,
      changes.map(({ kind }) => kind),
    );
    // The fallback imports by calls.
    const { notCarriedBy } = record.result.ok ? this.#way : this.#byCalls;
    this.#sheets.notCarried.addNames(record, notCarried === undefined ? [] : notCarriedBy(read));
  }

  /** What was counted, for `addPart` of another counter. */
  part(): CheckPart {
    const account = this.#account.account();
    const tallies = this.#ofSheets((sheet) => sheet.inOrder());
    return { account, repaired: this.#repaired, ...tallies, notices: this.#notices.part() };
  }

  /**
   * Adds what another counter has counted of the records that come next.
   *
   * @returns Whether the report is the same as if they had been counted here; if not, it is of no use.
   */
  addPart(part: CheckPart): boolean {
    const { records: before } = this.#account.account();
    this.#account.add(part.account);
    this.#repaired += part.repaired;
    this.#notices.addPart(part.notices, before);
    const { notCarried } = this.#ofSheets((sheet, name) => sheet.addTallies(part[name], before));
    return notCarried;
  }

  /** @param joined Names of the joined files: all, or else those that have records. */
  report(joined: Iterable<string> = this.#joined.keys()): CheckReport {
    const account = this.#account.account();
    const further = [...new Set(joined)].map((file) => ({ file, records: this.#joined.get(file) ?? 0 }));
    const own = further.reduce((left, { records }) => left - records, account.records);
    const inputs = further.length === 0 ? {} : { inputs: [{ file: null, records: own }, ...further] };
    const schemes = schemeShares(this.#sheets.passwords.inOrder(), account.contents.passwords);
    const { passwords: _, ...tallies } = this.#ofSheets((sheet) => sheet.tallies());
    const notices = this.#notices.tallies();
    return {
      ...account,
      repaired: this.#repaired,
      ...tallies,
      notices,
      ...(schemes.length === 0 ? {} : { schemes }),
      ...inputs,
    };
  }

  #ofSheets<T>(of: (sheet: TallySheet, name: SheetName) => T): Readonly<Record<SheetName, T>> {
    const { problems, warnings, changes, notCarried, passwords } = this.#sheets;
    return {
      problems: of(problems, "problems"),
      warnings: of(warnings, "warnings"),
      changes: of(changes, "changes"),
      notCarried: of(notCarried, "notCarried"),
      passwords: of(passwords, "passwords"),
    };
  }
}
