import type { SourceName } from "../hash/index.js";
import { requireSource } from "../hash/internal.js";
import { defined } from "../lib/defined.js";
import { requireArgument, requireFlag } from "../lib/require-argument.js";
import { type OptionNames, requireOptions } from "../lib/require-names.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { checkSourceName, rightlyNamedOnce } from "./check-source-name.js";
import type { Candidate, Choices, Chosen } from "./choose-records.js";
import type { DecryptionKey } from "./decryption/index.js";
import { DETECTION_BYTES } from "./detect-source.js";
import { isFields } from "./fields/field.js";
import type { HoldReason, MustResetUse } from "./fields/hold-reasons.js";
import { phoneNumberForm, phoneNumberReader } from "./fields/phone-number.js";
import type { TotpSettings } from "./fields/second-factor.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import { firstTogether, foreignRest } from "./first-records.js";
import { beginInput } from "./input/input-beginning.js";
import { type OpenInput, pinInput } from "./input/pinned-input.js";
import {
  type ExportFile,
  endOf,
  exportFiles,
  faultAfter,
  type JoinedInput,
  type JoinedParts,
  type JoinReport,
  joinParts,
  type PartsPass,
  roleOf,
  type SpooledInput,
  spoolInput,
  unreadTables,
} from "./join/index.js";
import type { SourceRecord, UnreadableRest, UserRecord } from "./normalized-user.js";
import {
  contextsOf,
  type LoginOnlyUse,
  type PassPurpose,
  type RecordReading,
  readRecord,
  skippedRecord,
  unreadRecord,
} from "./read-record.js";
import { readWithFitting } from "./readers/choose-reader.js";
import { withoutPages, withPagesMissing } from "./readers/further-pages.js";
import type { ItemBatch } from "./readers/item-batches.js";
import type { ReaderItem, ReadRecord, RecordFault } from "./readers/record-reader.js";
import { type LoadedOptions, loadedOptions, type NamedOptions, resolveFrom, unresolved } from "./resolve-source.js";
import { SeenInput } from "./seen-input.js";
import type { Source } from "./source.js";
import { nameOfBuiltIn, type ReadableSource } from "./sources.js";
import { withTablePrefix } from "./system/table-rows.js";
import type { WithoutPasswordUse } from "./without-password.js";

