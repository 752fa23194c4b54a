import { type Tally, TallySheet } from "../lib/tally.js";
import { countedProblem } from "../problems/counted-problem.js";
import type { Problem, Result } from "../result.js";
import { failure, success } from "../result.js";
import {
  type JoinReport,
  type LoginOnlyUser,
  type NormalizedUser,
  type OpenInput,
  pinInput,
  type ReadExportOptions,
  readUniqueUsers,
  type SourceRecord,
  type UserRecord,
} from "../source/index.js";
import { type Resolved, resolveSource, sourceOf } from "../source/internal.js";
import type { KnownPassword } from "./known-password.js";
import { type KnownResult, KnownUsers } from "./known-users.js";
import { addLogins, type LoginCounts, NO_LOGINS } from "./login-columns.js";
import { NoticeCounter } from "./notices.js";

/** Which password is known, and who is told of each record. */
export interface CheckRecordsOptions extends Pick<ReadExportOptions, "hashConfig"> {
  /**
   * Users whose password is known, who may be such whose password is left to the fallback: proves that hashes were
   * read as the old system wrote them, and for Firebase signer key, separator, rounds and memory cost.
   */
  readonly known?: KnownPassword | readonly KnownPassword[];
  /** The service links accounts with the same address by itself: users whose address is not verified are then told. */
  readonly linksAccounts?: boolean;
  /** Called for each user that can be imported, in the file's order; waited for. */
  readonly onUser?: (user: NormalizedUser, record: UserRecord) => void | Promise<void>;
  /**
   * Called for each user whose hash only credport verifies, in the file's order; waited for. `onRejected` is then not
   * called for them. Where other logins of theirs are imported, `onUser` is called first.
   */
  readonly onLoginOnly?: (loginOnly: LoginOnlyUser, record: UserRecord) => void | Promise<void>;
  /** Called for each other record, in the file's order; waited for. */
  readonly onRejected?: (rejection: Rejection) => void | Promise<void>;
  /** Ends the check: it throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How to read the export, which password is known, and who is told of each record. */
export interface CheckOptions extends ReadExportOptions, CheckRecordsOptions {}

/** A refused record: where it is and why. Holds no secret. */
export interface Rejection {
  /** The joined file that the record is in; absent: the export itself. */
  readonly file?: string;
  /** Line of the file on which the record begins, from 1. */
  readonly line: number;
  readonly userId?: string;
  readonly problems: readonly Problem[];
}

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

/**
 * Checks an export before anything is imported: reads it twice, normalises every
 * user, names every record that would break and proves a known password.
 *
 * @param open Opens the file from its beginning; called twice, and has to give the same bytes.
 * @param options `from` and the other options of `readExport`; `known`, `onUser`, `onRejected`.
 * @returns The report; or the problem for which the file can't be read to its end
 * (the `source/…` codes). A bad record never ends the check.
 *
 * @example
 * ```ts
 * import { checkExport } from "credport/check";
 *
 * async function* open() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"a","phoneNumber":"+15555550100"},{"localId":"b"}]}');
 * }
 * const report = await checkExport(open, { from: "firebase" });
 * report.ok && [report.value.importable, report.value.refused]; // => [1, 1]
 * ```
 */
export async function checkExport(
  open: () => AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<Result<CheckReport>> {
  const { signal } = options;
  const until = (input: OpenInput) => () => untilAborted(input(), signal);
  const pinned = pinInput(until(open));
  const resolved = await resolveSource(pinned.open, options);
  if (!("options" in resolved)) return resolved;
  let joined: JoinReport | undefined;
  const reading: ReadExportOptions = {
    ...resolved.options,
    join: (options.join ?? []).map((one) =>
      typeof one === "function" ? until(one) : { ...one, open: until(one.open) },
    ),
    onJoined: (report) => {
      joined = report;
      options.onJoined?.(report);
    },
  };
  const checked = await checkRecords(readUniqueUsers(pinned, reading), options);
  if (!checked.ok) return checked;
  const source = checkedSource(resolved);
  const report = { ...checked.value, source };
  return success(joined === undefined ? report : { ...report, joined }, checked.warnings);
}

function checkedSource({ options, detected }: Resolved): CheckedSource {
  const { name } = sourceOf(options.from);
  return detected === undefined
    ? { name }
    : { name, certainty: detected.certainty, reasons: detected.reasons };
}

/**
 * Checks records that are read already, by `readExport` or by a program of your own. One pass: what
 * several records have in common is found where they come from `readUniqueUsers`.
 *
 * @param records In the order of their file; an item of kind `unreadable` ends them.
 * @param options `known`, `onUser`, `onRejected`, `signal`; `hashConfig` where the known password is Firebase's.
 * @returns As `checkExport`.
 *
 * @example
 * ```ts
 * import { checkRecords } from "credport/check";
 *
 * async function* records() {
 *   const user = { externalUserId: "a", emailVerified: false, phoneNumber: "+15555550100", thirdParty: [], totp: [] };
 *   const result = { ok: true, value: { user, changes: [] }, warnings: [] };
 *   yield { kind: "user", index: 0, line: 1, identifiers: [], result };
 * }
 * const report = await checkRecords(records());
 * report.ok && [report.value.records, report.value.importable]; // => [1, 1]
 * ```
 */
export async function checkRecords(
  records: AsyncIterable<SourceRecord>,
  options: CheckRecordsOptions = {},
): Promise<Result<CheckReport>> {
  const counter = new Counter(options.linksAccounts === true);
  const known = new KnownUsers([options.known ?? []].flat(), options.hashConfig);
  for await (const record of records) {
    options.signal?.throwIfAborted();
    if (record.kind === "unreadable") return failure({ ...record.problem, field: `line ${record.line}` });
    counter.count(record);
    await handOver(record, options);
    await known.note(record);
  }
  return success(counter.report(known.result()));
}

/** What is fine with the caller. */
export interface ReadyToImportOptions {
  /** Users whose hash only credport verifies are fine: a fallback at login takes them. Default false. */
  readonly acceptsLoginOnly?: boolean;
}

/**
 * Whether every user of the export can be imported, and the known password, if there is
 * one, matches. A file without users is the wrong one, and one that is damaged between
 * records may lack some.
 *
 * @example
 * ```ts
 * import { checkExport, isReadyToImport } from "credport/check";
 *
 * async function* open() {
 *   yield new TextEncoder().encode('{"users":[]}');
 * }
 * const report = await checkExport(open, { from: "firebase" });
 * report.ok && isReadyToImport(report.value); // => false
 * ```
 */
export function isReadyToImport(
  { records, importable, loginOnly, warnings, known }: CheckReport,
  { acceptsLoginOnly = false }: ReadyToImportOptions = {},
): boolean {
  const isWhole = records > 0 && !warnings.some(({ name }) => name === "source/separator-damaged");
  const accepted = importable + (acceptsLoginOnly ? loginOnly : 0);
  return isWhole && accepted === records && (known === undefined || known.outcome === "matches");
}

/** Lets the signal end the first pass too, which hands no record over. */
async function* untilAborted(input: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  for await (const chunk of input) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

async function handOver(
  record: UserRecord,
  { onUser, onLoginOnly, onRejected }: CheckRecordsOptions,
): Promise<void> {
  const { loginOnly } = record;
  if (record.result.ok) await onUser?.(record.result.value.user, record);
  if (loginOnly !== undefined && onLoginOnly !== undefined) return onLoginOnly(loginOnly, record);
  if (record.result.ok) return;
  const { file, line, userId, result } = record;
  const place = file === undefined ? { line } : { file, line };
  const who = userId === undefined ? {} : { userId };
  return onRejected?.({ ...place, ...who, problems: result.problems });
}

/** Names of fields are the file's own, so there may be any number of them. */
const MOST_FIELD_NAMES = 200;

class Counter {
  #records = 0;
  #importable = 0;
  #loginOnly = 0;
  #otherLogins = 0;
  #repaired = 0;
  #unreadable = 0;
  #logins = NO_LOGINS;
  readonly #problems = new TallySheet();
  readonly #warnings = new TallySheet();
  readonly #changes = new TallySheet();
  readonly #notCarried = new TallySheet(MOST_FIELD_NAMES);
  readonly #notices: NoticeCounter;

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
    const { user, changes, notCarried = [] } = result.value;
    if (loginOnly === undefined) this.#importable++;
    else this.#otherLogins++;
    if (changes.length > 0) this.#repaired++;
    this.#logins = addLogins(this.#logins, user);
    this.#warnings.add(line, result.warnings.map(countedProblem));
    this.#changes.add(
      line,
      changes.map(({ kind }) => ({ name: kind })),
    );
    this.#notCarried.add(
      line,
      notCarried.map((name) => ({ name })),
    );
  }

  report(known: KnownResult | undefined): CheckReport {
    return {
      records: this.#records,
      importable: this.#importable,
      repaired: this.#repaired,
      loginOnly: this.#loginOnly,
      otherLogins: this.#otherLogins,
      refused: this.#records - this.#importable - this.#loginOnly,
      unreadable: this.#unreadable,
      logins: this.#logins,
      problems: this.#problems.tallies(),
      warnings: this.#warnings.tallies(),
      changes: this.#changes.tallies(),
      notCarried: this.#notCarried.tallies(),
      notices: this.#notices.tallies(),
      ...(known === undefined ? {} : { known }),
    };
  }
}
