import type { ByteWindow } from "./byte-window.js";
import { QUOTE, SPACE } from "./json-bytes.js";

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
  /** Then a character is a byte. */
  #isAscii = false;
  #offset = 0;
  #place = -1;
  readonly #feeds = new Occurrences("\n");
  readonly #colons = new Occurrences(":");
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
    const rest = window.slice(place, window.end);
    const bytes = rest.subarray(0, endOfWholeCharacters(rest));
    try {
      this.#text = DECODER.decode(bytes);
    } catch {
      return false;
    }
    this.#isAscii = this.#text.length === bytes.length;
    this.#feeds.begin(this.#text);
    this.#colons.begin(this.#text);
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
    const end = this.#offset + length;
    this.bytes = this.#isAscii ? length : bytesIn(this.#text, this.#offset, end);
    this.lines = 0;
    for (let at = this.#feeds.from(this.#offset); at < end; at = this.#feeds.from(at + 1)) this.lines++;
    this.keys = 0;
    for (let at = this.#colons.from(this.#offset); at < end; at = this.#colons.from(at + 1)) {
      const before = this.#text.charCodeAt(at - 1);
      if (before === QUOTE || before <= SPACE) this.keys++;
    }
  }

  /** Continues after the text that was measured, and after so many characters of one byte each. */
  passOver(measured: string, further: number): void {
    this.#offset += measured.length + further;
    this.#place += this.bytes + further;
  }
}

/** In UTF-8. Half of a pair of UTF-16 is half of four bytes. */
function bytesIn(text: string, from: number, end: number): number {
  let bytes = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < MULTIBYTE) bytes++;
    else bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** Where a character occurs, found by the engine's search; asked for places in their order, nothing is searched twice. */
class Occurrences {
  readonly #character: string;
  #text = "";
  /** The last place that was asked for, and what was found. */
  #from = 0;
  #next = -1;

  constructor(character: string) {
    this.#character = character;
  }

  begin(text: string): void {
    this.#text = text;
    this.#next = -1;
  }

  /** The first one from a place on; the text's end where there is none. */
  from(place: number): number {
    const isKnown = this.#from <= place && place <= this.#next;
    this.#from = place;
    if (isKnown) return this.#next;
    const found = this.#text.indexOf(this.#character, place);
    this.#next = found < 0 ? this.#text.length : found;
    return this.#next;
  }
}

/** Without the last character where it has several bytes, of which some may be missing. */
function endOfWholeCharacters(bytes: Uint8Array): number {
  let end = bytes.length;
  if ((bytes[end - 1] as number) < MULTIBYTE) return end;
  while (end > 1 && ((bytes[end - 1] as number) & CONTINUATION_MASK) === MULTIBYTE) end--;
  return end - 1;
}
