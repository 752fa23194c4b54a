import { requireSource, type SourceName } from "../hash/systems/source-context.js";
import { problem } from "../problems/source.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { isFields } from "./fields/field.js";
import type { HoldReason } from "./fields/hold-reasons.js";
import { phoneNumberForm, phoneNumberReader } from "./fields/phone-number.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { SourceRecord, UnreadableRest } from "./normalized-user.js";
import { InputChanged } from "./pinned-input.js";
import {
  LEAVES_HASHES,
  READS_HASHES,
  type ReadHash,
  type RecordReading,
  readRecord,
  unreadRecord,
} from "./read-record.js";
import { readWithFitting } from "./readers/choose-reader.js";
import type { ReaderItem } from "./readers/record-reader.js";
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
  /** Against which dates such as the end of a ban are held; milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/**
 * Reads an export while it streams in; memory holds one record at a time.
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
 * `source/input-changed` where `input` is a later pass of `pinInput`.
 * @throws TypeError if `from` is not a readable source, or `source` not a system.
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
  yield* readPass(input, await readingFor(options, READS_HASHES));
}

/** As `readExport`, but hashes are left unread: who a record is, and not whether it can be imported. */
export async function* readIdentifiers(
  input: AsyncIterable<Uint8Array>,
  options: ReadExportOptions,
): AsyncGenerator<SourceRecord> {
  yield* readPass(input, await readingFor(options, LEAVES_HASHES));
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
  };
}

async function* readPass(
  input: AsyncIterable<Uint8Array>,
  reading: RecordReading,
): AsyncGenerator<SourceRecord> {
  let line = 1;
  let isFirst = true;
  try {
    for await (const item of readWithFitting(reading.source.readers, input)) {
      const other = isFirst ? ofOtherSystem(item, reading.source) : undefined;
      if (other !== undefined) return yield other;
      if (item.kind === "record") isFirst = false;
      line = lineOf(item);
      yield recordOf(item, reading);
    }
  } catch (error) {
    if (!(error instanceof InputChanged)) throw error;
    yield changedAfter(line);
  }
}

function lineOf(item: ReaderItem): number {
  return item.kind === "end-fault" ? item.line : item.place.line;
}

function recordOf(item: ReaderItem, reading: RecordReading): SourceRecord {
  if (item.kind === "record") return readRecord(item, reading);
  if (item.kind === "fault") return unreadRecord(item);
  return { kind: "unreadable", line: item.line, problem: item.problem };
}

/** Every record would be refused for fields that it lacks, and none would say why. */
function ofOtherSystem(item: ReaderItem, source: Source): UnreadableRest | undefined {
  if (item.kind !== "record" || !isFields(item.value) || source.detect?.([item.value]) !== "no")
    return undefined;
  const [other] = sourcesLike([item.value]);
  if (other === undefined) return undefined;
  const message = `this looks like ${other.title} (${other.name}), not like ${source.title}`;
  return { kind: "unreadable", line: item.place.line, problem: problem("source/of-other-system", message) };
}

function changedAfter(line: number): UnreadableRest {
  const message = "the file changed while it was read: after this line it has other content than before";
  return { kind: "unreadable", line, problem: problem("source/input-changed", message) };
}
