import type { ByteWindow } from "./byte-window.js";
import * as ascii from "./json-bytes.js";
import { closingOf } from "./json-scanner.js";

/** What the beginning of a record looks like in this document. */
export interface RecordShape {
  /** White space before the brace of a record on a line of its own; -1 where that tells nothing. */
  readonly indent: number;
  readonly firstKeys: ReadonlySet<string>;
  /** Keys under which another list of records may begin. */
  readonly listKeys: ReadonlySet<string>;
}

/** Where to search, and what is known of the damaged record around it. */
interface SearchStart {
  readonly from: number;
  /** Where the grammar was broken: from here on brackets are counted. */
  readonly brokenAt: number;
  readonly line: number;
  /** Opening brackets around `brokenAt`; null where they are not known. */
  readonly brackets: Uint8Array | null;
  readonly isInText: boolean;
}

type SearchEnd =
  | "more"
  /** `at` is the brace of a record. */
  | "start"
  /** `at` is after the bracket of another list of records. */
  | "list"
  /** `at` is after the damaged record, whose brackets come out even. */
  | "end";

const MOST_WHITE_SPACE = 256;
const MOST_KEY_BYTES = 64;

/**
 * Finds the next record where there is damage, after which neither quotation marks nor brackets
 * can be counted on: the next brace that appears where, or is followed by what, the braces
 * of this document's records do; or the place where the brackets come out even and a
 * record or the list's end follows. A line end ends a text, since none has one.
 */
export class RecordSearch {
  at: number;
  line: number;
  /** Places that may be the beginning of a record but were not taken for it. */
  possibleRecords = 0;
  hasText = false;
  /** The last byte that is not white space, and its line. */
  lastByte = -1;
  lastLine: number;
  readonly #shape: RecordShape;
  readonly #brokenAt: number;
  /** Bytes of white space since the line began; -1 after anything else. */
  #indent: number;
  #stack: number[] | null;
  #inText: boolean;
  #escaped = false;
  #byteBefore = -1;

  constructor({ from, brokenAt, line, brackets, isInText }: SearchStart, shape: RecordShape, window: ByteWindow) {
    this.at = from;
    this.line = line;
    this.lastLine = line;
    this.#shape = shape;
    this.#brokenAt = brokenAt;
    this.#indent = indentBefore(window, from);
    this.#stack = brackets === null ? null : Array.from(brackets);
    this.#inText = isInText;
  }

  search(window: ByteWindow, isAtEnd: boolean): SearchEnd {
    const { bytes, base, end } = window;
    for (; this.at < end; this.at++) {
      const byte = bytes[this.at - base] as number;
      if (byte === ascii.OPENING_BRACE || byte === ascii.QUOTE) {
        const found = this.#judge(byte, window, isAtEnd);
        if (found !== "other") return found;
      }
      const isCounted = this.#stack !== null && this.at >= this.#brokenAt;
      const what = isCounted ? this.#countBrackets(byte, this.#stack as number[], window, isAtEnd) : "inside";
      if (what === "more") return what;
      this.#note(byte);
      if (what === "end") {
        this.at++;
        return what;
      }
    }
    return "more";
  }

  /** What begins with this byte, if a record or another list of them does. */
  #judge(byte: number, window: ByteWindow, isAtEnd: boolean): "start" | "list" | "more" | "other" {
    if (byte === ascii.OPENING_BRACE) return this.#judgeBrace(window, isAtEnd);
    const { listKeys } = this.#shape;
    if (byte !== ascii.QUOTE || listKeys.size === 0) return "other";
    const list = listAfter(window, this.at, listKeys);
    if (list === null) return isAtEnd ? "other" : "more";
    return list < 0 ? "other" : this.#passTo(list, window);
  }

  #passTo(list: number, window: ByteWindow): "list" {
    for (; this.at < list; this.at++) this.#note(window.at(this.at));
    return "list";
  }

  #note(byte: number): void {
    if (byte === ascii.LINE_FEED) {
      this.line++;
      this.#indent = 0;
      this.#inText = false;
    } else if (ascii.isWhiteSpace(byte)) {
      if (this.#indent >= 0) this.#indent++;
    } else {
      this.#indent = -1;
      if (byte === ascii.QUOTE) this.hasText = true;
      this.#byteBefore = this.lastByte;
      this.lastByte = byte;
      this.lastLine = this.line;
    }
  }

  #judgeBrace(window: ByteWindow, isAtEnd: boolean): "start" | "more" | "other" {
    const { indent, firstKeys } = this.#shape;
    if (this.#indent >= 0 && this.#indent === indent) return "start";
    const key = keyBehind(window, this.at + 1);
    if (key === null && !isAtEnd) return "more";
    if (key !== null && key !== "" && firstKeys.has(key)) return "start";
    const isSeparated = this.lastByte === ascii.COMMA && this.#byteBefore === ascii.CLOSING_BRACE;
    if (isSeparated && indent < 0 && firstKeys.size !== 1) this.possibleRecords++;
    return "other";
  }

  #countBrackets(byte: number, stack: number[], window: ByteWindow, isAtEnd: boolean): "inside" | "more" | "end" {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === ascii.BACKSLASH) this.#escaped = true;
      else if (byte === ascii.QUOTE) this.#inText = false;
      return "inside";
    }
    if (byte === ascii.QUOTE) {
      this.#inText = true;
      this.#escaped = false;
    } else if (byte === ascii.OPENING_BRACE || byte === ascii.OPENING_BRACKET) {
      // What is nested this deep has no use for the count.
      if (stack.push(byte) > 4096) this.#stack = null;
    } else if (byte === ascii.CLOSING_BRACE || byte === ascii.CLOSING_BRACKET) {
      return this.#close(byte, stack, window, isAtEnd);
    }
    return "inside";
  }

  #close(byte: number, stack: number[], window: ByteWindow, isAtEnd: boolean): "inside" | "more" | "end" {
    // A bracket that was lost is closed along with the one around it.
    let depth = stack.findLastIndex((opening) => closingOf(opening) === byte);
    if (depth < 0) depth = Math.max(0, stack.length - 1);
    if (depth > 0) {
      stack.length = depth;
      return "inside";
    }
    const follows = recordFollows(window, this.at + 1);
    if (follows === null && !isAtEnd) return "more";
    this.#stack = null;
    return follows === true ? "end" : "inside";
  }
}

