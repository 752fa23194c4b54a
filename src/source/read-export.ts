import type { SourceName } from "../hash/source-context.js";
import { type JsonRecord, type JsonStop, type JsonStopReason, jsonRecords } from "../lib/json-records.js";
import { type ProblemCode, problem, type Result, refuse } from "../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { readCredportUser } from "./credport-users.js";
import { Findings, isFields } from "./field.js";
import { readFirebaseUser } from "./firebase.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { ReadUser, SourceRecord } from "./normalized-user.js";

export interface ReadExportOptions {
  /** The system that wrote the export, or `credport` for what `credport check --out` wrote. */
  readonly from: ReadableSource;
  /** Firebase only: the account's hash parameters, from `parseFirebaseHashConfig`. */
  readonly hashConfig?: FirebaseHashConfig;
  /** The service that the users are for (`default`). */
  readonly service?: ServiceProfileName | ServiceProfile;
  /** Let users go on that the old system has disabled. Default false: they are refused. */
  readonly includeDisabled?: boolean;
}

/** What can be read: the export files of systems, and credport's own `check --out`. */
export type ReadableSource = Extract<SourceName, "firebase"> | "credport";

/** One row per export format. */
interface SourceFormat {
  /** Key of the top-level object under which the users stand; without one, one user a line. */
  readonly key?: string;
  /** The field that names a record. */
  readonly idField: string;
  readonly read: (value: unknown, reader: Reader, findings: Findings) => Result<ReadUser>;
}

interface Reader {
  readonly hashConfig?: FirebaseHashConfig;
  readonly service: ServiceProfile;
  readonly includeDisabled: boolean;
}

const FORMATS: Readonly<Record<ReadableSource, SourceFormat>> = {
  firebase: { key: "users", idField: "localId", read: readFirebaseUser },
  credport: {
    idField: "externalUserId",
    read: (value, { service }, findings) => readCredportUser(value, service, findings),
  },
};

export const READABLE_SOURCES: readonly ReadableSource[] = Object.freeze(
  Object.keys(FORMATS) as ReadableSource[],
);

/**
 * Reads an export while it streams in; memory holds one record at a time.
 *
 * @param input The file's bytes: JSON in UTF-8, a byte order mark allowed.
 * @param options `from` names the system: see `READABLE_SOURCES`.
 * @returns One item a record, in the file's order: the normalised user or every
 * problem that it has. A record that can't be read does not stop the next one. Where
 * the file itself can't be read further, a last item of kind `unreadable` says why:
 * `source/empty`, `source/not-json`, `source/csv`, `source/utf-16`, `source/compressed`,
 * `source/cut-off`, `source/no-users`, `source/trailing-data`.
 * @throws TypeError if `from` is not a readable source.
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
  const { hashConfig, includeDisabled = false } = options;
  const service = resolveServiceProfile(options.service);
  const reader = { service, includeDisabled, ...(hashConfig === undefined ? {} : { hashConfig }) };
  const { key, idField, read } = FORMATS[options.from];
  for await (const item of jsonRecords(input, key === undefined ? {} : { key })) {
    if (item.kind === "stop") {
      yield unreadable(item);
      return;
    }
    const findings = new Findings();
    const result = readRecord(item, (value) => read(value, reader, findings));
    const userId = idOf(item.value, idField);
    const { identifiers } = findings;
    const record = { kind: "user", index: item.index, line: item.line, identifiers, result } as const;
    yield userId === undefined ? record : { ...record, userId };
  }
}

function readRecord(record: JsonRecord, read: (value: unknown) => Result<ReadUser>): Result<ReadUser> {
  if (record.fault === undefined) return read(record.value);
  const [code, message] = RECORD_FAULTS[record.fault];
  return refuse(code, message);
}

const RECORD_FAULTS = {
  "not-json": ["source/record-not-json", "the record is not valid JSON"],
  "not-utf8": ["source/record-not-utf8", "the record has bytes that are not UTF-8"],
  "too-long": ["source/record-too-long", "the record is longer than 1 MiB"],
} as const satisfies Record<string, readonly [ProblemCode, string]>;

/** The ID that names a refused record; only where it is short and printable. */
function idOf(value: unknown, idField: string): string | undefined {
  if (!isFields(value) || !Object.hasOwn(value, idField)) return undefined;
  const id = value[idField];
  return typeof id === "string" && /^[\x21-\x7e]{1,128}$/.test(id) ? id : undefined;
}

const STOPS: Readonly<Record<JsonStopReason, readonly [ProblemCode, string]>> = {
  empty: ["source/empty", "the file is empty"],
  "utf-16": ["source/utf-16", "the file is in UTF-16 or another encoding with NUL bytes"],
  gzip: ["source/compressed", "the file is compressed with gzip"],
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
