import { ByteWindow } from "../json-records/byte-window.js";
import { CARRIAGE_RETURN, QUOTE } from "../json-records/json-bytes.js";
import { QuotePaths } from "./quote-paths.js";
import { type RowForm, RowScanner } from "./row-scanner.js";

const SPACE = 0x20;
/** Of rows that wait for what follows them. */
const MOST_HELD_BYTES = 1 << 24;

/** Where a sound row with the right number of cells is in the stream. */
export interface CsvRow {
  readonly kind: "row";
  readonly line: number;
  readonly from: number;
  /** After the end of its line. */
  readonly to: number;
  /** The file ends within it, or right after it: neither a line end nor a quotation mark closes its last cell. */
  readonly isOpen?: boolean;
}

/** Lines that are not a row with the right number of cells. */
export interface CsvDamage {
  readonly kind: "damage";
  readonly line: number;
  readonly lastLine: number;
  readonly fault: CsvFault;
}

/** A row of one line whose number of cells is wrong, or a `stretch`: more than one line, of an unknown number of rows. */
export type CsvFault = "quotes" | "too-long" | "stretch" | { readonly cells: number };

/** The table can't be read further. Always the last item. */
export interface CsvStop {
  readonly kind: "stop";
  readonly reason: "cut-off" | "nul-bytes";
  readonly line: number;
}

interface CsvRowsOptions extends RowForm {
  /** Cells of a row; undefined where each line is a row, whatever is on it. */
  readonly cells: number | undefined;
  /** Line of the first byte. */
  readonly line: number;
  readonly maxRowBytes: number;
  /** Whether it is known that no backslash escapes a quotation mark. */
  readonly isDoubling?: boolean | undefined;
}

/**
 * Finds the rows of a table while it streams in, and holds one row at a time. Where quotation marks don't pair, only the
 * row's first line is given up: the next row is the next line from which on a sound row with the right number of cells is
 * found. So a quotation mark that is lost or too many never swallows the rows after it.
 *
 * A row that gets too long is passed over to its end, whatever its lines look like: who fills a cell could write rows into
 * it. Nor are lines taken for one row of which the first and the last are rows by themselves: in a table that quotes nothing,
 * two cells that begin with a quotation mark would make one user of two, and swallow all between them.
 */
export class CsvRows {
  readonly #options: CsvRowsOptions;
  readonly #window = new ByteWindow();
  readonly #scanner: RowScanner;
  #items: (CsvRow | CsvDamage | CsvStop)[] = [];
  /** The stretch that is damaged up to here. */
  #damage: { readonly line: number; readonly fault: CsvFault } | null = null;
  /** The rest of the line is passed over. */
  #isPassing = false;
  /** The rest of a row that is too long is passed over. */
  #isTooLong = false;
  /** What a row waits for in which a quotation mark follows a backslash, and how it would end. */
  #paths: QuotePaths | undefined;
  #waiting: "done" | "broken" | undefined;
  /** Rows to here are what they seem. */
  #trustedTo = 0;
  /** No writer that puts backslashes before quotation marks made the table. */
  #isDoubling = false;
  /** A row without a quotation mark has a space. */
  #hasBareSpace = false;
  #lastByte = -1;

  constructor(options: CsvRowsOptions) {
    this.#options = options;
    this.#isDoubling = options.isDoubling === true;
    this.#scanner = new RowScanner(options);
    this.#scanner.begin(0, options.line);
  }

  /** What is complete with these bytes. Rows can be asked for their bytes until more are added. */
  push(chunk: Uint8Array): readonly (CsvRow | CsvDamage | CsvStop)[] {
    if (chunk.length === 0) return [];
    this.#window.add(chunk, this.#keepFrom);
    this.#lastByte = chunk.at(-1) as number;
    this.#run();
    return this.#take();
  }

