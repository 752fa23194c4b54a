import type { SourceName } from "../hash/index.js";
import type { ServiceProfile } from "../service/profile.js";
import type { UserDraft } from "./assemble-user.js";
import type { Decryptor, EncryptingSystem } from "./decryption/index.js";
import type { Fields, Findings } from "./fields/field.js";
import type { FieldTable } from "./fields/field-table.js";
import type { HoldReason } from "./fields/hold-reasons.js";
import type { HashOrigin, Password } from "./fields/read-password.js";
import type { TotpSettings } from "./fields/second-factor.js";
import type { ProviderNames } from "./fields/social-login.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { RecordReader } from "./readers/record-reader.js";

/**
 * How the exports of one system are read. credport's own are the rows of one table; a caller
 * brings others in the same form.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export interface Source {
  /** By which the source is named: `firebase`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** Names of systems that this one is built on: a file that looks like theirs may be of this one all the same. */
  readonly builtOn?: readonly string[];
  /** How the users are exported: commands, or the query with the rights that it needs. Shown by `credport sources`. */
  readonly howToExport?: string;
  /** What the source was last compared with. A later release may have fields that it does not know. */
  readonly comparedWith?: ComparedRelease;
  /**
   * The system that wrote the hashes: some systems hash something else than the password, so no
   * hash is read without it. `unknown` where a record or the caller has to say it.
   */
  readonly origin: SourceName | "unknown";
  /** The formats that the system writes; the first one that fits a file's beginning reads it. */
  readonly readers: readonly [RecordReader, ...RecordReader[]];
  /** The field that names a record in reports where no ID of a user can be read; else that ID does. */
  readonly idField: string;
  /** Fields of the record that say when the user joined; the first that is a moment counts. Only the bulk import takes it. */
  readonly joinedFields?: readonly string[];
  /** Fields of the record that say when the user last logged in; the latest counts. Kept in the fallback's file. */
  readonly lastLoginFields?: readonly string[];
  /** Fields of the record that, where they hold something, say that the user has to replace their password at the next login. */
  readonly mustResetFields?: readonly string[];
  /** The field of the record that lists the user's roles, by their names; only the bulk import takes them. */
  readonly rolesField?: string;
  /** What becomes of each field, of the record itself first. */
  readonly fields: readonly [FieldTable, ...FieldTable[]];
  /** What becomes of a field of the record that no table has: it is counted with a warning, or refused. */
  readonly otherFields: "counted" | "refused";
  /** How the system encrypts the secrets of second factors, where it does. */
  readonly encryption?: readonly EncryptingSystem[];
  /**
   * How much the first records look like this source's, by their keys. Where the format has tables, it is asked
   * for the first records of each.
   */
  readonly detect?: (records: readonly Fields[], table?: string) => Likeness;
  /** Whether a record is a user; anything else, such as a service account, is skipped. Default: all are. */
  readonly isUser?: (record: Fields) => boolean;
  /** What names whose records they are, where one file may have several lists: a realm, a tenant. A key of what is around them, unless `listsOf` is given. */
  readonly listsBy?: string;
  /** Which of these a record is of, where it says so itself. */
  readonly listsOf?: (record: Fields) => readonly unknown[];
  /**
   * What a record is, where a system's export has rows of several tables, in one file or in several. Without it
   * every record is a user. Asked more than once for each record, so it must not depend
   * on anything else.
   */
  readonly roleOf?: (record: Fields, place: RecordOrigin) => RecordRole;
  /** Parts have the record's own fields: what it does not have itself is read from them, and none of their fields is passed over. */
  readonly partsFillIn?: true;
  /** Tables with further rows of users, which an export may lack without being damaged. */
  readonly furtherTables?: readonly FurtherTable[];
  /** Of parts with rows of several kinds: which keep a user out or are asked for at a login. */
  readonly guards?: ReadonlyMap<string, (row: Fields) => boolean>;
  /** The same of columns of the user's own, each in all its spellings, which an operator may leave out; the part is `column`. */
  readonly ownColumns?: readonly FurtherTable[];
  /** Tables with the accounts of administrators or staff, named as in `sqlDump`: reports name those that a dump has, and none is read. */
  readonly staff?: readonly string[];
  /** A field that each user has unless the operator chose the fields, in a format without columns. */
  readonly alwaysThere?: string;
  /** Fields of a user's own record that hold what such rows hold. */
  readonly nestedFields?: readonly string[];
  /**
   * What a record says of a user. Faults are noted in `context.findings`, all of them at once;
   * the rules that hold for every export are not the source's business.
   */
  readonly toUser: (record: Fields, context: RecordContext) => UserDraft;
  /**
   * Tells an export from what is in front of its users, for one that has none, or has them far from its beginning; `title` is
   * what messages call such a file: "a Keycloak realm export".
   */
  readonly beforeUsers?: {
    readonly title: string;
    readonly isBeginning: (beginning: Uint8Array) => boolean;
  };
}

