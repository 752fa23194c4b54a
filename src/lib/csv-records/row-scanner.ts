import type { ByteWindow } from "../json-records/byte-window.js";
import { BACKSLASH, CARRIAGE_RETURN, QUOTE } from "../json-records/json-bytes.js";

/** How the rows of a table are written. */
export interface RowForm {
  /** The byte between two cells. */
  readonly delimiter: number;
  /** The byte at a line's end: a line feed, or a carriage return where lines end in that alone. */
  readonly lineEnd: number;
  /** Whether a cell may be in quotation marks, and then have delimiters and line ends in it. */
  readonly isQuoted: boolean;
}

/** Where the scan is in. */
const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
/** After the quotation mark that ends a cell, or is the first of two that stand for one. */
const CLOSED = 3;
const CLOSED_RETURN = 4;
const DONE = 5;
const BROKEN = 6;

/** `broken`: the quotation marks of the row don't pair. */
type RowEnd = "more" | "done" | "broken";

/**
 * Finds the end of one row of a table byte by byte, and counts its cells. A row that ends is sound: each cell
 * in quotation marks is followed by a delimiter or the line's end, and a cell that merely has some in it has
 * them in pairs. So a scan that begins on a line and gets past it ends at the next line with an odd number of
 * them, and scanning again from each line of a damaged stretch takes time in proportion to its length.
 */
export class RowScanner {
  /** The next byte to look at. */
  at = 0;
  /** Line of that byte, from 1. */
  line = 1;
  rowAt = 0;
  rowLine = 1;
  /** Cells of the row so far. */
  cells = 1;
  /** Whether a cell has a quotation mark after a backslash. */
  hasEscapes = false;
  readonly #form: RowForm;
  #state = CELL_START;
  #quotes = 0;

  constructor(form: RowForm) {
    this.#form = form;
  }

  begin(at: number, line: number): void {
    this.at = at;
    this.line = line;
    this.rowAt = at;
    this.rowLine = line;
    this.cells = 1;
    this.hasEscapes = false;
    this.#state = CELL_START;
    this.#quotes = 0;
  }

  /** Whether the row could end here. */
  get isWhole(): boolean {
    if (this.#state === QUOTED) return false;
    return this.#quotes % 2 === 0;
  }

  scan({ bytes, base, end: limit }: ByteWindow): RowEnd {
    const end = limit - base;
    let at = this.at - base;
    let state = this.#state;
    while (at < end && state < DONE) {
      if (state === PLAIN) at = this.#endOfPlain(bytes, at, end);
      else if (state === QUOTED) at = this.#endOfQuoted(bytes, at, end);
      if (at === end) break;
      if (state === PLAIN && bytes[at] === QUOTE && this.#form.isQuoted)
        this.hasEscapes ||= bytes[at - 1] === BACKSLASH;
      state = this.#next(state, bytes[at] as number);
      if (state !== BROKEN) at++;
    }
    this.at = at + base;
    this.#state = state;
    if (state === DONE) this.line++;
    return state === DONE ? "done" : state === BROKEN ? "broken" : "more";
  }

  #next(state: number, byte: number): number {
    switch (state) {
      case QUOTED:
        return CLOSED;
      case CLOSED:
        if (byte === QUOTE) return QUOTED;
        if (byte === CARRIAGE_RETURN && byte !== this.#form.lineEnd) return CLOSED_RETURN;
        return this.#afterCell(byte) ?? BROKEN;
      case CLOSED_RETURN:
        return byte === this.#form.lineEnd ? DONE : BROKEN;
      default:
        return this.#inCell(state, byte);
    }
  }

  #inCell(state: number, byte: number): number {
    const next = this.#afterCell(byte);
    if (next !== undefined) return next;
    if (byte === QUOTE && this.#form.isQuoted) {
      if (state === CELL_START) return QUOTED;
      this.#quotes++;
    }
    return PLAIN;
  }

  /** The state after a byte that ends a cell; undefined for another byte. */
  #afterCell(byte: number): number | undefined {
    const isDelimiter = byte === this.#form.delimiter;
    if (!isDelimiter && byte !== this.#form.lineEnd) return undefined;
    if (this.#quotes % 2 !== 0) return BROKEN;
    if (!isDelimiter) return DONE;
    this.#quotes = 0;
    this.cells++;
    return CELL_START;
  }

  #endOfPlain(bytes: Uint8Array, start: number, end: number): number {
    const { delimiter, lineEnd } = this.#form;
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      if (byte === delimiter || byte === lineEnd || byte === QUOTE) break;
      at++;
    }
    return at;
  }

  #endOfQuoted(bytes: Uint8Array, start: number, end: number): number {
    const { lineEnd } = this.#form;
    let at = start;
    while (at < end) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.hasEscapes ||= bytes[at - 1] === BACKSLASH;
        break;
      }
      if (byte === lineEnd) this.line++;
      at++;
    }
    return at;
  }
}
