import { problem } from "../../../problems/source.js";
import { Phase, type Turn } from "./phase.js";
import type { TableRows } from "./row-record.js";
import { MOST_ROW, type SqlReading } from "./sql-reading.js";
import { rowsHeadAt } from "./sql-statement.js";

/**
 * The end of other tables' rows, or the beginning of the next ones' where that end is missing: a row of what users typed has tabs
 * between its values.
 */
const ROWS_END = /^(?:\\\.\r?\n|(?=COPY [^\t\n]{1,65536} FROM stdin;\r?\n))/im;
const DUMP_COMPLETE = "-- PostgreSQL database dump complete";

/** Reads the lines after `COPY … FROM stdin;`: each is for itself, so damage never leaves its line. */
export class CopyPhase extends Phase {
  /** None where these rows are of a table that is not asked for. */
  readonly #rows: TableRows | undefined;
  #tooLongFrom: number | undefined;

  constructor(reading: SqlReading, rows: TableRows | undefined) {
    super(reading);
    this.#rows = rows;
  }

  step(): Turn | null {
    return this.#rows === undefined ? this.#passOver() : this.#readLines(this.#rows);
  }

  conclude(): Turn | null {
    if (/^\\\.\r?$/.test(this.window.text.slice(this.window.at))) {
      this.window.moveTo(this.window.text.length);
      return { to: "statement" };
    }
    const message = "the file ends within the rows of a table: the line with \\. that ends them is missing";
    this.reading.stop(problem("source/cut-off", message), this.#tooLongFrom ?? this.window.line);
    return null;
  }

  #readLines(rows: TableRows): Turn | null {
    for (;;) {
      const { text, at } = this.window;
      const end = text.indexOf("\n", at);
      if (end < 0) return this.#partOfLine();
      const turn = this.#line(text.slice(at, text[end - 1] === "\r" && end > at ? end - 1 : end), rows);
      if (turn?.to === "statement" && text[at] !== "\\") return turn;
      this.window.moveTo(end + 1);
      if (turn !== null) return turn;
    }
  }

  #partOfLine(): null {
    if (this.window.left > MOST_ROW || this.#tooLongFrom !== undefined) {
      this.#tooLongFrom ??= this.window.line;
      this.window.moveTo(this.window.text.length);
    } else this.window.wantMore();
    return null;
  }

  /** One line; a turn where the rows end, in front of it unless it is their end. */
  #line(line: string, rows: TableRows): Turn | null {
    const stretch = { line: this.window.line, lastLine: this.window.line };
    if (this.#tooLongFrom !== undefined || line.length > MOST_ROW) {
      this.#tooLongFrom = undefined;
      this.reading.tooLong(stretch);
      return null;
    }
    if (line === "\\.") return { to: "statement" };
    const values = copyRow(line);
    if (values.length !== rows.columns.length && isAfterRows(line)) {
      const message = "the line with \\. that ends the rows is missing in front of this line";
      this.reading.fault("source/record-damaged", stretch, () => message);
      return { to: "statement" };
    }
    this.reading.row(rows, values, stretch);
    return null;
  }

  #passOver(): Turn | null {
    // The this.window's place is a line's beginning.
    const rest = this.window.text.slice(this.window.at);
    const found = ROWS_END.exec(rest);
    if (found !== null) {
      this.window.moveTo(this.window.at + found.index + found[0].length);
      return { to: "statement" };
    }
    const lineFeed = this.window.text.lastIndexOf("\n");
    if (lineFeed >= this.window.at) this.window.moveTo(lineFeed + 1);
    if (this.window.left > MOST_ROW) {
      // Within a line that is longer than any: nothing in it ends the rows but its end.
      this.window.moveTo(this.window.text.length - 1);
      return null;
    }
    this.window.wantMore();
    return null;
  }
}

function isAfterRows(line: string): boolean {
  if (line.startsWith(DUMP_COMPLETE)) return true;
  return !line.includes("\t") && rowsHeadAt(`${line}\n`, 0, "copy") !== undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * The values of a line under `COPY … FROM stdin`, with a character for each byte.
 *
 * @see https://www.postgresql.org/docs/current/sql-copy.html — Text Format
 */
function copyRow(line: string): readonly (string | null)[] {
  const fields = line.split("\t");
  return line.includes("\\") ? fields.map(unescaped) : fields;
}

function unescaped(field: string): string | null {
  if (field === "\\N") return null;
  if (!field.includes("\\")) return field;
  return field.replace(
    /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([\s\S]))/g,
    (_, octal?: string, hex?: string, other = "") => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return ESCAPES[other] ?? other;
    },
  );
}
