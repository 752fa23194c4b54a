import { type Problem, type ProblemCode, problem, type Result } from "../../result.js";
import type { ImportableScheme, Scheme, Treatment } from "../scheme.js";
import type { SourceName } from "../source-context.js";
import type { SoundParts } from "./sound-parts.js";

/** What every row of the catalogue says. */
interface FormatBase {
  /** Permanent name: `django-bcrypt-sha256`. */
  readonly name: string;
  /** Who writes it. */
  readonly system: string;
  /**
   * What the text begins with, as the lookup reads it: the identifier of `$id$…`,
   * the name of `{NAME}…` in lower case (with the bar or comma that ends it, where no
   * brace does), the word before `$`, `:` or `|`.
   */
  readonly markers: readonly string[];
  /** A cheap look at whether the text can be of this form; without it every text with the marker can. */
  readonly applies?: (text: string) => boolean;
  /** The layout for a reader; never a real hash. */
  readonly layout: string;
  /** Why the disposition is what it is, in one sentence. */
  readonly reason: string;
  /** Where the format is defined. */
  readonly reference: string;
}

/** What a vendor puts around or in place of a standard hash string. */
export interface HashWrapping {
  /** Permanent name: `django-bcrypt-sha256`. */
  readonly name: string;
  /** Who writes it. */
  readonly system: string;
  readonly treatment: Treatment;
}

/** A standard hash that the service verifies, with nothing around it. */
export interface NativeFormat extends FormatBase {
  readonly kind: "native";
  readonly scheme: ImportableScheme;
}

/** A wrapping around a standard hash string, which is taken off. */
export interface StripFormat extends FormatBase {
  readonly kind: "strip";
  readonly wrapping: HashWrapping;
  /** Length of the wrapping in characters; `braces`: to the closing brace. */
  readonly skip: number | "braces";
  /** The beginnings that the remainder may have; any other contradicts the wrapping's name. */
  readonly inner: readonly string[];
}

/** A wrapping whose payload is encoded. */
export interface DecodeFormat extends FormatBase {
  readonly kind: "decode";
  readonly wrapping: HashWrapping;
  /** The text inside; a refusal says where the encoding breaks. */
  readonly decode: (text: string) => Result<string>;
  readonly inner: readonly string[];
  /** The payload is a value of `userPassword`: one of the `{NAME}` forms, a bare hash, or the password itself. */
  readonly holdsLdapValue?: boolean;
}

/** Parts in another order or notation. */
export interface RecomposeFormat extends FormatBase {
  readonly kind: "recompose";
  readonly wrapping: HashWrapping;
  readonly scheme: ImportableScheme;
  readonly recompose: (text: string) => Result<Recomposed>;
}

export interface Recomposed {
  /** The standard hash string, repaired no further than its own rules say. */
  readonly hash: string;
  /** Base64; the service wants it in its configuration, not in the string. */
  readonly signerKey?: string;
}

/** A mark in front of a hash by which a system locks the account. Whatever follows, nobody may log in with it. */
export interface LockFormat extends FormatBase {
  readonly kind: "lock";
  readonly wrapping: HashWrapping;
  /** Length of the mark in characters. */
  readonly skip: (text: string) => number;
}

/** A whole-string format that the service does not verify. */
export interface LegacyFormat extends FormatBase {
  readonly kind: "legacy";
  readonly scheme: Scheme;
  /**
   * `keep` where a hash that looks importable is inside; otherwise null when it is
   * a scheme's own notation, `keep` as well when it is one vendor's spelling.
   */
  readonly treatment: Extract<Treatment, "keep"> | null;
  readonly wrapping: HashWrapping | null;
  /** `verifiable` has a verifier of the same name in `src/verify`. */
  readonly disposition: "verifiable" | "unsupported";
  /** Only read so where the caller says that the text comes from one of these. */
  readonly sources?: readonly SourceName[];
  /** The problem that stands for it. */
  readonly problem: ProblemCode;
  /**
   * The whole text; linear, no backtracking. Its named groups are what a verifier
   * reads. A group `bcrypt` or `argon2` must be a sound hash of that scheme, a group
   * `base64` whole and padded base64.
   */
  readonly pattern: RegExp;
  /** Whether the parts can be those of one hash; a verifier relies on it. */
  readonly isSound?: SoundParts;
  /** Whether the pattern has one of those groups. */
  readonly enclosesHash: boolean;
  /** The problem with its reason, as every text of this form gets it. */
  readonly problems: readonly Problem[];
}

/** One row of the catalogue of what stands in password columns. */
export type HashFormat =
  | NativeFormat
  | StripFormat
  | DecodeFormat
  | RecomposeFormat
  | LockFormat
  | LegacyFormat;

type Row<Format extends HashFormat> = Omit<Format, "kind" | "wrapping" | "enclosesHash" | "problems">;

/** Completes a row with what follows from it. */
export function legacy(row: Omit<Row<LegacyFormat>, "problem"> & { problem?: ProblemCode }): LegacyFormat {
  const fallback = row.disposition === "verifiable" ? "scheme/login-only" : "scheme/unsupported";
  const code = row.problem ?? fallback;
  return {
    ...row,
    kind: "legacy",
    wrapping: row.treatment === null ? null : wrappingOf(row, row.treatment),
    problem: code,
    problems: Object.freeze([Object.freeze(problem(code, row.reason))]),
    enclosesHash: ENCLOSED_GROUP.test(row.pattern.source),
  };
}

const ENCLOSED_GROUP = /\(\?<(?:bcrypt|argon2|base64|suffixedBase64)>/;

export function strip(row: Row<StripFormat>): StripFormat {
  return { ...row, kind: "strip", wrapping: wrappingOf(row, "strip") };
}

export function decode(row: Row<DecodeFormat>): DecodeFormat {
  return { ...row, kind: "decode", wrapping: wrappingOf(row, "decode") };
}

export function recompose(row: Row<RecomposeFormat>): RecomposeFormat {
  return { ...row, kind: "recompose", wrapping: wrappingOf(row, "recompose") };
}

export function lock(row: Row<LockFormat>): LockFormat {
  return { ...row, kind: "lock", wrapping: wrappingOf(row, "keep") };
}

function wrappingOf({ name, system }: { name: string; system: string }, treatment: Treatment): HashWrapping {
  return Object.freeze({ name, system, treatment });
}
