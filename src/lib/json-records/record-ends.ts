import type { ByteWindow } from "./byte-window.js";
import { BACKSLASH, QUOTE } from "./json-bytes.js";
import { type ParsedRecord, parseText } from "./parse-record.js";
import { TextAhead } from "./text-ahead.js";

/** Longer ones are not what records of a list have in common. */
const MOST_SEPARATOR_BYTES = 64;
const MOST_OPENING_BYTES = 160;

interface WholeRecord {
  readonly record: ParsedRecord;
  readonly bytes: number;
  readonly lines: number;
  readonly firstKeyAt: number;
}

/**
 * Finds the ends of records by what was between the last two of them: `},` and the beginning of the next one up to
 * its first key. What is found is a record only if `JSON.parse` takes it whole: an object has one end, so the
 * grammar gives the same one. Where it does not, the record is left to the scanner.
 */
export class RecordEnds {
  readonly #ahead = new TextAhead();
  /** A closing brace, and what comes after it; "" where that is not known. */
  #needle = "";
  /** What a record begins with, up to its first key. */
  #opening = "";
  #firstKeyOffset = 0;
  #separator: string | null = null;
  /** Where the record before ended. */
  #end = -1;

  /** Null where it has to be scanned. */
  wholeRecord(window: ByteWindow, at: number, mostBytes: number): WholeRecord | null {
    if (this.#needle === "" || !this.#ahead.moveTo(window, at)) return null;
    const ahead = this.#ahead;
    const text = ahead.until(this.#needle, 1);
    if (text === null || !text.startsWith(this.#opening)) return null;
    ahead.measure(text);
    if (ahead.bytes > mostBytes) return null;
    const record = parseText(text, ahead.keys);
    if (record === undefined) return null;
    const { bytes, lines } = ahead;
    ahead.passOver(text, this.#needle.length - this.#opening.length - 1);
    this.#end = at + bytes;
    return { record, bytes, lines, firstKeyAt: at + this.#firstKeyOffset };
  }

  /** A record that is scanned begins here. */
  noteBeginning(window: ByteWindow, at: number): void {
    const isNear = this.#end >= window.base && at - this.#end <= MOST_SEPARATOR_BYTES;
    this.#separator = isNear ? asciiText(window.slice(this.#end, at)) : null;
  }

  /** It has ended. */
  noteEnd(window: ByteWindow, at: number, firstKeyAt: number, end: number): void {
    this.#end = end;
    if (this.#separator === null || firstKeyAt < 0 || firstKeyAt - at > MOST_OPENING_BYTES) return;
    const opening = asciiText(window.slice(at, endOfKey(window, firstKeyAt)));
    if (opening === null || !opening.startsWith("{") || opening.length > MOST_OPENING_BYTES) return;
    this.#opening = opening;
    this.#firstKeyOffset = firstKeyAt - at;
    this.#needle = `}${this.#separator}${opening}`;
  }
}

/** After the quotation mark that ends a key, or a bit further where an escape is in it. */
function endOfKey(window: ByteWindow, firstKeyAt: number): number {
  const most = Math.min(window.end, firstKeyAt + MOST_OPENING_BYTES);
  let at = firstKeyAt + 1;
  while (at < most && window.at(at) !== QUOTE) at += window.at(at) === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, window.end);
}

/** Null where a byte is not ASCII: places in a text and in its bytes are then not the same. */
function asciiText(bytes: Uint8Array): string | null {
  return bytes.every((byte) => byte < 0x80) ? String.fromCharCode(...bytes) : null;
}
