import { requireSource, type SourceName } from "../hash/systems/source-context.js";
import { problem } from "../problems/source.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { isFields } from "./fields/field.js";
import type { HoldReason } from "./fields/hold-reasons.js";
import { phoneNumberForm, phoneNumberReader } from "./fields/phone-number.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import {
  type ExportFile,
  endOf,
  exportFiles,
  faultAfter,
  type JoinedInput,
  JoinedParts,
  type JoinReport,
  joinParts,
  type PartsPass,
  roleOf,
  type SpooledInput,
  spoolInput,
} from "./join/index.js";
import type { SourceRecord, UnreadableRest } from "./normalized-user.js";
import { type OpenInput, pinInput } from "./pinned-input.js";
import {
  type LoginOnlyUse,
  READS_HASHES,
  type ReadHash,
  type RecordReading,
  readRecord,
  unreadRecord,
} from "./read-record.js";
import { readWithFitting } from "./readers/choose-reader.js";
import type { ReaderItem, RecordPlace } from "./readers/record-reader.js";
import type { Source } from "./source.js";
import { type ReadableSource, sourceOf, sourcesLike } from "./sources.js";

/** Which system wrote an export and for which service its users are read. */
export interface ReadExportOptions {
  /** The system that wrote the export, `credport` for what `credport check --out` wrote, or a source of your own. */
  readonly from: ReadableSource | Source;
  /** Firebase only: the account's hash parameters, from `parseFirebaseHashConfig`. */
  readonly hashConfig?: FirebaseHashConfig;
  /** The service that the users are for (`default`). */
  readonly service?: ServiceProfileName | ServiceProfile;
  /** Also read users that are disabled in the old system. Default false: they are refused. */
  readonly includeDisabled?: boolean;
  /** Also read users who are held back for these reasons. Default none. */
  readonly include?: readonly HoldReason[];
  /**
   * The system that the hashes come from, where the file does not name it. Without it a bcrypt or
   * argon2 hash of `credport` has the warning `user/hash-origin-unknown`.
   */
  readonly source?: SourceName;
  /** Whether that system mixes a site-wide secret (a pepper) into each password. */
  readonly peppered?: boolean;
  /**
   * The region of phone numbers without a country code, as ISO 3166-1 names it: `DE`. Without it a number that
   * is not in E.164 is `user/phone-malformed`.
   */
  readonly phoneRegion?: string;
  /** The service's IDs of providers of social logins, by the names that the export has for them. */
  readonly providers?: Readonly<Record<string, string>>;
  /**
   * What becomes of users whose hash only credport verifies, at login: `hold` (unless given) refuses them, `import`
   * reads those who have a phone number or social login as users without a password. Records of both have `loginOnly`.
   */
  readonly loginOnly?: LoginOnlyUse;
  /**
   * Further files of the export, in the formats of the source: rows of theirs that belong to a user are brought
   * to them, users of theirs follow those of `input`. For sources with `roleOf` only. Each is opened up to
   * three times, and has to give the same bytes.
   */
  readonly join?: readonly JoinedInput[];
  /** Told what the join left over, before the first record is yielded; called for sources with `roleOf` only. */
  readonly onJoined?: (report: JoinReport) => void;
  /** Against which dates such as the end of a ban are held; milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/**
 * Reads an export while it streams in; memory holds one record at a time. Of a source with rows of several tables,
 * the input is copied to a private temporary folder first, since what belongs to a user may come after them.
 *
 * @param input The file's bytes: in UTF-8, or in UTF-16 with a byte order mark; compressed with gzip or, where Node
 * has it, zstd.
 * @param options `from` names the system: see `READABLE_SOURCES`; or it is a source of your own.
 * @returns One item a record, in the file's order: the normalised user or every
 * problem that it has. A record that can't be read does not stop the next one: it is
 * refused with the lines of its text. Where the file itself can't be read
 * further, a last item of kind `unreadable` says why:
 * `source/empty`, `source/not-json`, `source/csv`, `source/utf-16`, `source/nul-bytes`,
 * `source/compressed`, `source/zstd`, `source/packed-damaged`, `source/expands-too-far`, `source/cut-off`, `source/no-users`, `source/trailing-data`,
 * `source/of-other-system` where the first record is surely another system's, or
 * `source/input-changed` where `input` is a later pass of `pinInput`. Of a source with rows of several tables, a file
 * that can't be read to its end yields that item alone.
 * @throws TypeError if `from` is not a readable source or has nothing to `join`, or `source` is not a system.
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
  const { roleOf } = requireJoinable(options);
  if (roleOf === undefined) return yield* readRecords([onlyFile(() => input)], options, READS_HASHES);
  let spooled: SpooledInput | undefined;
  let joined: JoinedParts | UnreadableRest | undefined;
  try {
    spooled = await spoolInput(input);
    const files = exportFiles(pinInput(spooled.open), options.join);
    joined = await joinFiles(files, options);
    if (!(joined instanceof JoinedParts)) return yield joined;
    yield* readRecords(files, options, READS_HASHES, joined);
  } catch (error) {
    yield faultAfter(error, 1);
  } finally {
    if (joined instanceof JoinedParts) await joined.close();
    await spooled?.close();
  }
}

function onlyFile(open: OpenInput): ExportFile {
  return { name: undefined, open, fingerprint: () => undefined };
}

/** The source of the options, once it is known that what is to be joined has something to be joined with. */
export function requireJoinable({ from, join = [] }: ReadExportOptions): Source {
  const source = sourceOf(from);
  if (source.roleOf === undefined && join.length > 0) {
    throw new TypeError(`join must be empty: ${source.title} has all of a user in one file`);
  }
  return source;
}

/** Brings the parts of all files to their users, and tells the caller what is left over. */
export async function joinFiles(
  files: readonly ExportFile[],
  options: ReadExportOptions,
): Promise<JoinedParts | UnreadableRest> {
  const joined = await joinParts(files, sourceOf(options.from));
  if (joined instanceof JoinedParts) options.onJoined?.(joined.report);
  return joined;
}

/** A pass over the users of an export's files: who a record is, and, where hashes are read, whether it can be imported. */
export async function* readRecords(
  files: readonly [ExportFile, ...ExportFile[]],
  options: ReadExportOptions,
  readHash: ReadHash,
  joined?: JoinedParts,
): AsyncGenerator<SourceRecord> {
  const reading = await readingFor(options, readHash);
  if (joined === undefined) return yield* readPass(files[0], reading);
  const parts = joined.pass();
  for (const [file, { name, open }] of files.entries()) {
    if (!joined.hasRecords(file)) continue;
    const pass = { parts, file, firstIndex: joined.firstOf(file) };
    yield* readPass({ name, open }, reading, pass);
  }
}

async function readingFor(options: ReadExportOptions, readHash: ReadHash): Promise<RecordReading> {
  requireSource(options.source);
  const from = sourceOf(options.from);
  const { hashConfig, includeDisabled = false, include = [], source = from.origin, peppered } = options;
  const service = resolveServiceProfile(options.service);
  return {
    source: from,
    service,
    hashConfig,
    origin: { source, peppered },
    include: new Set(includeDisabled ? ["disabled", ...include] : include),
    readHash,
    phoneNumberForm: await phoneNumberForm(service),
    phoneNumber: await phoneNumberReader(options.phoneRegion),
    providers: options.providers ?? {},
    now: options.now ?? Date.now(),
    loginOnly: options.loginOnly ?? "hold",
  };
}

/** Where the users of a file find what belongs to them. */
interface FileOfSeveral {
  readonly parts: PartsPass;
  /** Its number; the export itself is 0. */
  readonly file: number;
  /** Number of its first record over all files. */
  readonly firstIndex: number;
}

async function* readPass(
  { name, open }: Pick<ExportFile, "name" | "open">,
  reading: RecordReading,
  several?: FileOfSeveral,
): AsyncGenerator<SourceRecord> {
  let line = 1;
  let isFirst = several === undefined || several.file === 0;
  try {
    for await (const item of readWithFitting(reading.source.readers, open())) {
      const other = isFirst ? ofOtherSystem(item, reading.source) : undefined;
      if (other !== undefined) return yield other;
      if (item.kind === "record") isFirst = false;
      line = lineOf(item);
      const record = await recordOf(item, reading, several, name);
      if (record !== undefined) yield name === undefined ? record : { ...record, file: name };
    }
  } catch (error) {
    yield faultAfter(error, line);
  }
}

function lineOf(item: ReaderItem): number {
  return item.kind === "end-fault" ? item.line : item.place.line;
}

/** Undefined where a record is no user. */
async function recordOf(
  item: ReaderItem,
  reading: RecordReading,
  several: FileOfSeveral | undefined,
  name: string | undefined,
): Promise<SourceRecord | undefined> {
  if (item.kind === "end-fault") return endOf(item, name);
  const placed = several === undefined ? item : movedBy(item, several.firstIndex);
  if (placed.kind === "fault") return unreadRecord(placed);
  if (several === undefined) return readRecord(placed, reading);
  const role = roleOf(placed, reading.source, several.file);
  if (role.role === "other") return undefined;
  const { key } = role;
  const found = key === undefined ? undefined : await several.parts.take(placed.place.index, key);
  if (role.role === "user") return readRecord(placed, reading, found);
  const isUser = role.aloneIsUser === true && (key === undefined || found !== undefined);
  return isUser ? readRecord(placed, reading, found) : undefined;
}

/** An item with its number over all files. */
function movedBy<Item extends ReaderItem & { readonly place: RecordPlace }>(item: Item, by: number): Item {
  return by === 0 ? item : { ...item, place: { ...item.place, index: item.place.index + by } };
}

/** Every record would be refused for fields that it lacks, and none would say why. */
function ofOtherSystem(item: ReaderItem, source: Source): UnreadableRest | undefined {
  if (item.kind !== "record" || !isFields(item.value)) return undefined;
  if (source.detect?.([item.value], item.table) !== "no") return undefined;
  const [other] = sourcesLike([item.value]);
  if (other === undefined) return undefined;
  const message = `this looks like ${other.title} (${other.name}), not like ${source.title}`;
  return { kind: "unreadable", line: item.place.line, problem: problem("source/of-other-system", message) };
}
