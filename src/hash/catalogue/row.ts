import type { EncodedBytes, Layout } from "../../lib/grammar.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SCHEME_PROBLEMS, type SchemeProblemCode } from "../../problems/scheme.js";
import { WRAPPING_PROBLEMS, type WrappingProblemCode } from "../../problems/wrapping.js";
import { type Failure, type Problem, type Result, success } from "../../result.js";
import type { ImportableScheme, Scheme, Treatment } from "../scheme.js";
import type { SourceName } from "../systems/source-names.js";
import { isMarker, markerOf } from "./marker.js";
import type { Recipe } from "./recipe.js";

const { problem } = /* @__PURE__ */ problemMaker(SCHEME_PROBLEMS, WRAPPING_PROBLEMS);

/** Why the service gets no such hash, of rows in several files. */
export const ITERATED = "An iterated digest; the service does not verify it.";
export const FAST_SALTED = "A fast digest of password and salt; the service does not verify it.";

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
export type HashFormat = NativeFormat | StripFormat | DecodeFormat | RecomposeFormat | LockFormat | LegacyFormat;

/** A wrapping as a reading tells it. Who writes a built-in format is in a table of `by-name.ts`. */
export interface BareWrapping {
  readonly name: string;
  readonly system?: string;
  readonly treatment: Treatment;
}

/** The parts of a text that is whole, once a caller asks for them; or the place where it breaks. */
export type PartsReader<Parts extends object = object> = (text: string) => Result<() => Parts>;

/** A row without what only documentation says of it, and without who writes it: all that is needed to read a text. */
type Bare<Format> = Format extends LegacyFormat | LockFormat
  ? Omit<Format, "layout" | "reference" | "system" | "wrapping"> & WrappingOf<Format>
  : Omit<Format, "layout" | "reason" | "reference" | "system" | "wrapping"> & WrappingOf<Format>;
type WrappingOf<Format> = Format extends { readonly wrapping: HashWrapping }
  ? { readonly wrapping: BareWrapping }
  : Format extends { readonly wrapping: HashWrapping | null }
    ? { readonly wrapping: BareWrapping | null }
    : unknown;

/** A format that ends in its recipe, as the public makes them and gets the built-in ones. */
type OwnRow = Bare<VerifiableFormat>;

/** What reads a text of one kind. A built-in format's recipe is in a table of `by-name.ts`. */
export type RowOf<Kind extends HashFormat["kind"]> = Kind extends "verifiable"
  ? Omit<OwnRow, "parse"> & { readonly read: PartsReader }
  : Bare<Extract<HashFormat, { kind: Kind }>>;

/** One row as texts are held against it. */
export type FormatRow = { [Kind in HashFormat["kind"]]: RowOf<Kind> }[HashFormat["kind"]] | OwnRow;

/** A whole-string format that the service does not verify. */
export type LegacyRow = RowOf<"verifiable" | "recognised"> | OwnRow;

export function isLegacy<Row extends Pick<FormatRow, "kind">>(
  format: Row,
): format is Extract<Row, Pick<LegacyRow, "kind">> {
  return format.kind === "verifiable" || format.kind === "recognised";
}

/**
 * What the declaration of any format says. `system`, `layout`, `reference`, `recipe` and, where no problem repeats it,
 * `reason` are asked for by the format's name: see `by-name.ts`.
 */
interface Declared extends Omit<FormatBase, "name" | "markers"> {
  /** None for a form that only its shape tells. */
  readonly markers?: readonly string[];
}

/** `treatment` is `keep` unless it says otherwise. */
interface DeclaredLegacy
  extends Declared,
    Pick<Partial<VerifiableFormat>, "sources" | "last" | "problem" | "writtenBy"> {
  readonly treatment?: null;
}

type DeclaredWrapping<Kind extends "decode" | "recompose" | "lock"> = Declared &
  Omit<Extract<HashFormat, { kind: Kind }>, keyof FormatBase | "kind" | "wrapping" | "scheme">;

interface DeclaredStrip extends Omit<Declared, "reason">, Pick<StripFormat, "inner"> {
  readonly markers: readonly [string, ...string[]];
  /** The first marker unless it says otherwise. */
  readonly skip?: number;
  /** That the rest is a standard hash, unless it says otherwise. */
  readonly reason?: string;
}

interface DeclaredVerifiable<Fields extends object> extends Omit<DeclaredLegacy, "reason"> {
  /** That the service does not verify the scheme, unless it says otherwise. */
  readonly reason?: string;
  /** Reads the whole text, once; the markers are what such texts begin with. */
  readonly read: Layout<Fields>;
  /** For parts that can contradict one another: a digest of another length than its function's is a cut column. */
  readonly fits?: (fields: Fields) => boolean;
  /** What has to be computed of the parts. */
  readonly recipe: (parts: Decoded<Fields>) => Recipe;
}