/** Which system wrote an export and for which service its users are read. */
export interface ReadExportOptions extends Choices {
  /**
   * The system that wrote the export, `credport` for what `credport check --out` wrote, a source of your own, or
   * `auto`: see `detectSource`.
   */
  readonly from: ReadableSource | "auto" | Source;
  /** Firebase only: the account's hash parameters, from `parseFirebaseHashConfig`. */
  readonly hashConfig?: FirebaseHashConfig | undefined;
  /** The service that the users are for (`default`). */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
  /** Also read users that are disabled in the old system. Default false: they are not importable. */
  readonly includeDisabled?: boolean | undefined;
  /** Also read users who are held back for these reasons. Default none. */
  readonly include?: readonly HoldReason[] | undefined;
  /**
   * What becomes of users whose password the old system has them replace at their next login. Default `import`: they
   * have the warning `user/must-reset`.
   */
  readonly mustReset?: MustResetUse | undefined;
  /**
   * The system that the hashes come from, where the file does not name it. Without it a bcrypt or
   * argon2 hash of `credport` has the warning `user/hash-origin-unknown`.
   */
  readonly source?: SourceName | undefined;
  /** Whether that system mixes a site-wide secret (a pepper) into each password. */
  readonly peppered?: boolean | undefined;
  /**
   * The region of phone numbers without a country code, as ISO 3166-1 names it: `DE`. Without it a number that
   * is not in E.164 is `user/phone-malformed`.
   */
  readonly phoneRegion?: string | undefined;
  /** The service's IDs of providers of social logins, by the names that the export has for them. */
  readonly providers?: Readonly<Record<string, string>> | undefined;
  /**
   * The old system's keys, from `parseDecryptionKeys`, for second factors that it keeps encrypted. Without them such
   * a second factor is not carried, and the user has a warning.
   */
  readonly decryptionKeys?: readonly DecryptionKey[] | undefined;
  /**
   * How the authenticator apps of the users count, where the export does not say it: the service takes codes of 6 digits by
   * SHA1 alone. Without it such second factors are read as usual, but where the system has no usual: `user/second-factor-settings`.
   */
  readonly totp?: TotpSettings | undefined;
  /**
   * What becomes of users whose hash only credport verifies, at login: `hold` (unless given) refuses them, `import`
   * reads those with a phone number or social login as users without a password. Records of both have `loginOnly`.
   */
  readonly loginOnly?: LoginOnlyUse | undefined;
  /**
   * What becomes of users whose password the export does not have and who have no other login: `refuse` (unless
   * given), `reset` or `code`. With `reset`, give `importUsers` the option `existing`, so that no password of a user
   * who is on the service already is overwritten.
   */
  readonly withoutPassword?: WithoutPasswordUse | undefined;
  /**
   * Whether users log in through the fallback with the password alone where their second factor is not in the export,
   * or encrypted and no key opens it. Default false: they are not importable (`user/second-factor-at-login`).
   */
  readonly passwordAlone?: boolean | undefined;
  /**
   * Further files of the export, in the formats of the source: their users follow those of `input`, and rows of
   * other tables are brought to the users that they belong to. Each is opened up to three times, and has to give
   * the same bytes.
   */
  readonly join?: readonly JoinedInput[] | undefined;
  /** What the export's own file is called: pages in several files are told apart by the numbers in their names. */
  readonly fileName?: string | undefined;
  /**
   * What is in front of the tables' usual names, `shop_` for `shop_users`, where a dump has the tables of several
   * installations; or the name of the table of users, `admins`, where an application has several. Without it such a dump ends in `source/table-prefix`.
   */
  readonly tablePrefix?: string | undefined;
  /**
   * Told what the join left over, before the first record is yielded, of sources with `roleOf`; of others at the end of each
   * pass, and only where a dump has tables of which `unread` or `staff` tells.
   */
  readonly onJoined?: ((report: JoinReport) => void) | undefined;
  /**
   * Told which records share something that no two users may share, and which of them were chosen, before the first record
   * is yielded; only where there are such records.
   */
  readonly onShared?: ((candidates: readonly Candidate[], chosen: Chosen) => void | Promise<void>) | undefined;
  /** Against which dates such as the end of a ban are held; milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
}

/** With the `map` of `fingerprintReading`, which is given the same object. */
type Known = ReadExportOptions & { readonly map?: unknown };

export const READING_OPTIONS: OptionNames<Known> = {
  ...{ from: true, hashConfig: true, service: true, includeDisabled: true, include: true, mustReset: true },
  ...{ source: true, peppered: true, phoneRegion: true, providers: true, decryptionKeys: true, totp: true },
  ...{ loginOnly: true, withoutPassword: true, passwordAlone: true, join: true, fileName: true, tablePrefix: true },
  ...{ onJoined: true, onShared: true, now: true, prefer: true, decisions: true, isSent: true, map: true },
};

export function requireReading(what: string, options: ReadExportOptions): void {
  requireOptions<Known>(what, options, READING_OPTIONS);
  requireFlag("includeDisabled", options.includeDisabled);
  requireFlag("passwordAlone", options.passwordAlone);
  requireFlag("peppered", options.peppered);
}

/**
 * Reads an export while it streams in; memory holds one record at a time. Of a source with rows of several tables,
 * the input is copied to a private temporary folder first, since what belongs to a user may come after them.
 *
 * @param input The file's bytes: in UTF-8, or in UTF-16 with a byte order mark; compressed with gzip or, where Node
 * has it, zstd.
 * @param options `from` names the system: see `READABLE_SOURCES`; or it is a source of your own.
 * @returns One item a record, in the file's order: the normalised user or every problem that it has. A record that
 * can't be read does not stop the next one: it is not importable, with the lines of its text. Where the file itself
 * can't be read further, a last item of kind `unreadable` says why: `source/empty`, `source/malformed`, `source/other-format`,
 * `source/not-utf8`, `source/damaged-copy`, `source/not-text`, `source/cut-off`,
 * `source/no-users`, `source/trailing-data`, `source/of-other-system`
 * where the file is surely another system's (known by its first MiB, by the first records that are found wherever they
 * are, or, of an SQL dump in which none is found, by the tables of its first GiB, also where it
 * may be, and no record has the named system's ID), `source/system-unclear`
 * where `from` is `auto`, or `source/input-changed` where `input` is a later pass of
 * `pinInput`. Of a source with rows of several tables, a file that can't be read to its end yields that item alone.
 * @throws TypeError if `from` is not a readable source, `source` is not a system, or an option is not known; with the
 * line of the record, if `toUser` of a source of your own throws or gives what is not a user.
 * @see docs/sources.md for the fields that are read
 *
 * @example
 * ```ts
 * import { readExport } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('{"users":[{"localId":"u1","phoneNumber":"+15555550100"}]}');
 * }
 * const records = [];
 * for await (const record of readExport(file(), { from: "firebase" })) records.push(record.kind);
 * records; // => ["user"]
 * ```
 */
export async function* readExport(
  input: AsyncIterable<Uint8Array>,
  options: ReadExportOptions,
): AsyncGenerator<SourceRecord> {
  requireReading("readExport", options);
  requireArgument("input", input, "iterable");
  const named = await loadedOptions(options);
  if (named !== undefined) return yield* recordsOf(readStream(input, named, "users"));
  const { beginning, whole, giveUp } = await beginInput(input, DETECTION_BYTES);
  const resolved = await resolveFrom(beginning, options);
  if ("options" in resolved) return yield* recordsOf(readStream(whole, resolved.options, "users"));
  await giveUp();
  yield unresolved(resolved);
}

/** As `readExport`, but hashes are left unread: who a record is, and not whether it can be imported. */
export async function* readIdentifiers(
  input: AsyncIterable<Uint8Array>,
  options: NamedOptions,
): AsyncGenerator<SourceRecord> {
  yield* recordsOf(readStream(input, await loadedOptions(options), "identifiers"));
}

/** Records that become known together. */
export type RecordBatch = readonly SourceRecord[];

export async function* recordsOf(batches: AsyncIterable<RecordBatch>): AsyncGenerator<SourceRecord> {
  for await (const batch of batches) {
    for (const record of batch) yield record;
  }
}

/** A stream can be read once only, so a source whose users are found in a second pass needs a copy. */
async function* readStream(
  input: AsyncIterable<Uint8Array>,
  options: LoadedOptions,
  purpose: PassPurpose,
): AsyncGenerator<RecordBatch> {
  if (!isOfSeveral(options)) return yield* readOnce(input, options, purpose);
  let spooled: SpooledInput | undefined;
  let joined: JoinedParts | UnreadableRest | undefined;
  try {
    spooled = await spoolInput(input);
    const files = exportFiles(pinInput(spooled.open), options);
    joined = await joinFiles(files, options);
    const batches = "kind" in joined ? [[joined]] : readRecords(files, options, purpose, joined);
    yield* checkSourceName(batches, files, options.from);
  } catch (error) {
    yield [faultAfter(error, 1)];
  } finally {
    if (joined !== undefined && "close" in joined) await joined.close();
    await spooled?.close();
  }
}

/** Where nothing is found, the rest of the stream says what it is, which can't be opened again. */
async function* readOnce(
  input: AsyncIterable<Uint8Array>,
  options: LoadedOptions,
  purpose: PassPurpose,
): AsyncGenerator<RecordBatch> {
  // A pass may read as much ahead as it judges a file by.
  const seen = new SeenInput(input, 2 * DETECTION_BYTES);
  try {
    const batches = readRecords([onlyFile(() => seen.read())], options, purpose);
    yield* rightlyNamedOnce(batches, seen, options.from);
  } finally {
    await seen.close();
  }
}

function onlyFile(open: OpenInput): ExportFile {
  return { name: undefined, open, fingerprint: () => undefined };
}

export function isOfSeveral({ from: { roleOf }, join = [] }: LoadedOptions): boolean {
  return roleOf !== undefined || join.length > 0;
}

/** Brings the parts of all files to their users, and tells the caller what is left over. */
export async function joinFiles(
  files: readonly ExportFile[],
  options: LoadedOptions,
): Promise<JoinedParts | UnreadableRest> {
  const joined = await joinParts(files, withTablePrefix(options.from, options.tablePrefix));
  if ("report" in joined) options.onJoined?.(joined.report);
  return joined;
}

/** A pass over the users of an export's files, in batches: who a record is, and, where hashes are read, whether it can be imported. */
export async function* readRecords(
  files: readonly [ExportFile, ...ExportFile[]],
  options: LoadedOptions,
  purpose: PassPurpose,
  joined?: JoinedParts,
): AsyncGenerator<RecordBatch> {
  const reading = await readingFor(options, purpose, joined?.registered);
  if (joined === undefined) return yield* readPass(files[0], reading);
  const parts = joined.pass();
  for (const [file, { name, open }] of files.entries()) {
    if (joined.hasRecords[file] !== true) continue;
    yield* readPass({ name, open }, reading, { ...joined, parts, file, firstIndex: joined.first[file] ?? 0 });
  }
}

export async function readingFor(
  options: LoadedOptions,
  purpose: PassPurpose,
  registered: ReadonlySet<string> = new Set(),
): Promise<RecordReading> {
  requireSource(options.source);
  const from = withTablePrefix(options.from, options.tablePrefix);
  const { hashConfig, includeDisabled = false, include = [], source = from.origin, peppered } = options;
  const { mustReset = "import", onJoined } = options;
  const service = resolveServiceProfile(options.service);
  const origin = { source, peppered };
  const decrypt = await decryptorFor(from, options.decryptionKeys);
  const now = options.now ?? Date.now();
  const shared = {
    service,
    origin,
    phoneNumber: await phoneNumberReader(options.phoneRegion),
    providers: options.providers ?? {},
    ...{ registered, now },
    ...defined({ hashConfig, decrypt, totp: options.totp }),
  };
  const held = new Set(includeDisabled ? ["disabled" as const, ...include] : include);
  return {
    source: from,
    isOwn: (await nameOfBuiltIn(options.from)) === undefined,
    purpose,
    phoneNumberForm: await phoneNumberForm(service),
    loginOnly: options.loginOnly ?? "hold",
    passwordAlone: options.passwordAlone ?? false,
    withoutPassword: options.withoutPassword ?? "refuse",
    decisions: options.decisions,
    contextOf: contextsOf(shared, { include: held, mustReset }, purpose),
    now,
    // A join has said it already.
    note: ({ unreadTables: tables = [] }) => {
      if (from.roleOf !== undefined || tables.length === 0) return;
      onJoined?.({ leftOver: [], without: [], absent: [], ...unreadTables(tables, from) });
    },
  };
}

/** Loaded and made ready only where there are keys. */
async function decryptorFor({ encryption = [] }: Source, keys: readonly DecryptionKey[] = []) {
  if (encryption.length === 0 || keys.length === 0) return undefined;
  const { createDecryptor } = await import("./decryption/index.js");
  return createDecryptor(encryption, keys);
}

interface FileOfSeveral extends Pick<JoinedParts, "settings" | "lastOfMore"> {
  readonly parts: PartsPass;
  /** Its number; the export itself is 0. */
  readonly file: number;
  /** Number of its first record over all files. */
  readonly firstIndex: number;
}

/** The records of one file, or of a part of one whose beginning was judged before. */
export async function* readPass(
  { name, open, isContinued = false }: Pick<ExportFile, "name" | "open"> & { readonly isContinued?: boolean },
  reading: RecordReading,
  several?: FileOfSeveral,
): AsyncGenerator<RecordBatch> {
  const pass: Pass = { reading, several, name, line: 1 };
  // A further file may be a table of parts.
  let isFirst = !isContinued && (several === undefined || several.file === 0 || reading.source.roleOf === undefined);
  let isBeginning = true;
  const seen = new SeenInput(open(), DETECTION_BYTES);
  try {
    for await (const batch of firstTogether(readWithFitting(reading.source.readers, seen.read()), reading.note)) {
      const tells = isFirst && (isBeginning || batch[0]?.kind !== "fault");
      isBeginning = false;
      const other = tells ? await foreignRest(batch, reading.source, seen) : undefined;
      if (other !== undefined) return yield [endOf({ ...other, kind: "end-fault" }, name)];
      if (batch[0]?.kind === "record") isFirst = false;
      if (!isFirst) seen.drop();
      yield* recordsIn(batch, pass);
    }
  } catch (error) {
    yield [faultAfter(error, pass.line)];
  } finally {
    await seen.close();
  }
}

interface Pass {
  readonly reading: RecordReading;
  readonly several: FileOfSeveral | undefined;
  readonly name: string | undefined;
  /** Line of the item that is being read. */
  line: number;
}

/** Those before a record at which something is thrown are yielded first. */
async function* recordsIn(batch: ItemBatch, pass: Pass): AsyncGenerator<RecordBatch> {
  const { reading, several, name } = pass;
  const records: SourceRecord[] = [];
  try {
    for (const item of batch) {
      pass.line = lineOf(item);
      const record =
        several === undefined ? ownRecordOf(item, reading, name) : await joinedRecordOf(item, reading, several, name);
      if (record !== undefined) records.push(name === undefined ? record : { ...record, file: name });
    }
  } catch (error) {
    yield records;
    throw error;
  }
  yield records;
}

function lineOf(item: ReaderItem): number {
  return item.kind === "end-fault" ? item.line : item.place.line;
}

function ownRecordOf(item: ReaderItem, reading: RecordReading, name: string | undefined): SourceRecord {
  if (item.kind === "end-fault") return endOf(item, name);
  if (item.kind === "fault") return unreadRecord(item);
  return isOther(item, reading.source) ? skippedRecord(item, reading.source) : readRecord(item, reading);
}

function isOther({ value }: ReadRecord, source: Source): boolean {
  return source.isUser !== undefined && isFields(value) && source.isUser(value) === false;
}

/** The record with what belongs to it; undefined where it is not a user. */
async function joinedRecordOf(
  item: ReaderItem,
  reading: RecordReading,
  several: FileOfSeveral,
  name: string | undefined,
): Promise<SourceRecord | undefined> {
  if (item.kind === "end-fault") return endOf(item, name);
  const placed = inSeveral(item, several);
  if (placed.kind === "fault") return unreadRecord(placed);
  if (isOther(placed, reading.source)) return skippedRecord(placed, reading.source);
  const role = roleOf(placed, reading.source, several.file);
  if (role.role === "other") return role.passedOver === undefined ? damageBefore(placed) : undefined;
  const { key } = role;
  const found = key === undefined ? undefined : await several.parts(placed.place.index, key);
  if (role.role === "user") return readRecord(placed, reading, found);
  const { aloneIsUser = false } = role;
  const isUser = key === undefined ? aloneIsUser === true : aloneIsUser !== false && found !== undefined;
  return isUser ? readRecord(placed, reading, found) : undefined;
}

/** What is missing in front of a row that is not a user may have been one. */
function damageBefore({ place, damage: [first, ...damage] = [] }: ReadRecord): UserRecord | undefined {
  return first === undefined ? undefined : unreadRecord({ kind: "fault", place, problem: first, damage });
}

/** An item with its number over all files, and what other files say of it: the settings of its realm, and that its list continues. */
function inSeveral<Item extends ReadRecord | RecordFault>(item: Item, several: FileOfSeveral): Item {
  const { firstIndex, settings, lastOfMore } = several;
  const place = { ...item.place, index: item.place.index + firstIndex };
  const own = place.index === lastOfMore ? withPagesMissing(withoutPages(item)) : withoutPages(item);
  const around = item.kind === "record" && item.around?.realm === settings.realm ? { ...settings, ...item.around } : {};
  const known = Object.keys(around).length === 0 ? {} : { around };
  return { ...own, place, ...known };
}
