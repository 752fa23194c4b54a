import type { ByteWindow } from "./byte-window.js";
import * as ascii from "./json-bytes.js";

/** Nesting that is followed; a record that deep is longer than any limit. */
const MOST_DEPTH = 1 << 20;

/** What may come next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON_NEXT = 4;
const COMMA_OR_END = 5;
/** Where the scan is in. */
const IN_TEXT = 6;
const ESCAPED = 7;
const IN_BARE = 8;
const BROKEN = -1;

/** `broken`: the byte at `at` can't appear there. `list`: where lists are watched for, one has opened before `at`. */
export type ScanEnd = "more" | "done" | "broken" | "list";

/**
 * Follows the grammar of one JSON value byte by byte, so that damage shows where it is and not where the brackets
 * happen to come out even. Numbers, literals and escapes are left for `JSON.parse`: they can't move the value's end.
 */
export class JsonScanner {
  /** The next byte to look at; after the value when it is done. */
  at = 0;
  /** Line of that byte, from 1. */
  line = 1;
  /** Where the last text began, or -1. */
  textStart = -1;
  /** Keys of all objects in the value so far. */
  keys = 0;
  firstKeyAt = -1;
  depth = 0;
  /** Whether to pause after every opening bracket. */
  watchesLists = false;
  #stack = new Uint8Array(64);
  #state = VALUE;
  #isKey = false;

  /** The opening brackets around `at`, the outermost first. */
  get brackets(): Uint8Array {
    return this.#stack.slice(0, this.depth);
  }

  get isInText(): boolean {
    return this.#state === IN_TEXT || this.#state === ESCAPED;
  }

  begin(): void {
    this.textStart = -1;
    this.keys = 0;
    this.firstKeyAt = -1;
    this.depth = 0;
    this.#state = VALUE;
    this.#isKey = false;
  }

  scan({ bytes, base, end: limit }: Pick<ByteWindow, "bytes" | "base" | "end">): ScanEnd {
    const last = limit - base;
    let at = this.at - base;
    let state = this.#state;
    while (at < last) {
      if (state === IN_TEXT) {
        at = endOfPlainText(bytes, at, last);
        if (at === last) break;
      } else if (state === IN_BARE) {
        at = endOfBareValue(bytes, at, last);
        if (at === last) break;
        state = COMMA_OR_END;
        if (this.depth === 0) return this.#pause(at + base, state, "done");
      }
      const next = this.#next(state, bytes[at] as number, at + base);
      if (next === BROKEN) return this.#pause(at + base, state, "broken");
      state = next;
      at++;
      const end = this.#endAfter(state);
      if (end !== null) return this.#pause(at + base, state, end);
    }
    return this.#pause(at + base, state, "more");
  }

  /** Whether the scan pauses after a byte that led to this state. */
  #endAfter(state: number): "done" | "list" | null {
    if (state === COMMA_OR_END) return this.depth === 0 ? "done" : null;
    return state === VALUE_OR_END && this.watchesLists ? "list" : null;
  }

  #pause(at: number, state: number, end: ScanEnd): ScanEnd {
    this.at = at;
    this.#state = state;
    return end;
  }

  #skip(state: number, byte: number): number {
    if (byte === ascii.LINE_FEED) this.line++;
    return state;
  }

  #next(state: number, byte: number, place: number): number {
    if (state < IN_TEXT && ascii.isWhiteSpace(byte)) return this.#skip(state, byte);
    switch (state) {
      case COMMA_OR_END:
        return this.#afterValue(byte);
      case COLON_NEXT:
        return byte === ascii.COLON ? VALUE : BROKEN;
      case KEY:
        return byte === ascii.QUOTE ? this.#beginKey(place) : BROKEN;
      case KEY_OR_END:
        return byte === ascii.CLOSING_BRACE ? this.#close() : byte === ascii.QUOTE ? this.#beginKey(place) : BROKEN;
      case IN_TEXT:
        return this.#inText(byte);
      case ESCAPED:
        return byte < ascii.SPACE ? BROKEN : IN_TEXT;
      case VALUE_OR_END:
        return byte === ascii.CLOSING_BRACKET ? this.#close() : this.#beginValue(byte, place);
      default:
        return this.#beginValue(byte, place);
    }
  }

  #afterValue(byte: number): number {
    const open = this.#stack[this.depth - 1] as number;
    if (byte === ascii.COMMA) return open === ascii.OPENING_BRACE ? KEY : VALUE;
    return byte === closingOf(open) ? this.#close() : BROKEN;
  }

  #beginKey(place: number): number {
    this.keys++;
    if (this.firstKeyAt < 0) this.firstKeyAt = place;
    this.textStart = place;
    this.#isKey = true;
    return IN_TEXT;
  }

  #inText(byte: number): number {
    if (byte === ascii.BACKSLASH) return ESCAPED;
    if (byte !== ascii.QUOTE) return BROKEN;
    return this.#isKey ? COLON_NEXT : COMMA_OR_END;
  }

  #beginValue(byte: number, place: number): number {
    if (byte === ascii.QUOTE) {
      this.textStart = place;
      this.#isKey = false;
      return IN_TEXT;
    }
    if (byte !== ascii.OPENING_BRACE && byte !== ascii.OPENING_BRACKET)
      return ascii.beginsBareValue(byte) ? IN_BARE : BROKEN;
    if (this.depth === MOST_DEPTH) return BROKEN;
    this.#open(byte);
    return byte === ascii.OPENING_BRACE ? KEY_OR_END : VALUE_OR_END;
  }

  #close(): number {
    this.depth--;
    return COMMA_OR_END;
  }

  #open(bracket: number): void {
    if (this.depth === this.#stack.length) {
      const larger = new Uint8Array(this.#stack.length * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.depth++] = bracket;
  }
}

export function closingOf(opening: number): number {
  return opening === ascii.OPENING_BRACE ? ascii.CLOSING_BRACE : ascii.CLOSING_BRACKET;
}

/** The first quotation mark, backslash or control character, or the end. */
function endOfPlainText(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let byte = bytes[at] as number; byte !== ascii.QUOTE && byte !== ascii.BACKSLASH && byte >= ascii.SPACE; ) {
    if (++at === end) break;
    byte = bytes[at] as number;
  }
  return at;
}

function endOfBareValue(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && ascii.isOfBareValue(bytes[at] as number)) at++;
  return at;
}