/** White space between the line's beginning and a place; -1 where something else appears there. */
export function indentBefore(window: ByteWindow, place: number): number {
  for (let at = place - 1; at >= window.base && place - at <= MOST_WHITE_SPACE; at--) {
    const byte = window.at(at);
    if (byte === ascii.LINE_FEED) return place - at - 1;
    if (!ascii.isWhiteSpace(byte)) return -1;
  }
  return -1;
}

/** The key of an object's first field, after its brace; "" where there is none, null where more has to be read. */
export function keyBehind(window: ByteWindow, place: number): string | null {
  const start = afterWhiteSpace(window, place);
  if (start === window.end) return null;
  if (start < 0 || window.at(start) !== ascii.QUOTE) return "";
  let end = start + 1;
  while (end < window.end && isOfKey(window.at(end)) && end - start <= MOST_KEY_BYTES) end++;
  if (end === window.end) return null;
  if (window.at(end) !== ascii.QUOTE) return "";
  const colon = afterWhiteSpace(window, end + 1);
  if (colon === window.end) return null;
  if (colon < 0 || window.at(colon) !== ascii.COLON) return "";
  return String.fromCharCode(...window.slice(start + 1, end));
}

/** The place after the bracket of a list under one of the keys; -1 where there is none, null where more has to be read. */
export function listAfter(window: ByteWindow, place: number, keys: ReadonlySet<string>): number | null {
  const key = keyBehind(window, place);
  if (key === null) return null;
  if (!keys.has(key)) return -1;
  const colon = afterWhiteSpace(window, afterText(window, place));
  const value = afterWhiteSpace(window, colon + 1);
  if (value === window.end) return null;
  return value >= 0 && window.at(value) === ascii.OPENING_BRACKET ? value + 1 : -1;
}

/** After the closing quotation mark of a key. */
function afterText(window: ByteWindow, place: number): number {
  let at = place + 1;
  while (window.at(at) !== ascii.QUOTE) at++;
  return at + 1;
}

function isOfKey(byte: number): boolean {
  return byte !== ascii.QUOTE && byte !== ascii.BACKSLASH && byte >= ascii.SPACE && byte < 0x80;
}

/** Whether another record or the list's end comes next; null where more has to be read. */
function recordFollows(window: ByteWindow, place: number): boolean | null {
  const separator = afterWhiteSpace(window, place);
  if (separator === window.end) return null;
  if (separator < 0) return false;
  if (window.at(separator) !== ascii.COMMA) return window.at(separator) === ascii.CLOSING_BRACKET;
  const next = afterWhiteSpace(window, separator + 1);
  if (next === window.end) return null;
  if (next < 0) return false;
  const byte = window.at(next);
  if (byte === ascii.OPENING_BRACE) return fieldsFollow(window, next + 1);
  if (byte !== ascii.QUOTE) return byte === ascii.OPENING_BRACKET || ascii.beginsBareValue(byte);
  // With a colon after it, a text is a field of the record that is being passed over.
  const key = keyBehind(window, next);
  return key === null ? null : key === "";
}

function fieldsFollow(window: ByteWindow, place: number): boolean | null {
  const at = afterWhiteSpace(window, place);
  if (at === window.end) return null;
  return at >= 0 && (window.at(at) === ascii.QUOTE || window.at(at) === ascii.CLOSING_BRACE);
}

/** The first place that is not white space, the window's end, or -1 where there is too much of it. */
function afterWhiteSpace(window: ByteWindow, place: number): number {
  let at = place;
  while (at < window.end && ascii.isWhiteSpace(window.at(at))) {
    if (++at - place > MOST_WHITE_SPACE) return -1;
  }
  return at;
}
