import type { EncodedBytes, Layout } from "../../lib/grammar.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SCHEME_PROBLEMS, type SchemeProblemCode } from "../../problems/scheme.js";
import { WRAPPING_PROBLEMS, type WrappingProblemCode } from "../../problems/wrapping.js";
import { type Failure, type Problem, type Result, success } from "../../result.js";
import type { ImportableScheme, Scheme, Treatment } from "../scheme.js";
import type { SourceName } from "../systems/source-names.js";
import type { Recipe } from "./recipe.js";

const { problem } = /* @__PURE__ */ problemMaker(SCHEME_PROBLEMS, WRAPPING_PROBLEMS);

/** The problems that can stand for a format that the service does not verify. */
export type LegacyProblemCode = SchemeProblemCode | WrappingProblemCode;

/** What every row of the catalogue says. */
export interface FormatBase {
  /** Permanent name: `django-bcrypt-sha256`. */
  readonly name: string;
  /** Who writes it. */
  readonly system: string;
  /**
   * What the text begins with, up to the character that ends its first word: `$2b$`,
   * `{bcrypt}`, `pbkdf2_sha256$`, `3|`. Names in braces are in lower case. None for a form
   * that only its shape tells.
   */
  readonly markers: readonly string[];
  /** For rows without a marker: the characters that such a text can begin with. */
  readonly begins?: string;
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

/** What a row puts together of parts in another order. */
export interface Recomposed {
  /** The standard hash string, repaired no further than its own rules say. */
  readonly hash: string;
  /** Base64; the service wants it in its configuration, not in the string. */
  readonly signerKey?: string;
}

/** A mark in front of a hash by which a system locks the account. Whatever follows, no password logs in with it. */
export interface LockFormat extends FormatBase {
  readonly kind: "lock";
  readonly wrapping: HashWrapping;
  /** Length of the mark in characters. */
  readonly skip: (text: string) => number;
}

/** A whole-string format that the service does not verify. */
export interface LegacyBase extends FormatBase {
  readonly scheme: Scheme;
  /**
   * `keep` where a hash that looks importable is inside; otherwise null when it is
   * a scheme's own notation, `keep` as well when it is one vendor's spelling.
   */
  readonly treatment: Extract<Treatment, "keep"> | null;
  readonly wrapping: HashWrapping | null;
  /** Only read so where the caller says that the text comes from one of these. */
  readonly sources?: readonly SourceName[];
  /** Read only where no other row takes the text. */
  readonly last?: true;
  /** The problem that stands for it. */
  readonly problem: LegacyProblemCode;
  /** The problem with its reason, as every text of this form gets it. */
  readonly problems: readonly Problem[];
}

/** A format that `credport/verify` computes: its parser gives everything that is needed for it. */
export interface VerifiableFormat extends LegacyBase {
  readonly kind: "verifiable";
  /** The only system that writes it: what that system does to passwords holds without the caller's word. */
  readonly writtenBy?: SourceName;
  /**
   * Reads the whole text, once. A refusal says where it breaks; its code is `scheme/malformed`. The
   * recipe is made when it is asked for: most who ask what a text is need no more than its name.
   */
  readonly parse: (text: string) => Result<() => Recipe>;
}

/** A format that is recognised and not computed here. */
export interface RecognisedFormat extends LegacyBase {
  readonly kind: "recognised";
  /** The whole text; linear, no backtracking. */
  readonly pattern: RegExp;
}

/** A whole-string format that the service does not verify. */
export type LegacyFormat = VerifiableFormat | RecognisedFormat;

/** One row of the catalogue of what appears in password columns. */
export type HashFormat =
  | NativeFormat
  | StripFormat
  | DecodeFormat
  | RecomposeFormat
  | LockFormat
  | LegacyFormat;

/** A wrapping as a reading tells it. Who writes a built-in format is in a table beside the rows. */
export interface BareWrapping {
  readonly name: string;
  readonly system?: string;
  readonly treatment: Treatment;
}

/** The parts of a text that is whole, once they are asked for; or the place where it breaks. */
export type PartsReader<Parts extends object = object> = (text: string) => Result<() => Parts>;

/** A built-in format that `credport/verify` computes. What its parts come to is in a table beside the rows. */
export type VerifiableRow<Parts extends object = object> = Omit<Bare<VerifiableFormat>, "parse"> & {
  /** Reads the whole text, once. A refusal says where it breaks; its code is `scheme/malformed`. */
  readonly read: PartsReader<Parts>;
};

/** One that ends in its recipe, as the public makes them and gets the built-in ones. */
export type OwnRow = Bare<VerifiableFormat>;

/** A row without what only documentation says of it, and without who writes it: all that is needed to read a text. */
type Bare<Format> = Format extends LegacyFormat | LockFormat
  ? Omit<Format, "layout" | "reference" | "system" | "wrapping"> & WrappingOf<Format>
  : Omit<Format, "layout" | "reason" | "reference" | "system" | "wrapping"> & WrappingOf<Format>;
type WrappingOf<Format> = Format extends { readonly wrapping: HashWrapping }
  ? { readonly wrapping: BareWrapping }
  : Format extends { readonly wrapping: HashWrapping | null }
    ? { readonly wrapping: BareWrapping | null }
    : unknown;

/** What reads a text of one kind. */
export type RowOf<Kind extends HashFormat["kind"]> = Kind extends "verifiable"
  ? VerifiableRow
  : Bare<Extract<HashFormat, { kind: Kind }>>;

/** One row as texts are held against it: its documentation is a note beside it. */
export type FormatRow = { [Kind in HashFormat["kind"]]: RowOf<Kind> }[HashFormat["kind"]] | OwnRow;

/** A whole-string format that the service does not verify. */
export type LegacyRow = RowOf<"verifiable" | "recognised"> | OwnRow;

/** What documentation says of a row, and the row itself does not. */
type Note<Row> = Pick<FormatBase, Exclude<"layout" | "reason" | "reference", keyof Row>>;

/** The notes of rows, by name: a row without its note does not compile, nor one whose name no type knows. */
export type Notes<Rows extends readonly FormatRow[]> = {
  readonly [Row in Rows[number] as string extends Row["name"]
    ? "a row without a name"
    : Row["name"]]: Note<Row>;
};

/** Who writes each of the rows, by name. */
export type Writers<Rows extends readonly FormatRow[]> = { readonly [Name in Rows[number]["name"]]: string };

export function isLegacy<Row extends FormatRow>(format: Row): format is Extract<Row, LegacyRow> {
  return format.kind === "verifiable" || format.kind === "recognised";
}

type Derived = "kind" | "wrapping" | "problems" | "problem";
type Given<Kind extends HashFormat["kind"], Name extends string> = Omit<RowOf<Kind>, Derived | "name"> & {
  readonly name: Name;
};
type GivenLegacy<Kind extends HashFormat["kind"], Name extends string> = Given<Kind, Name> & {
  readonly problem?: LegacyProblemCode;
};
/** A row whose name its type knows. */
export type Named<Kind extends HashFormat["kind"], Name extends string> = RowOf<Kind> & {
  readonly name: Name;
};

/** What the parts of each verifiable row come to, by name: a row without its recipe does not compile. */
export type Recipes<Rows extends readonly FormatRow[]> = {
  readonly [Row in Extract<Rows[number], VerifiableRow> as Row["name"]]: (parts: PartsOf<Row>) => Recipe;
};
type PartsOf<Row> = Row extends { readonly read: PartsReader<infer Parts> } ? Parts : never;

/** Completes a row with what follows from it. */
export function verifiable<const Name extends string, Parts extends object>(
  row: Omit<GivenLegacy<"verifiable", Name>, "read"> & { readonly read: PartsReader<Parts> },
): VerifiableRow<Parts> & { readonly name: Name } {
  return { ...row, ...verifiableParts(row) };
}

/** What follows from a row that a verification computes. */
export function verifiableParts(row: LegacyGiven) {
  return { kind: "verifiable", ...legacyParts(row, row.problem ?? "scheme/login-only") } as const;
}

export function recognised<const Name extends string>(
  row: GivenLegacy<"recognised", Name>,
): Named<"recognised", Name> {
  return { ...row, kind: "recognised", ...legacyParts(row, row.problem ?? "scheme/unsupported") };
}

export function native<const Name extends string>(row: Given<"native", Name>): Named<"native", Name> {
  return { ...row, kind: "native" };
}

export function strip<const Name extends string>(row: Given<"strip", Name>): Named<"strip", Name> {
  return { ...row, kind: "strip", wrapping: wrappingOf(row, "strip") };
}

export function decode<const Name extends string>(row: Given<"decode", Name>): Named<"decode", Name> {
  return { ...row, kind: "decode", wrapping: wrappingOf(row, "decode") };
}

export function recompose<const Name extends string>(
  row: Given<"recompose", Name>,
): Named<"recompose", Name> {
  return { ...row, kind: "recompose", wrapping: wrappingOf(row, "recompose") };
}

export function lock<const Name extends string>(row: Given<"lock", Name>): Named<"lock", Name> {
  return { ...row, kind: "lock", wrapping: wrappingOf(row, "keep") };
}

type LegacyGiven = Pick<LegacyBase, "name" | "treatment" | "reason"> & {
  readonly problem?: LegacyProblemCode;
};

function legacyParts(row: LegacyGiven, code: LegacyProblemCode) {
  return {
    problem: code,
    wrapping: row.treatment === null ? null : wrappingOf(row, row.treatment),
    problems: Object.freeze([Object.freeze(problem(code, row.reason))]),
  };
}

function wrappingOf({ name }: { name: string }, treatment: Treatment): BareWrapping {
  return Object.freeze({ name, treatment });
}

/** Fields with their bytes decoded. */
type Decoded<Fields> = {
  [Name in keyof Fields]: Exclude<Fields[Name], undefined> extends EncodedBytes
    ? Uint8Array | Extract<Fields[Name], undefined>
    : Fields[Name];
};

/** The reader of a verifiable row whose layout says everything. */
export function reads<Fields extends object>(layout: Layout<Fields>): PartsReader<Decoded<Fields>> {
  return (text) => {
    const read = layout.read(text);
    return "brokenAt" in read ? new Misfit(read.brokenAt) : success(() => decoded(read.fields));
  };
}

/**
 * The reader of a verifiable row whose parts can contradict one another: a digest of another
 * length than its function's is a cut column, and easy to hit.
 */
export function readsWhere<Fields extends object>(
  layout: Layout<Fields>,
  fits: (fields: Fields) => boolean,
): PartsReader<Decoded<Fields>> {
  return (text) => {
    const read = layout.read(text);
    if ("brokenAt" in read) return new Misfit(read.brokenAt);
    const { fields } = read;
    if (!fits(fields)) return new Misfit(undefined);
    return success(() => decoded(fields));
  };
}

/** A text of another form: its problem is made when it is asked for, since another row may take the text. */
class Misfit implements Failure {
  readonly ok = false;
  readonly #offset: number | undefined;

  constructor(offset: number | undefined) {
    this.#offset = offset;
  }

  get problems(): readonly [Problem] {
    return this.#offset === undefined
      ? [problem("scheme/malformed", "the parts do not fit together")]
      : [
          problem("scheme/malformed", "a character does not fit, or the text breaks off", {
            offset: this.#offset,
          }),
        ];
  }
}

function decoded<Fields extends object>(fields: Fields): Decoded<Fields> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    isEncoded(value) ? value.bytes() : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Decoded<Fields>;
}

function isEncoded(value: unknown): value is EncodedBytes {
  return typeof value === "object" && value !== null && "bytes" in value;
}