  /** What is left when no more bytes come. */
  end(): readonly (CsvRow | CsvDamage | CsvStop)[] {
    this.#endWaiting();
    if (this.#lastByte === 0) this.#stop("nul-bytes");
    else this.#endLast();
    return this.#take();
  }

  get #keepFrom(): number {
    if (this.#paths !== undefined) return this.#paths.keepFrom;
    return this.#isPassing || this.#isTooLong ? this.#scanner.at : this.#scanner.rowAt;
  }

  #endWaiting(): void {
    const { rowAt } = this.#scanner;
    if (this.#paths === undefined && (this.#isPassing || rowAt >= this.#window.end || !this.#isUnsure)) return;
    const paths = this.#paths ?? this.#pathsHere();
    const stepped = paths.step(this.#window);
    const verdict = stepped === "more" ? paths.atEnd() : stepped;
    this.#paths = undefined;
    if (verdict === "either" || paths.isLost) this.#giveUpTo(paths);
    else this.#isDoubling = true;
    this.#run();
  }

  bytes(from: number, to: number): Uint8Array {
    return this.#window.slice(from, to);
  }

  #take() {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  #run(): void {
    for (;;) {
      if (this.#isPassing && !this.#passLine()) return;
      const end = this.#rowEnd();
      if (end === "more") return;
      if (end === "several") continue;
      if (this.#isTooLong) this.#endTooLong(end === "broken");
      else if (end === "broken") this.#giveUpLine("quotes");
      else this.#endRow();
    }
  }

  /** How the row ends; `several`: nothing tells how many rows it is, and it is passed over. */
  #rowEnd(): "more" | "done" | "broken" | "several" {
    if (this.#paths !== undefined) return this.#along(this.#paths);
    const scanner = this.#scanner;
    const end = this.#waiting ?? scanner.scan(this.#window);
    this.#waiting = undefined;
    const isLong = scanner.at - scanner.rowAt > this.#options.maxRowBytes;
    if (this.#isUnsure && (end !== "more" || isLong)) {
      this.#waiting = end === "more" ? undefined : end;
      this.#paths = this.#pathsHere();
      return this.#along(this.#paths);
    }
    this.#isTooLong ||= isLong;
    return end;
  }

  /** Whether a quotation mark of the row may be of a cell's text, or end it. */
  get #isUnsure(): boolean {
    const { hasEscapes, at } = this.#scanner;
    return hasEscapes && at > this.#trustedTo && !this.#isDoubling && !this.#isTooLong;
  }

  #pathsHere(): QuotePaths {
    const { rowAt, rowLine } = this.#scanner;
    // Where each line is a row, no quotation mark is asked about.
    return new QuotePaths(this.#options, this.#options.cells ?? 1, rowAt, rowLine);
  }

  #along(paths: QuotePaths): "more" | "done" | "broken" | "several" {
    const verdict = paths.step(this.#window);
    if (verdict === "more" && !this.#isWaitOver(paths)) return "more";
    this.#paths = undefined;
    if (verdict === "either" || paths.isLost) {
      this.#giveUpTo(paths);
      return "several";
    }
    this.#trustedTo = Math.max(paths.at, verdict === "none" ? this.#scanner.at : 0);
    return this.#rowEnd();
  }

  /**
   * As much is held as fits; then the rows are lost, unless the table can't be of a writer with backslashes: another row shows it, or
   * one cell of that writer's would have all that is held.
   */
  #isWaitOver(paths: QuotePaths): boolean {
    if (this.#window.end - paths.keepFrom <= MOST_HELD_BYTES) return false;
    this.#isDoubling = this.#hasBareSpace || !paths.hasOtherRows;
    paths.isLost = !this.#isDoubling;
    return this.#isDoubling;
  }

  /** Which of the lines are rows nothing tells. */
  #giveUpTo({ line, at, atLine }: QuotePaths): void {
    this.#waiting = undefined;
    this.#damage ??= { line, fault: "quotes" };
    this.#scanner.begin(at, atLine);
    this.#emitDamage(atLine);
  }

  /** Its lines are not kept, so that those after the one that is broken are looked at again. */
  #endTooLong(isBroken: boolean): void {
    const { rowLine, at, line } = this.#scanner;
    this.#isTooLong = false;
    this.#damage ??= { line: rowLine, fault: "too-long" };
    this.#scanner.begin(at, line);
    this.#isPassing = isBroken;
    if (!isBroken || this.#passLine()) this.#emitDamage(this.#scanner.line);
  }

  #endRow(): void {
    const { rowAt, rowLine, at, line, cells } = this.#scanner;
    const { cells: needed = cells } = this.#options;
    if (this.#isBlank(rowAt, at)) {
      this.#scanner.begin(at, line);
      return;
    }
    if (cells === needed && !this.#mayBeSeveral(rowAt, at, needed)) {
      this.#emitDamage(rowLine);
      this.#hasBareSpace ||= this.#isBare(rowAt, at);
      this.#items.push({ kind: "row", line: rowLine, from: rowAt, to: at });
      this.#scanner.begin(at, line);
      return;
    }
    if (cells === needed) {
      this.#damage ??= { line: rowLine, fault: "stretch" };
      this.#emitDamage(line);
      this.#scanner.begin(at, line);
      return;
    }
    this.#giveUpLine(line === rowLine + 1 ? { cells } : "quotes");
    // Nothing is damaged but the row itself.
    if (line === rowLine + 1 && this.#damage?.line === rowLine) this.#emitDamage(line);
  }

  /** PHP writes quotation marks around each cell with a space, and MySQL around each text. */
  #isBare(from: number, to: number): boolean {
    const row = this.#window.slice(from, to);
    return row.includes(SPACE) && !row.includes(QUOTE);
  }

  /** Whether the first and the last of several lines have as many cells as a row, were nothing in quotation marks. */
  #mayBeSeveral(from: number, to: number, needed: number): boolean {
    if (this.#options.isDoubling === true || this.#scanner.line <= this.#scanner.rowLine + 1) return false;
    const { delimiter, lineEnd } = this.#options;
    const row = this.#window.slice(from, to - 1);
    const [first, last] = [row.subarray(0, row.indexOf(lineEnd)), row.subarray(row.lastIndexOf(lineEnd) + 1)];
    return [first, last].every((line) => cellsIn(line, delimiter) >= needed);
  }

  /** Begins again on the line after the row's first one. */
  #giveUpLine(fault: CsvFault): void {
    const { rowAt, rowLine } = this.#scanner;
    this.#damage ??= { line: rowLine, fault };
    this.#scanner.begin(rowAt, rowLine);
    this.#isPassing = true;
    this.#passLine();
  }

