import { requireSource, type SourceName } from "../hash/source-context.js";
import {
  type JsonRecord,
  type JsonStop,
  type JsonStopReason,
  jsonRecords,
} from "../lib/json-records/json-records.js";
import { failure, type Problem, type ProblemCode, problem, type Result } from "../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { CREDPORT_TABLES, readCredportUser } from "./credport-users.js";
import { Findings, isFields } from "./field.js";
import type { FieldTable } from "./field-table.js";
import { FIREBASE_TABLES, readFirebaseUser } from "./firebase.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { ReadUser, SourceRecord, UnreadableRest, UserRecord } from "./normalized-user.js";
import { InputChanged } from "./pinned-input.js";
import type { HashOrigin } from "./read-password.js";

/** Which system wrote an export and for which service its users are read. */
export interface ReadExportOptions {
  /** The system that wrote the export, or `credport` for what `credport check --out` wrote. */
  readonly from: ReadableSource;
  /** Firebase only: the account's hash parameters, from `parseFirebaseHashConfig`. */
  readonly hashConfig?: FirebaseHashConfig;
  /** The service that the users are for (`default`). */
  readonly service?: ServiceProfileName | ServiceProfile;
  /** Also read users that are disabled in the old system. Default false: they are refused. */
  readonly includeDisabled?: boolean;
  /**
   * The system that the hashes come from, where the file does not name it. Without it a bcrypt or
   * argon2 hash of `credport` has the warning `user/hash-origin-unknown`.
   */
  readonly source?: SourceName;
  /** Whether that system mixes a site-wide secret (a pepper) into each password. */
  readonly peppered?: boolean;
}

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = Extract<SourceName, "firebase"> | "credport";

/** One row per export format. */
interface SourceFormat {
  /** Key of the top-level object under which the users stand; without one, one user a line. */
  readonly key?: string;
  /** The field that names a record. */
  readonly idField: string;
  /** Whether it is the first one of each record, by which records are found after a damaged one. */
  readonly beginsWithId: boolean;
  /** What becomes of each field. */
  readonly tables: readonly FieldTable[];
  /** The system that wrote the hashes, where the format says it. */
  readonly source: SourceName | "unknown";
  readonly read: (value: unknown, reader: Reader, findings: Findings) => Result<ReadUser>;
}

interface Reader {
  readonly hashConfig?: FirebaseHashConfig;
  readonly service: ServiceProfile;
  readonly includeDisabled: boolean;
  readonly origin: HashOrigin;
}

const FORMATS: Readonly<Record<ReadableSource, SourceFormat>> = {
  firebase: {
    key: "users",
    idField: "localId",
    beginsWithId: true,
    tables: FIREBASE_TABLES,
    source: "firebase",
    read: readFirebaseUser,
  },
  credport: {
    idField: "externalUserId",
    beginsWithId: true,
    tables: CREDPORT_TABLES,
    source: "unknown",
    read: readCredportUser,
  },
};

/** The systems whose exports `readExport` reads. */
export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze(
  Object.keys(FORMATS) as ReadableSource[],
);

