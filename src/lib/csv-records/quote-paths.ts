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
/** Added where a mark after a backslash is of a text. */
const ESCAPED = 1;
const KINDS = 12;

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
  /** Cells of a whole row. */
  readonly #cells: number;
  /** Words of a kind of paths: a bit for each number of cells that the row may have by now, the lowest for its first cell. */
  readonly #words: number;
  /** The paths of each kind, so that a text of nothing but marks and delimiters takes no longer in a wide table. */
  #paths: Uint32Array;
  #next: Uint32Array;
  #last = 0;

  constructor(form: RowForm, cells: number, from: number, line: number) {
    this.#form = form;
    this.#cells = cells;
    this.#words = (cells >> 5) + 1;
    this.#paths = new Uint32Array(KINDS * this.#words);
    this.#next = new Uint32Array(KINDS * this.#words);
    this.#paths[START] = 1;
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
      const isAny = this.#take(byte);
      this.#last = byte;
      if (!isAny) return "none";
      if (isEnd && this.#areAllAtBeginning) return verdictOf(this.#has(START), this.#has(START | ESCAPED));
    }
    return "more";
  }

  /** Passes over bytes that change nothing where each path is within a cell; whether there were any. */
  #passPlain({ bytes, base, end }: ByteWindow): boolean {
    for (const state of [START, CLOSED, CLOSED_RETURN]) {
      if (this.#has(state) || this.#has(state | ESCAPED)) return false;
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
    const isAny = (escaped: number) =>
      [START, PLAIN, CLOSED, CLOSED_RETURN].some((state) => this.#mayEndRow(state | escaped));
    return verdictOf(isAny(0), isAny(ESCAPED));
  }

  /** Whether there is a path of the kind. */
  #has(kind: number): boolean {
    const end = (kind + 1) * this.#words;
    for (let at = kind * this.#words; at < end; at++) if (this.#paths[at] !== 0) return true;
    return false;
  }

  #hasCells(kind: number, cells: number): boolean {
    const word = this.#paths[kind * this.#words + ((cells - 1) >> 5)] as number;
    return ((word >>> ((cells - 1) & 31)) & 1) === 1;
  }

  get #areAllAtBeginning(): boolean {
    const beginnings = [START, START | ESCAPED].filter((kind) => this.#hasCells(kind, 1)).length;
    let bits = 0;
    for (const word of this.#paths) if (word !== 0) bits += (word & (word - 1)) === 0 ? 1 : 2;
    return bits === beginnings;
  }

  /** Whether a row may end with a path of the kind; a blank line is not a row. */
  #mayEndRow(kind: number): boolean {
    const state = kind & ~ESCAPED;
    if (state === ODD) return false;
    return this.#hasCells(kind, this.#cells) || (state === START && this.#hasCells(kind, 1));
  }

  /** Whether any path continues. */
  #take(byte: number): boolean {
    const [next, words] = [this.#next, this.#words];
    next.fill(0);
    for (let kind = 0; kind < KINDS; kind++) if (this.#has(kind)) this.#takeTo(byte, kind);
    [this.#paths, this.#next] = [next, this.#paths];
    let any = 0;
    for (let at = 0; at < next.length; at++) {
      // What one of two equal paths took for a text is said of both.
      const escaped = Math.trunc(at / words) % 2 === 0 ? (next[at + words] as number) : 0;
      any |= next[at] = (next[at] as number) & ~escaped;
    }
    return any !== 0;
  }

  /** Adds how the paths of a kind continue, but those that make no sound row. */
  #takeTo(byte: number, kind: number): void {
    const [state, escaped] = [kind & ~ESCAPED, kind & ESCAPED];
    // The mark after a backslash may be of the text: Python's csv writes it without marks around the cell.
    const isInCell = state === QUOTED || state === PLAIN;
    if (byte === QUOTE && this.#last === BACKSLASH && isInCell) this.#add(state | ESCAPED, kind);
    const isEnd = byte === this.#form.lineEnd;
    const ofQuotes = afterQuotes(state, byte, isEnd);
    if (ofQuotes !== undefined) this.#add(ofQuotes | escaped, kind);
    else if (isEnd) this.#endRow(kind);
    else if (byte === this.#form.delimiter) {
      if (state !== ODD && state !== CLOSED_RETURN) this.#addNextCell(START | escaped, kind);
    } else if (state !== CLOSED && state !== CLOSED_RETURN) {
      // A carriage return at the beginning of a row may be a blank line's.
      const isBlank = state === START && byte === CARRIAGE_RETURN && this.#hasCells(kind, 1);
      this.#add(inCell(state, byte) | escaped, kind, isBlank ? ~1 : ~0);
      if (isBlank) this.#begin(kind);
    }
  }

  #endRow(kind: number): void {
    if (!this.#mayEndRow(kind)) return;
    this.hasOtherRows ||= (kind & ESCAPED) !== 0;
    this.#begin(kind & ESCAPED);
  }

  #begin(kind: number): void {
    const at = kind * this.#words;
    this.#next[at] = (this.#next[at] as number) | 1;
  }

  #add(to: number, kind: number, ofFirstWord = ~0): void {
    const [next, paths, words] = [this.#next, this.#paths, this.#words];
    for (let word = 0; word < words; word++) {
      const those = (paths[kind * words + word] as number) & (word === 0 ? ofFirstWord : ~0);
      next[to * words + word] = (next[to * words + word] as number) | those;
    }
  }

  /** Those that have all cells have no next one. */
  #addNextCell(to: number, kind: number): void {
    const [next, paths, words] = [this.#next, this.#paths, this.#words];
    let carried = 0;
    for (let word = 0; word < words; word++) {
      const those = paths[kind * words + word] as number;
      next[to * words + word] = (next[to * words + word] as number) | (those << 1) | carried;
      carried = those >>> 31;
    }
    const last = to * words + (this.#cells >> 5);
    next[last] = (next[last] as number) & ~(1 << (this.#cells & 31));
  }
}

function verdictOf(isAnyPlain: boolean, isAnyEscaped: boolean): Verdict {
  if (isAnyEscaped) return "either";
  return isAnyPlain ? "doubled" : "none";
}

/** The state after a byte of a cell in quotation marks, or right after them where no delimiter or line end is. */
function afterQuotes(state: number, byte: number, isEnd: boolean): number | undefined {
  if (state === QUOTED) return byte === QUOTE ? CLOSED : QUOTED;
  if (state !== CLOSED) return undefined;
  if (byte === QUOTE) return QUOTED;
  return byte === CARRIAGE_RETURN && !isEnd ? CLOSED_RETURN : undefined;
}

/** The state after a byte that ends no cell. */
function inCell(state: number, byte: number): number {
  if (byte !== QUOTE) return state === START ? PLAIN : state;
  if (state === START) return QUOTED;
  return state === PLAIN ? ODD : PLAIN;
}