/** A release of a system, the day it is of, and where in which repository or documentation it says what users have. */
interface ComparedRelease {
  readonly release: string;
  readonly date: string;
  readonly file: string;
}

/** A table with further rows of users. */
export interface FurtherTable {
  /** What the source calls its rows. */
  readonly part: string;
  /** What the system calls it: the first is the usual name; `*meta` is one after any prefix. */
  readonly tables: readonly string[];
  /** What the users lack where an export has no row of it. */
  readonly holds: readonly string[];
}

/** A source of credport's own: of a system of this name. */
export type NamedSource<Name extends string> = Source & { readonly name: Name };

/** Where a record of an export with several tables comes from. */
export interface RecordOrigin {
  /** Its table, in a format that has them. */
  readonly table?: string | undefined;
  /** Whether it is of a file that is joined to the export (`--join`). */
  readonly isJoined: boolean;
}

/**
 * A user; a part, such as a device or a social login, of the user with the same key; or a row that says nothing
 * of any user. A part that no user has is counted as left over; with `aloneIsUser` it is a user of its own, with
 * `"without-users"` only where no record of any file is a user.
 */
export type RecordRole =
  | {
      readonly role: "user";
      readonly key?: string | undefined;
      /** What is in front of the table's usual name: a dump may have several installations of the system. */
      readonly prefix?: string | undefined;
      /** The schema or database of its table, where the dump names one. */
      readonly schema?: string | undefined;
    }
  | {
      readonly role: "part";
      readonly part: string;
      readonly key: string | undefined;
      readonly prefix?: string | undefined;
      readonly schema?: string | undefined;
      /** The tables of users that it may be of, where the system has several. */
      readonly ofTables?: readonly string[] | undefined;
      readonly aloneIsUser?: boolean | "without-users";
      /** What the row names for all users: `RecordContext.registered` has it. */
      readonly registers?: string | undefined;
    }
  | {
      readonly role: "other";
      /** Of a user of an installation that is not read: by what it can be chosen. */
      readonly passedOver?: string;
    };

/**
 * `sure`: no other known source writes such records.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export type Likeness = "sure" | "possible" | "no";

/**
 * What a source may ask for and has to note while it reads one record. Use it only until `toUser` returns: the same
 * object then serves the next record.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export interface RecordContext {
  /** The problems so far. */
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
  /** The parts of the user of one name, in the order of their files. */
  readonly parts: (name: string) => readonly Fields[];
  /** What rows of any file name for all users. */
  readonly registered: ReadonlySet<string>;
  /** Plain values around the record, such as its realm's settings. */
  readonly around: Fields;
  /** What the caller calls providers of social logins, by the export's names. */
  readonly providers: ProviderNames;
  /** A phone number in E.164 as the caller's region reads it; undefined for any other text. */
  readonly phoneNumber: (text: string) => string | undefined;
  /** Opens secrets that the system keeps encrypted; absent where no keys were given. */
  readonly decrypt?: Decryptor;
  /** How authenticator apps count, where the caller says it. */
  readonly totp?: TotpSettings;
  /** Milliseconds since 1970 against which dates such as the end of a ban are held. */
  readonly now: number;
  /** Holds the user back, unless the caller lets in such users; `known` says what is known in place of the usual message. */
  readonly holdBack: (reason: HoldReason, field: string, known?: string) => void;
  /** Notes that the user has to replace their password at their next login; before the hash is read. */
  readonly mustReset: (field: string) => void;
}
