import { BRACE_FORMATS } from "./catalogue/brace-formats.js";
import { DOLLAR_FORMATS } from "./catalogue/dollar-formats.js";
import type { HashFormat } from "./catalogue/hash-format.js";
import { SHAPE_FORMATS } from "./catalogue/shape-formats.js";
import { SOURCE_FORMATS } from "./catalogue/source-formats.js";
import { WORD_FORMATS } from "./catalogue/word-formats.js";
import type { SourceName } from "./source-context.js";

type Index = ReadonlyMap<string, readonly HashFormat[]>;

const DOLLAR_INDEX = indexByMarker(DOLLAR_FORMATS);
const INNER_INDEX = indexByMarker(DOLLAR_FORMATS.filter(isOwnNotation));
const BRACE_INDEX = indexByMarker(BRACE_FORMATS);
const WORD_INDEX: Index = new Map(
  [...indexByMarker(WORD_FORMATS)].map(([marker, formats]) => [marker, [...formats, ...SHAPE_FORMATS]]),
);
const UNMARKED_BRACES = BRACE_FORMATS.filter(({ markers }) => markers.length === 0);
const NONE: readonly HashFormat[] = Object.freeze([]);

const EXCLAMATION_MARK = 0x21;
const DOLLAR = 0x24;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BAR = 0x7c;
/** Longest marker that is looked for, in characters. */
const MOST_MARKER_LENGTH = 32;

/**
 * The formats that a text may be, by what it begins with: a look at its marker and
 * one look-up, however long the catalogue grows. Rows without a marker are only
 * returned when no marker is there.
 */
export function formatsOf(text: string): readonly HashFormat[] {
  const first = text.charCodeAt(0);
  if (first === DOLLAR) return dollarFormats(text, DOLLAR_INDEX);
  if (first === OPENING_BRACE) return BRACE_INDEX.get(braceMarker(text)) ?? UNMARKED_BRACES;
  return WORD_INDEX.get(wordMarker(text)) ?? SHAPE_FORMATS;
}

/** Formats that only this system's name makes readable. */
export function formatsOfSource(source: SourceName): readonly HashFormat[] {
  return SOURCE_FORMATS.filter((format) => format.kind === "legacy" && format.sources?.includes(source));
}

/** What may stand inside a wrapping: a scheme's own notation and nothing else. */
export function innerFormats(text: string): readonly HashFormat[] {
  return dollarFormats(text, INNER_INDEX);
}

/** A scheme's own notation, as against one vendor's spelling or wrapping of it. */
export function isOwnNotation(format: HashFormat): boolean {
  return format.kind === "native" || (format.kind === "legacy" && format.treatment === null);
}

function dollarFormats(text: string, index: Index): readonly HashFormat[] {
  let end = 1;
  for (; end < text.length && end <= MOST_MARKER_LENGTH; end++) {
    const code = text.charCodeAt(end);
    if (code === DOLLAR || code === COMMA) break;
  }
  const id = text.slice(1, end);
  const rows = index.get(id);
  if (rows !== undefined) return rows;
  // Versions and variants that do not exist are the scheme's to refuse.
  if (id.startsWith("argon2")) return index.get("argon2id") ?? NONE;
  if (id.charCodeAt(0) === 0x32 && id.length <= 2) return index.get("2b") ?? NONE;
  if (id.startsWith("H\\")) return index.get("H\\2y") ?? NONE;
  return NONE;
}

/** The name in lower case; with the bar or comma behind it where that is what ends it. */
function braceMarker(text: string): string {
  for (let at = 1; at < text.length && at <= MOST_MARKER_LENGTH; at++) {
    const code = text.charCodeAt(at);
    if (code === CLOSING_BRACE) return text.slice(1, at).toLowerCase();
    if (code === BAR || code === COMMA) return text.slice(1, at + 1).toLowerCase();
  }
  return "";
}

/** The word with the character behind it; `:name:` or `!name!` where the text begins so. */
function wordMarker(text: string): string {
  const first = text.charCodeAt(0);
  const start = first === COLON || first === EXCLAMATION_MARK ? 1 : 0;
  for (let at = start; at < text.length && at <= MOST_MARKER_LENGTH; at++) {
    const code = text.charCodeAt(at);
    const ends = code === DOLLAR || code === COLON || code === BAR;
    if (ends || (code === EXCLAMATION_MARK && first === code)) return text.slice(0, at + 1);
  }
  return "";
}

function indexByMarker(formats: readonly HashFormat[]): Index {
  const index = new Map<string, HashFormat[]>();
  for (const format of formats) {
    for (const marker of format.markers) {
      const rows = index.get(marker);
      if (rows === undefined) index.set(marker, [format]);
      else rows.push(format);
    }
  }
  return index;
}
