import type { SourceName } from "../hash/index.js";
import type { ServiceProfile } from "../service/profile.js";
import type { UserDraft } from "./assemble-user.js";
import type { Fields, Findings } from "./field.js";
import type { FieldTable } from "./field-table.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { HoldReason } from "./hold-reasons.js";
import type { HashOrigin, Password } from "./read-password.js";
import type { RecordReader } from "./readers/record-reader.js";

/**
 * How the exports of one system are read. credport's own are the rows of one table; a caller
 * brings others in the same form.
 */
export interface Source {
  /** By which the source is named: `firebase`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /**
   * The system that wrote the hashes: some systems hash something else than the password, so no
   * hash is read without it. `unknown` where a record or the caller has to say it.
   */
  readonly origin: SourceName | "unknown";
  /** The formats that the system writes; the first one that fits a file's beginning reads it. */
  readonly readers: readonly [RecordReader, ...RecordReader[]];
  /** The field that names a record in reports. */
  readonly idField: string;
  /** What becomes of each field, of the record itself first. */
  readonly fields: readonly [FieldTable, ...FieldTable[]];
  /** What becomes of a field of the record that no table has: it is counted with a warning, or refused. */
  readonly otherFields: "counted" | "refused";
  /** How much the first records look like this source's, told by their keys. */
  readonly detect?: (records: readonly Fields[]) => Likeness;
  /**
   * What a record says of a user. Faults are noted in `context.findings`, all of them at once;
   * the rules that hold for every export are not the source's business.
   */
  readonly toUser: (record: Fields, context: RecordContext) => UserDraft;
}

/** `sure`: no other known source writes such records. */
export type Likeness = "sure" | "possible" | "no";

/** What a source may ask for and has to note while it reads one record. */
export interface RecordContext {
  /** What came up so far. */
  readonly findings: Findings;
  /** The service that the user is for. */
  readonly service: ServiceProfile;
  /** Firebase's hash parameters, where the caller gave them. */
  readonly hashConfig?: FirebaseHashConfig;
  /** Where the hashes come from: what the caller says, or else the source. */
  readonly origin: HashOrigin;
  /**
   * The canonical form of a hash; undefined where there is none, with the reasons noted. The only way to
   * one. A pass that looks for duplicates reads no hash: put together what has to be put together in a function.
   */
  readonly password: (hash: string | (() => string | undefined), origin?: HashOrigin) => Password | undefined;
  /** Holds the user back, unless the caller lets in such users. */
  readonly holdBack: (reason: HoldReason, field: string) => void;
}
