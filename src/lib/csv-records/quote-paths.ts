import type { ByteWindow } from "../json-records/byte-window.js";
import { BACKSLASH, CARRIAGE_RETURN, QUOTE } from "../json-records/json-bytes.js";
import type { RowForm } from "./row-scanner.js";

/** Where a path is in. */
const START = 0;
const PLAIN = 2;
/** With a quotation mark that has no other one yet. */
const ODD = 4;
const QUOTED = 6;
/** After the mark that ends a cell, or is the first of two. */
const CLOSED = 8;
const CLOSED_RETURN = 10;
const STATES = 14;

/** One way to read the bytes so far: state, cells of the row so far times 16, and 1 where a mark after a backslash is of a text. */
type Path = number;
const ESCAPED = 1;
const CELL = 16;
/** Of the first cell of a row. */
const BEGINNING: Path = CELL | START;

/**
 * `doubled`: of all paths only that is left which takes no backslash for an escape. `either`: others end a row here as well, and
 * nothing tells which of the lines are rows: a user could have typed them. `none`: the table is damaged here.
 */
type Verdict = "more" | "doubled" | "either" | "none";

/**
 * Reads from a row on in each way in which a writer may have meant a quotation mark after a backslash, until all ways that make rows
 * end one at the same place. Writers that double quotation marks end the cell there, unless another mark follows; MySQL
 * continues it, as Python's csv does with an escape character, also in a cell without marks around it; PHP's fputcsv() does the one
 * or the other, as the text has it. What a table's own writer meant is always among the paths, whatever users typed, and makes sound
 * rows.
 *
 * @see https://www.php.net/manual/en/function.fputcsv.php — `escape`
 */
export class QuotePaths {
  /** Where the first row begins. */
  readonly from: number;
  readonly line: number;
  /** The next byte to look at, and its line. */
  at: number;
  atLine: number;
  /** The first row is no longer in the window. */
  isLost = false;
  /** A row has ended on another path than the one that takes no backslash for an escape. */
  hasOtherRows = false;
  readonly #form: RowForm;
  readonly #cells: number | undefined;
  #paths: readonly Path[] = [BEGINNING];
  #last = 0;

  constructor(form: RowForm, cells: number | undefined, from: number, line: number) {
    this.#form = form;
    this.#cells = cells;
    [this.from, this.at] = [from, from];
    [this.line, this.atLine] = [line, line];
  }

  /** Bytes before it are not looked at again. */
  get keepFrom(): number {
    return this.isLost ? this.at : this.from;
  }

  step(window: ByteWindow): Verdict {
    while (this.at < window.end) {
      if (this.#passPlain(window)) continue;
      const byte = window.at(this.at++);
      const isEnd = byte === this.#form.lineEnd;
      if (isEnd) this.atLine++;
      this.#take(byte);
      this.#last = byte;
      if (this.#paths.length === 0) return "none";
      if (isEnd && this.#paths.every((path) => (path & ~ESCAPED) === BEGINNING)) return this.#verdict();
    }
    return "more";
  }

  /** Passes over bytes that change nothing where each path is within a cell; whether there were any. */
  #passPlain({ bytes, base, end }: ByteWindow): boolean {
    for (const path of this.#paths) {
      const state = path & STATES;
      if (state !== QUOTED && state !== PLAIN && state !== ODD) return false;
    }
    const { delimiter, lineEnd } = this.#form;
    const from = this.at - base;
    const limit = end - base;
    let at = from;
    for (; at < limit; at++) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === delimiter || byte === lineEnd) break;
    }
    if (at === from) return false;
    this.#last = bytes[at - 1] as number;
    this.at = at + base;
    return true;
  }

  /** Where no more bytes come: a writer ends what it begins. */
  atEnd(): Verdict {
    this.#paths = this.#paths.filter((path) => (path & STATES) !== QUOTED && this.#isSound(path));
    return this.#verdict();
  }

  #verdict(): Verdict {
    if (this.#paths.length === 0) return "none";
    return this.#paths.every((path) => (path & ESCAPED) === 0) ? "doubled" : "either";
  }

  /** Whether a row may end so; a blank line is not a row. */
  #isSound(path: Path): boolean {
    const cells = Math.trunc(path / CELL);
    const isBlank = (path & ~ESCAPED) === BEGINNING;
    return (path & STATES) !== ODD && (isBlank || cells === (this.#cells ?? cells));
  }

  #take(byte: number): void {
    const next: Path[] = [];
    for (const path of this.#paths) {
      // The mark after a backslash may be of the text: Python's csv writes it without marks around the cell.
      const state = path & STATES;
      const isInCell = state === QUOTED || state === PLAIN;
      if (byte === QUOTE && this.#last === BACKSLASH && isInCell) next.push(path | ESCAPED);
      const after = this.#after(path, byte);
      if (after !== undefined) next.push(after);
    }
    this.#paths = next.length < 2 ? next : distinct(next);
  }

  /** How a path continues; undefined where it makes no sound row. */
  #after(path: Path, byte: number): Path | undefined {
    const state = path & STATES;
    if (state === QUOTED) return byte === QUOTE ? path - QUOTED + CLOSED : path;
    if (state === CLOSED && byte === QUOTE) return path - CLOSED + QUOTED;
    const isEnd = byte === this.#form.lineEnd;
    if (state === CLOSED && byte === CARRIAGE_RETURN && !isEnd) return path - CLOSED + CLOSED_RETURN;
    if (isEnd) return this.#afterRow(path);
    if (byte === this.#form.delimiter) return this.#afterCell(path, state);
    return inCell(path, state, byte);
  }

  #afterRow(path: Path): Path | undefined {
    if (!this.#isSound(path)) return undefined;
    this.hasOtherRows ||= (path & ESCAPED) !== 0;
    return BEGINNING | (path & ESCAPED);
  }

  #afterCell(path: Path, state: number): Path | undefined {
    const isSound = state !== ODD && state !== CLOSED_RETURN && Math.trunc(path / CELL) < (this.#cells ?? Infinity);
    return isSound ? path - state + START + CELL : undefined;
  }
}

function inCell(path: Path, state: number, byte: number): Path | undefined {
  if (state === CLOSED || state === CLOSED_RETURN) return undefined;
  if (byte !== QUOTE) {
    const isBlank = byte === CARRIAGE_RETURN && (path & ~ESCAPED) === BEGINNING;
    return state === START && !isBlank ? path + PLAIN : path;
  }
  if (state === START) return path + QUOTED;
  return state === PLAIN ? path - PLAIN + ODD : path - ODD + PLAIN;
}

/** Each once; what one of two equal paths took for a text is said of both. */
function distinct(paths: readonly Path[]): readonly Path[] {
  return [...new Set(paths)].filter((path, _, all) => (path & ESCAPED) !== 0 || !all.includes(path | ESCAPED));
}