/** A format that `credport/verify` computes. */
export function verifiable<Fields extends object>(
  name: string,
  scheme: Scheme,
  { fits, reason = `The service does not verify ${scheme}.`, ...row }: DeclaredVerifiable<Fields>,
): RowOf<"verifiable"> {
  const markers = row.markers ?? markersOf(row.read.beginnings);
  const legacy = legacyRow(name, scheme, { ...row, reason, markers }, "scheme/login-only");
  return { ...row, reason, ...legacy, kind: "verifiable", read: partsReader(row.read, fits) };
}

export function recognised(
  name: string,
  scheme: Scheme,
  row: DeclaredLegacy & Pick<RecognisedFormat, "pattern">,
): RowOf<"recognised"> {
  return { ...row, ...legacyRow(name, scheme, row, "scheme/unsupported"), kind: "recognised" };
}

export function native(name: string, scheme: ImportableScheme, row: Declared): RowOf<"native"> {
  return { markers: [], ...row, name, scheme, kind: "native" };
}

export function strip(name: string, row: DeclaredStrip): RowOf<"strip"> {
  const [marker] = row.markers;
  const skip = marker.startsWith("{") ? "braces" : marker.length;
  return { skip, ...row, name, kind: "strip", wrapping: wrappingOf(name, "strip") };
}

export function decode(name: string, row: DeclaredWrapping<"decode">): RowOf<"decode"> {
  return { markers: [], ...row, name, kind: "decode", wrapping: wrappingOf(name, "decode") };
}

export function recompose(
  name: string,
  scheme: ImportableScheme,
  row: DeclaredWrapping<"recompose">,
): RowOf<"recompose"> {
  return { markers: [], ...row, name, scheme, kind: "recompose", wrapping: wrappingOf(name, "recompose") };
}

export function lock(name: string, row: DeclaredWrapping<"lock">): RowOf<"lock"> {
  return { markers: [], ...row, name, kind: "lock", wrapping: wrappingOf(name, "keep") };
}

function legacyRow(
  name: string,
  scheme: Scheme,
  { treatment = "keep", markers = [], problem, reason }: Omit<DeclaredLegacy, "treatment"> & LegacyTreatment,
  usual: LegacyProblemCode,
) {
  return { name, scheme, treatment, markers, ...legacyParts({ name, treatment, reason }, problem ?? usual) };
}

type LegacyTreatment = Partial<Pick<LegacyBase, "treatment">>;

/** What follows from a row of the caller's own. */
export function verifiableParts(row: LegacyGiven & { readonly problem?: LegacyProblemCode }) {
  return { kind: "verifiable", ...legacyParts(row, row.problem ?? "scheme/login-only") } as const;
}

type LegacyGiven = Pick<LegacyBase, "name" | "treatment" | "reason">;

function legacyParts({ name, treatment, reason }: LegacyGiven, code: LegacyProblemCode) {
  return {
    problem: code,
    wrapping: treatment === null ? null : wrappingOf(name, treatment),
    problems: Object.freeze([Object.freeze(problem(code, reason))]),
  };
}

function wrappingOf(name: string, treatment: Treatment): BareWrapping {
  return Object.freeze({ name, treatment });
}

/** The first words among what texts of a layout begin with. */
function markersOf(beginnings: readonly string[]): readonly string[] {
  return [...new Set(beginnings.map(markerOf).filter(isMarker))];
}

type Decoded<Fields> = {
  [Name in keyof Fields]: Exclude<Fields[Name], undefined> extends EncodedBytes
    ? Uint8Array | Extract<Fields[Name], undefined>
    : Fields[Name];
};

function partsReader<Fields extends object>(
  layout: Layout<Fields>,
  fits: DeclaredVerifiable<Fields>["fits"],
): PartsReader<Decoded<Fields>> {
  return (text) => {
    const read = layout.read(text);
    if ("brokenAt" in read) return new Misfit(read.brokenAt);
    if (fits?.(read.fields) === false) return new Misfit(undefined);
    return success(() => decoded(read.fields));
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
  const entries = Object.entries(fields).map(([name, value]) => [name, isEncoded(value) ? value.bytes() : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Decoded<Fields>;
}

function isEncoded(value: unknown): value is EncodedBytes {
  return typeof value === "object" && value !== null && "bytes" in value;
}
