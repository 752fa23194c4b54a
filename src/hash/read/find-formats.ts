import { HASH_FORMATS } from "../catalogue/index.js";
import { markerOf } from "../catalogue/marker.js";
import type { FormatRow, HashFormat, PartsReader } from "../catalogue/row.js";
import type { SourceName } from "../systems/source-names.js";

const NONE: readonly FiledFormat[] = Object.freeze([]);

/** Formats that texts are held against; `createCatalogue` makes one. */
export interface Catalogue {
  /** In the order in which they are asked; those that are marked `last` after all others. */
  readonly formats: readonly HashFormat[];
}

/** A row as it is filed: of one shape whatever its kind, since rows of many shapes are slow to look at. */
export type FiledFormat = { [Kind in FormatRow["kind"]]: FiledAs<Kind> }[FormatRow["kind"]];

interface FiledAs<Kind extends FormatRow["kind"]> {
  readonly kind: Kind;
  readonly format: Extract<FormatRow, { kind: Kind }>;
  readonly applies: ((text: string) => boolean) | undefined;
  readonly isMarked: boolean;
  /** Of a row that a verification computes. */
  readonly read: Kind extends "verifiable" ? PartsReader : undefined;
}

/** A row of a format that the service does not verify. */
export type FiledLegacy = FiledAs<"verifiable"> | FiledAs<"recognised">;

/**
 * Rows filed by what their texts begin with: a look at a text's first word and one look-up find
 * those that it may be of, however many there are.
 */
export interface FormatIndex {
  readonly byMarker: ReadonlyMap<string, readonly FiledFormat[]>;
  /** The same for what may be inside a wrapping: a scheme's own notation and nothing else. */
  readonly innerByMarker: ReadonlyMap<string, readonly FiledFormat[]>;
  /** Rows without a marker, by the character that a text begins with. */
  readonly byFirst: ReadonlyMap<string, readonly FiledFormat[]>;
  readonly bySource: ReadonlyMap<SourceName, readonly FiledFormat[]>;
}

let builtIn: FormatIndex | undefined;
const OWN: WeakMap<Catalogue, FormatIndex> = /* @__PURE__ */ new WeakMap();

/** The index of a catalogue, or of every format that credport knows; made when it is first asked for. */
export function indexOf(catalogue: Catalogue | undefined): FormatIndex {
  if (catalogue === undefined) {
    builtIn ??= fileFormats(HASH_FORMATS);
    return builtIn;
  }
  let index = OWN.get(catalogue);
  if (index === undefined) {
    index = fileFormats(catalogue.formats);
    OWN.set(catalogue, index);
  }
  return index;
}

export function inOrder<Row extends FormatRow>(formats: readonly Row[]): readonly Row[] {
  return [...formats.filter((row) => !isLast(row)), ...formats.filter(isLast)];
}

function fileFormats(formats: readonly FormatRow[]): FormatIndex {
  const rows = inOrder(formats).map(filedFormat);
  const open = rows.filter(({ format }) => sourcesOf(format).length === 0);
  const byFirst = filed(open, ({ markers, begins = "" }) => (markers.length > 0 ? [] : [...begins]));
  const marked = [...filed(open, markerKeys)];
  return {
    // Nothing keeps a text with a marker from being of a form without one.
    byMarker: new Map(
      marked.map(([marker, files]) => [marker, [...files, ...(byFirst.get(marker.charAt(0)) ?? NONE)]]),
    ),
    innerByMarker: filed(
      open.filter(({ format }) => isOwnNotation(format)),
      markerKeys,
    ),
    byFirst,
    bySource: filed(rows, sourcesOf),
  };
}

function filedFormat(format: FormatRow): FiledFormat {
  const { kind, applies, markers } = format;
  // A row and its kind belong together, which a type of two fields can't say.
  return { kind, format, applies, isMarked: markers.length > 0, read: readerOf(format) } as FiledFormat;
}

function readerOf(format: FormatRow): PartsReader | undefined {
  if (format.kind !== "verifiable") return undefined;
  return "read" in format ? format.read : format.parse;
}

function filed<Key>(
  rows: readonly FiledFormat[],
  keysOf: (format: FormatRow) => readonly Key[],
): ReadonlyMap<Key, readonly FiledFormat[]> {
  const files = new Map<Key, FiledFormat[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row.format))) {
      const others = files.get(key);
      if (others === undefined) files.set(key, [row]);
      else others.push(row);
    }
  }
  return files;
}

function isLast(format: FormatRow): boolean {
  return "last" in format && format.last === true;
}

function sourcesOf(format: FormatRow): readonly SourceName[] {
  return "sources" in format && format.sources !== undefined ? format.sources : [];
}

function markerKeys({ markers }: FormatRow): readonly string[] {
  return markers.map(markerOf);
}

export function formatsOf(text: string, { byMarker, byFirst }: FormatIndex): readonly FiledFormat[] {
  const marker = markerOf(text);
  return byMarker.get(marker) ?? familyOf(marker, byMarker) ?? byFirst.get(text.charAt(0)) ?? NONE;
}

/** Formats that only this system's name makes readable. */
export function formatsOfSource(source: SourceName, { bySource }: FormatIndex): readonly FiledFormat[] {
  return bySource.get(source) ?? NONE;
}

/** What may be inside a wrapping: a scheme's own notation and nothing else. */
export function innerFormats(text: string, { innerByMarker }: FormatIndex): readonly FiledFormat[] {
  const marker = markerOf(text);
  return innerByMarker.get(marker) ?? familyOf(marker, innerByMarker) ?? NONE;
}

/** A scheme's own notation, as against one vendor's spelling or wrapping of it. */
export function isOwnNotation(format: FormatRow): boolean {
  return format.kind === "native" || ("treatment" in format && format.treatment === null);
}

/** Versions and variants that do not exist are the scheme's to refuse, chains of phpBB's the last row's. */
function familyOf(marker: string, rows: ReadonlyMap<string, readonly FiledFormat[]>) {
  if (marker.startsWith("$argon2")) return rows.get("$argon2id$");
  if (marker.startsWith("$2") && marker.length <= 4) return rows.get("$2b$");
  if (marker.startsWith("$H\\")) return rows.get("$H\\2y$");
  return undefined;
}