  /** Whether the line's end has come. */
  #passLine(): boolean {
    const { at, line } = this.#scanner;
    const found = this.#window.slice(at, this.#window.end).indexOf(this.#options.lineEnd);
    this.#isPassing = found < 0;
    if (found < 0) this.#scanner.begin(this.#window.end, line);
    else this.#scanner.begin(at + found + 1, line + 1);
    return found >= 0;
  }

  #emitDamage(endLine: number): void {
    if (this.#damage === null) return;
    const { line, fault } = this.#damage;
    const lastLine = Math.max(line, endLine - 1);
    this.#items.push({ kind: "damage", line, lastLine, fault: lastLine === line ? fault : "stretch" });
    this.#damage = null;
  }

  /** The last row may lack the end of its line. */
  #endLast(): void {
    const scanner = this.#scanner;
    if (this.#isTooLong && !scanner.isWhole) {
      this.#stop("cut-off");
      return;
    }
    if (this.#isTooLong) this.#endTooLong(false);
    while (!this.#isPassing && scanner.rowAt < this.#window.end) {
      if (scanner.isWhole) {
        if (this.#endOpenRow()) return;
      } else if (this.#isLastLine()) {
        this.#stop("cut-off");
        return;
      } else {
        this.#giveUpLine("quotes");
        this.#run();
      }
    }
    this.#emitDamage(this.#isPassing ? scanner.line + 1 : scanner.line);
  }

  /** Whether all is said. */
  #endOpenRow(): boolean {
    const { rowAt, rowLine, cells } = this.#scanner;
    const { end } = this.#window;
    const { cells: needed = cells } = this.#options;
    if (this.#isBlank(rowAt, end)) {
      this.#emitDamage(rowLine);
      return true;
    }
    if (cells === needed) {
      this.#emitDamage(rowLine);
      const isReturn = this.#lastByte === CARRIAGE_RETURN;
      const isClosed = isReturn || (this.#options.isQuoted && this.#lastByte === QUOTE);
      this.#items.push({ kind: "row", line: rowLine, from: rowAt, to: isReturn ? end - 1 : end, isOpen: !isClosed });
      return true;
    }
    if (cells < needed) {
      this.#stop("cut-off");
      return true;
    }
    this.#giveUpLine(rowLine === this.#scanner.line ? { cells } : "quotes");
    this.#run();
    return false;
  }

  #isLastLine(): boolean {
    const { rowAt } = this.#scanner;
    return !this.#window.slice(rowAt, this.#window.end).includes(this.#options.lineEnd);
  }

  #isBlank(from: number, to: number): boolean {
    if (to - from > 2) return false;
    const { lineEnd } = this.#options;
    return this.#window.slice(from, to).every((byte) => byte === lineEnd || byte === CARRIAGE_RETURN);
  }

  #stop(reason: CsvStop["reason"]): void {
    const { rowLine } = this.#scanner;
    // Damage on the same line is what the stop itself says.
    if (this.#damage !== null && this.#damage.line < rowLine) this.#emitDamage(rowLine);
    this.#items.push({ kind: "stop", reason, line: rowLine });
  }
}

function cellsIn(line: Uint8Array, delimiter: number): number {
  return line.reduce((cells, byte) => (byte === delimiter ? cells + 1 : cells), 1);
}
