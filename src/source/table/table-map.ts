import type { ComposableSource, SourceName } from "../../hash/index.js";
import type { SecretEncoding } from "../../secret/index.js";

/** A column or field of this name, or a path through nested objects and lists. */
export type Place = string | readonly string[];

/** Text from a place, the same for every user, or several of these. */
export type TextRef = Place | { readonly value: string } | { readonly concat: readonly TextRef[] };

/** A flag of every user, or of a place: by its words, or whether there is anything. */
export type FlagRef =
  | Place
  | { readonly value: boolean }
  | { readonly isSet: Place; readonly not?: boolean }
  | {
      readonly at: Place;
      readonly true?: readonly string[];
      readonly false?: readonly string[];
      readonly not?: boolean;
    };

/** A hash that its system keeps in parts, by the names of `composeHash`. */
export interface ComposedRef {
  readonly compose: ComposableSource;
  readonly fields: Readonly<Record<string, TextRef>>;
}

/** A system that writes hashes; `unknown` takes a bcrypt or argon2 hash with a warning. */
export type SystemName = SourceName | "unknown";

/**
 * The system of all hashes of a table; that of each notation, by its name in docs/hashes.md (`format` of `identifyHash`); or that
 * of each word in a place.
 */
export type SystemRef =
  | SystemName
  | { readonly at: Place; readonly is: Readonly<Record<string, SystemName>> }
  | Readonly<Record<string, SystemName>>;

/** How a second factor is written. */
export interface TotpMap {
  readonly secret: TextRef;
  readonly encoding: SecretEncoding;
  /** Whether the user finished enrolling it; without it, where there is a secret. */
  readonly confirmed?: FlagRef;
  readonly period?: TextRef;
  readonly digits?: TextRef;
  readonly algorithm?: TextRef;
  readonly deviceName?: TextRef;
}

/** How a social login is written; there is none where the user's ID at the provider is empty. */
export interface SocialLoginMap {
  readonly provider: TextRef;
  readonly userId: TextRef;
  /** Without it, the user's own address. */
  readonly email?: TextRef;
  readonly isVerified?: FlagRef;
}

/**
 * How a table or list of users is read. Its JSON Schema is
 * `credport/schemas/table-map.schema.json`.
 */
export interface TableMap {
  /** For reports. */
  readonly name?: string;
  /** Told from the file unless it is given. */
  readonly format?: "csv" | "json" | "json-lines";
  /** Keys of the JSON object that the list of users may be under. */
  readonly list?: readonly string[];
  /** Names of the columns, for a CSV file without a header. */
  readonly columns?: readonly string[];
  readonly delimiter?: "," | ";" | "\t" | "|";
  readonly user: {
    readonly externalUserId: Place;
    readonly email?: TextRef;
    readonly emailVerified?: FlagRef;
    readonly phoneNumber?: TextRef;
    readonly phoneVerified?: FlagRef;
    readonly userName?: TextRef;
    readonly passwordHash?: TextRef | ComposedRef;
    /** Held back unless `--include` lets them in. */
    readonly disabled?: FlagRef;
    readonly banned?: FlagRef;
    readonly deleted?: FlagRef;
    readonly unconfirmed?: FlagRef;
    readonly invited?: FlagRef;
    readonly totp?: TotpMap;
    readonly socialLogins?: readonly SocialLoginMap[];
  };
  /**
   * How rows of joined files (`--join`) belong to users: what a user has at one place, a row has at the other. The
   * columns of those rows are then read as the user's own.
   */
  readonly join?: { readonly user: Place; readonly row: Place };
  /**
   * Where the hashes come from; or how they are made, as an expression: `sha1(salt . sha1(password))`. Required with
   * `passwordHash`.
   */
  readonly hash?: { readonly source: SystemRef; readonly peppered?: boolean } | string;
  /** Columns of a profile: not carried, and kept by `--keep-metadata`. */
  readonly notCarried?: readonly string[];
  /** Columns that are not carried and never kept: recovery codes, tokens. */
  readonly secrets?: readonly string[];
  /** Country of phone numbers without a country code. */
  readonly phoneRegion?: string;
  /** The service's IDs of providers of social logins, by the table's names. */
  readonly providers?: Readonly<Record<string, string>>;
  /** For people; not read. */
  readonly notes?: readonly string[];
}