/**
 * Reads an export while it streams in; memory holds one record at a time.
 *
 * @param input The file's bytes: JSON in UTF-8, a byte order mark allowed.
 * @param options `from` names the system: see `READABLE_SOURCES`.
 * @returns One item a record, in the file's order: the normalised user or every
 * problem that it has. A record that can't be read does not stop the next one: it is
 * refused with the lines of its text. Where the file itself can't be read
 * further, a last item of kind `unreadable` says why:
 * `source/empty`, `source/not-json`, `source/csv`, `source/utf-16`, `source/nul-bytes`,
 * `source/compressed`, `source/cut-off`, `source/no-users`, `source/trailing-data`, or
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
  if (!Object.hasOwn(FORMATS, options.from)) {
    throw new TypeError(`from must be one of ${READABLE_SOURCES.join(", ")}`);
  }
  requireSource(options.source);
  const format = FORMATS[options.from];
  const { hashConfig, includeDisabled = false, source = format.source, peppered } = options;
  const service = resolveServiceProfile(options.service);
  const origin = { source, peppered };
  const reader = { service, includeDisabled, origin, ...(hashConfig === undefined ? {} : { hashConfig }) };
  const { key, idField, beginsWithId } = format;
  const document = {
    ...(key === undefined ? {} : { key }),
    ...(beginsWithId ? { firstKey: idField } : {}),
  };
  let line = 1;
  try {
    for await (const item of jsonRecords(input, document)) {
      line = item.line;
      if (item.kind === "stop") {
        yield unreadable(item);
        return;
      }
      yield item.fault === undefined ? readRecord(item, format, reader) : unreadRecord(item, item.fault);
    }
  } catch (error) {
    if (!(error instanceof InputChanged)) throw error;
    yield changedAfter(line);
  }
}

function changedAfter(line: number): UnreadableRest {
  const message = "the file changed while it was read: after this line it has other content than before";
  return { kind: "unreadable", line, problem: problem("source/input-changed", message) };
}

function readRecord(item: JsonRecord, { read, idField, tables }: SourceFormat, reader: Reader): UserRecord {
  const findings = new Findings();
  const result = withFaultsOf(item, read(item.value, reader, findings), tables);
  const { identifiers } = findings;
  const record = { kind: "user", index: item.index, line: item.line, identifiers, result } as const;
  const userId = idOf(item.value, idField);
  return userId === undefined ? record : { ...record, userId };
}

/** Adds what the parsed value does not show any more: fields that stood there twice, damage before it. */
function withFaultsOf(
  { duplicateKeys = [], isBadlySeparated }: JsonRecord,
  result: Result<ReadUser>,
  tables: readonly FieldTable[],
): Result<ReadUser> {
  if (duplicateKeys.length === 0 && isBadlySeparated === undefined) return result;
  const twice = duplicateKeys
    .filter(({ key, differs }) => differs && tables.some(({ read }) => read.has(key)))
    .map(({ key }) =>
      problem("user/field-twice", `${key} appears twice with different values`, { field: key }),
    );
  const damage = isBadlySeparated === true ? [badlySeparated()] : [];
  const [first, ...others] = twice;
  if (first !== undefined) return failure(first, ...others, ...damage, ...(result.ok ? [] : result.problems));
  if (result.ok) return { ...result, warnings: [...damage, ...result.warnings] };
  return { ok: false, problems: [...result.problems, ...damage] };
}

function badlySeparated(): Problem {
  return problem(
    "source/separator-damaged",
    "the comma before this record, or after the last one, is missing, doubled or damaged",
  );
}

/** A record whose text can't be read. */
function unreadRecord(
  { index, line, lastLine, fault: _, isBadlySeparated }: JsonRecord,
  fault: Fault,
): UserRecord {
  const [code, message] = RECORD_FAULTS[fault];
  const last = lastLine ?? line;
  const place = last > line ? `lines ${line} to ${last}` : `line ${line}`;
  const others = isBadlySeparated === true ? [badlySeparated()] : [];
  const result = failure(problem(code, message(place)), ...others);
  const record = { kind: "user", index, line, identifiers: [], result, isUnreadable: true } as const;
  return lastLine === undefined ? record : { ...record, lastLine };
}

type Fault = NonNullable<JsonRecord["fault"]>;

const RECORD_FAULTS = {
  "not-json": ["source/record-not-json", (place) => `the record on ${place} is not valid JSON`],
  "not-utf8": ["source/record-not-utf8", (place) => `the record on ${place} has bytes that are not UTF-8`],
  "too-long": ["source/record-too-long", (place) => `the record on ${place} is longer than 1 MiB`],
  stretch: [
    "source/records-unreadable",
    (place) => `${place} can't be read, and the users in it are neither counted nor checked`,
  ],
} as const satisfies Record<Fault, readonly [ProblemCode, (place: string) => string]>;

/** The ID that names a refused record; only where it is short and printable. */
function idOf(value: unknown, idField: string): string | undefined {
  if (!isFields(value) || !Object.hasOwn(value, idField)) return undefined;
  const id = value[idField];
  return typeof id === "string" && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
}

const STOPS: Readonly<Record<JsonStopReason, readonly [ProblemCode, string]>> = {
  empty: ["source/empty", "the file is empty"],
  "utf-16": ["source/utf-16", "the file is in UTF-16 or another encoding with NUL bytes"],
  "nul-bytes": ["source/nul-bytes", "the file ends in NUL bytes from here on"],
  gzip: ["source/compressed", "the file is compressed with gzip"],
  zip: ["source/compressed", "the file is a ZIP archive"],
  csv: ["source/csv", "the file looks like CSV, not JSON"],
  "not-json": ["source/not-json", "the file is not JSON from here on"],
  "cut-off": ["source/cut-off", "the file ends before this record, or the list of users, does"],
  "no-records": ["source/no-users", "the file has no list of users"],
  trailing: ["source/trailing-data", "something follows the end of the JSON document"],
};

function unreadable({ reason, line }: JsonStop): SourceRecord {
  const [code, message] = STOPS[reason];
  return { kind: "unreadable", line, problem: problem(code, message) };
}
