import type { ByteWindow } from "./byte-window.js";
import { COLON, LINE_FEED, QUOTE, SPACE } from "./json-bytes.js";

/** Stretches of one window that are decoded at most: each takes time in proportion to the window. */
const MOST_STRETCHES = 8;
/** Less is not worth a look ahead. */
const FEWEST_BYTES = 256;
/** Where a character of several bytes begins. */
const MULTIBYTE = 0x80;
const CONTINUATION_MASK = 0xc0;

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * What follows in the window as text, in which the end of a record is looked for by the engine's own search
 * instead of byte by byte. A place in the text and one in the stream are kept side by side.
 */
export class TextAhead {
  #text = "";
  #offset = 0;
  #place = -1;
  /** Of the window that the text is of. */
  #end = -1;
  #stretches = 0;
  /** Bytes of the text that was measured last. */
  bytes = 0;
  /** Line feeds in it. */
  lines = 0;
  /** At least as many keys as are in it: colons after a quotation mark or white space. */
  keys = 0;

  /** Whether the text from a place on is at hand: it is UTF-8, and long enough. */
  moveTo(window: ByteWindow, place: number): boolean {
    if (place === this.#place && window.end === this.#end) return true;
    if (window.end !== this.#end) {
      this.#end = window.end;
      this.#stretches = 0;
    }
    this.#place = -1;
    if (window.end - place < FEWEST_BYTES || this.#stretches === MOST_STRETCHES) return false;
    this.#stretches++;
    const bytes = window.slice(place, window.end);
    try {
      this.#text = DECODER.decode(bytes.subarray(0, endOfWholeCharacters(bytes)));
    } catch {
      return false;
    }
    this.#offset = 0;
    this.#place = place;
    return true;
  }

  /** What comes before the next occurrence of a text, and as much of that as `more` says; null where it does not occur. */
  until(needle: string, more: number): string | null {
    const found = this.#text.indexOf(needle, this.#offset);
    return found < 0 ? null : this.#text.slice(this.#offset, found + more);
  }

  /** Counts what is in a text that comes next; in the whole one, since reading a part of it character by character is slow. */
  measure({ length }: string): void {
    const text = this.#text;
    const end = this.#offset + length;
    let bytes = 0;
    let lines = 0;
    let keys = 0;
    let before = 0;
    for (let at = this.#offset; at < end; at++) {
      const code = text.charCodeAt(at);
      bytes += code < MULTIBYTE ? 1 : bytesOf(code);
      if (code === LINE_FEED) lines++;
      else if (code === COLON && (before === QUOTE || before <= SPACE)) keys++;
      before = code;
    }
    this.bytes = bytes;
    this.lines = lines;
    this.keys = keys;
  }

  /** Goes on after the text that was measured, and after so many characters of one byte each. */
  passOver(measured: string, further: number): void {
    this.#offset += measured.length + further;
    this.#place += this.bytes + further;
  }
}

/** In UTF-8, of a unit of UTF-16: half of a pair is half of four bytes. */
function bytesOf(code: number): number {
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}

/** Without the last character where it has several bytes, of which some may be missing. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  let end = bytes.length;
  if ((bytes[end - 1] as number) < MULTIBYTE) return end;
  while (end > 1 && ((bytes[end - 1] as number) & CONTINUATION_MASK) === MULTIBYTE) end--;
  return end - 1;
}
