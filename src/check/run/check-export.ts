import { requireArgument, requireRecord } from "../../lib/require-argument.js";
import { type OptionNames, requireOptions } from "../../lib/require-names.js";
import { type Problem, type Result, success } from "../../result.js";
import type {
  JoinReport,
  LoginOnlyUser,
  NormalizedUser,
  OpenInput,
  PinnedInput,
  ReadExportOptions,
  SourceRecord,
  UserRecord,
} from "../../source/index.js";
import {
  countUniqueUsers,
  type LoadedOptions,
  pinBlocks,
  READING_OPTIONS,
  type Resolved,
  resolveSource,
  uniqueUsersOf,
} from "../../source/internal.js";
import type { VerifyLimits } from "../../verify/index.js";
import { CheckCounter } from "../check-counter.js";
import type { CheckedSource, CheckReport } from "../check-report.js";
import type { KnownPassword } from "../known-password.js";
import { unsaidHosts } from "../notices.js";
import { handOver, hasRecordCallbacks, knownUsers, reportOf, unreadable } from "../record-steps.js";
import { checkInThreads } from "../threads/check-in-threads.js";

/** Which password is known, and what gets each record. */
export interface CheckRecordsOptions extends Pick<ReadExportOptions, "hashConfig"> {
  /**
   * Users whose password is known, who may be such whose password is left to the fallback: proves that hashes were
   * read as the old system wrote them, and for Firebase signer key, separator, rounds and memory cost.
   */
  readonly known?: KnownPassword | readonly KnownPassword[] | undefined;
  /** The old system's site-wide secret, for known passwords whose hashes are over one. */
  readonly pepper?: string | undefined;
  /** What a verification may cost at the fallback: users whose hash asks for more are told. `verifyPassword`'s own unless given. */
  readonly limits?: Partial<VerifyLimits> | undefined;
  /** The service links accounts with the same address by itself: users whose address is not verified are then told. */
  readonly linksAccounts?: boolean | undefined;
  /**
   * The import marks verified addresses as verified, as `credport import` does at a service that has calls for it: they are
   * counted as carried. Unless given they count as left out.
   */
  readonly setsMarks?: boolean | undefined;
  /**
   * The users go by the service's bulk import, which takes marks, roles, the fields of profiles and the time of joining: they
   * are counted as carried.
   */
  readonly inBulk?: boolean | undefined;
  /** Called for each user that can be imported, in the file's order; waited for. */
  readonly onUser?: ((user: NormalizedUser, record: UserRecord) => void | Promise<void>) | undefined;
  /**
   * Called for each user whose password comes at login, in the file's order; waited for. `onRejected` is then not
   * called for them. If their other logins are imported, `onUser` is called first.
   */
  readonly onLoginOnly?: ((loginOnly: LoginOnlyUser, record: UserRecord) => void | Promise<void>) | undefined;
  /** Called for each other record that is not skipped, in the file's order; waited for. */
  readonly onRejected?: ((rejection: Rejection, record: UserRecord) => void | Promise<void>) | undefined;
  /** Ends the check: it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How to read the export, which password is known, and what gets each record. */
export interface CheckOptions extends ReadExportOptions, CheckRecordsOptions {
  /**
   * Threads that read the file's records, 1 to 64; default 1. The calling thread is one of them, and busy for some
   * 50 ms at a time. The report is the same, and so is the order of the records that are handed over. Worth it from
   * about 40 MB on, and not in Deno. One thread reads what can't be divided: a compressed file, one in UTF-16, an SQL
   * dump, an export with rows of several tables, one that is damaged between records, a source of your own; and
   * everything where there are no worker threads.
   */
  readonly threads?: number | undefined;
}

const MOST_THREADS = 64;

const KNOWN: OptionNames<CheckOptions & { readonly map?: unknown }> = {
  ...READING_OPTIONS,
  ...{ known: true, pepper: true, limits: true, linksAccounts: true, setsMarks: true, inBulk: true },
  ...{ onUser: true, onLoginOnly: true, onRejected: true, signal: true, threads: true },
};

/** A record that is not importable: where it is and why. Holds no secret. */
export interface Rejection {
  /** The joined file that the record is in; absent: the export itself. */
  readonly file?: string;
  /** Line of the file on which the record begins, from 1. */
  readonly line: number;
  readonly userId?: string;
  readonly problems: readonly Problem[];
}

/**
 * Checks an export before anything is imported: normalises every
 * user, names every record that would break and proves a known password. Reads it twice where single records
 * are handed over, or two of them have something in common that no two users may share; else once.
 *
 * @param open Opens the file from its beginning; called for each reading, and has to give the same bytes.
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
  requireOptions("checkExport", options, KNOWN);
  requireArgument("open", open, "opener");
  const { signal, threads = 1 } = options;
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS) {
    throw new TypeError(`threads must be a whole number from 1 to ${MOST_THREADS}`);
  }
  const abortable = (input: AsyncIterable<Uint8Array>) => untilAborted(input, signal);
  const until = (input: OpenInput) => () => abortable(input());
  const pinned = pinBlocks(open, abortable);
  const resolved = await resolveSource(pinned.open, options);
  if (!("options" in resolved)) return resolved;
  const told = { ...options, unsaidHosts: unsaidHosts(resolved.options.from.name, options.providers) };
  let joined: JoinReport | undefined;
  const reading: LoadedOptions = {
    ...resolved.options,
    join: (options.join ?? []).map((one) =>
      typeof one === "function" ? until(one) : { ...one, open: until(one.open) },
    ),
    onJoined: (report) => {
      joined = report;
      options.onJoined?.(report);
    },
  };
  const checked =
    (await checkInThreads(pinned, reading, told, { threads })) ??
    (hasRecordCallbacks(told)
      ? await checkEach(uniqueUsersOf(pinned, reading), told, reading.join)
      : await countRecords(pinned, reading, told));
  if (!checked.ok) return checked;
  const source = checkedSource(resolved);
  const report = { ...checked.value, source };
  return success(joined === undefined ? report : { ...report, joined }, checked.warnings);
}

/** As `checkRecords` over `readUniqueUsers`, where the caller wants no single records. */
async function countRecords(
  input: PinnedInput,
  reading: ReadExportOptions,
  options: CheckRecordsOptions,
): Promise<Result<CheckReport>> {
  const unixSeconds = Date.now() / 1000;
  let counter = new CheckCounter(options);
  let known = knownUsers(options, unixSeconds);
  const rest = await countUniqueUsers(input, reading, () => {
    counter = new CheckCounter(options);
    known = knownUsers(options, unixSeconds);
    return async (users) => {
      options.signal?.throwIfAborted();
      for (const user of users) counter.count(user);
      if (known.hasAny) for (const user of users) await known.note(user);
    };
  });
  return rest === undefined ? success(reportOf(counter, known, reading.join)) : unreadable(rest);
}

function checkedSource({ options, detected }: Resolved): CheckedSource {
  const { name } = options.from;
  return detected === undefined ? { name } : { name, certainty: "sure", reasons: detected.reasons };
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
  requireOptions<CheckRecordsOptions>("checkRecords", options, KNOWN);
  requireArgument("records", records, "iterable");
  return checkEach(records, options);
}

async function checkEach(
  records: AsyncIterable<SourceRecord>,
  options: CheckRecordsOptions,
  joined?: ReadExportOptions["join"],
): Promise<Result<CheckReport>> {
  const counter = new CheckCounter(options);
  const known = knownUsers(options);
  for await (const record of records) {
    requireRecord(record);
    options.signal?.throwIfAborted();
    if (record.kind === "unreadable") return unreadable(record);
    counter.count(record);
    await handOver(record, options);
    if (known.hasAny) await known.note(record);
  }
  return success(reportOf(counter, known, joined));
}

/** Lets the signal end the first pass too, which hands no record over. */
async function* untilAborted(input: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  for await (const chunk of input) {
    signal?.throwIfAborted();
    yield chunk;
  }
}
