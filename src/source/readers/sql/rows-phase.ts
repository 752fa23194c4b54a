import { problem } from "../../../problems/source.js";
import { Phase, type Turn } from "./phase.js";
import type { TableRows } from "./row-record.js";
import { MOST_ROW, type SqlReading } from "./sql-reading.js";
import { SqlSkim } from "./sql-skim.js";
import { afterBlanks, rowEnd } from "./sql-value.js";

/** What may follow the rows of a statement. */
const CLAUSE = /(?:ON|AS|RETURNING)\s/iy;
const MOST_CLAUSE = 12;

/** Reads the rows after `INSERT INTO … VALUES`: each in its parentheses, however many a statement has. */
export class RowsPhase extends Phase {
  readonly #rows: TableRows;
  #isBetween = false;
  #isBadlySeparated = false;
  #tooLong: { readonly skim: SqlSkim; readonly line: number } | undefined;

  constructor(reading: SqlReading, rows: TableRows) {
    super(reading);
    this.#rows = rows;
  }

  conclude(): Turn | null {
    const isRest =
      this.window.at >= this.window.text.length ||
      afterBlanks(this.window.text, this.window.at) >= this.window.text.length;
    if (this.#isBetween && isRest && this.reading.isForSqlServer) return { to: "statement" };
    if (isRest || this.#tooLong !== undefined) {
      const line = this.#tooLong?.line ?? this.window.line;
      this.reading.stop(problem("source/cut-off", "the file ends within the rows of a table"), line);
      return null;
    }
    return { to: "lost", rows: this.#rows };
  }

  step(): Turn | null | "again" {
    if (this.#tooLong !== undefined) return this.#passOver(this.#tooLong);
    this.window.moveTo(afterBlanks(this.window.text, this.window.at));
    if (this.window.left === 0) return this.more();
    return this.#isBetween ? this.#between() : this.#row();
  }

  #row(): Turn | null | "again" {
    const { text, at, line } = this.window;
    // After the comma the next statement may come: its rows are not this one's.
    if (text[at] !== "(") return { to: "lost", rows: this.#rows, mayBeStatement: true };
    const values: (string | null)[] = [];
    const areText = new Set<number>();
    // One more than there may be, so that a row with too many is told from a damaged one.
    const most = Math.max(this.#rows.columns.length * 2, 64);
    const end = rowEnd(text, at, this.reading, 0, values, most, areText);
    if (end === "more") return this.#moreOfRow(line);
    if (typeof end !== "number") {
      return "unsureAt" in end ? this.reading.settle(end) : { to: "lost", rows: this.#rows };
    }
    this.window.moveTo(end);
    const stretch = { line, lastLine: this.window.line };
    if (end - at > MOST_ROW) this.reading.tooLong(stretch);
    else this.reading.row(this.#rows, values, stretch, { areText, isBadlySeparated: this.#isBadlySeparated });
    this.#isBetween = true;
    this.#isBadlySeparated = false;
    return "again";
  }

  #moreOfRow(line: number): Turn | null | "again" {
    if (this.window.left <= MOST_ROW) return this.more();
    this.#tooLong = { skim: new SqlSkim({ until: "row", hasRows: true }, this.reading), line };
    return "again";
  }

  #passOver({ skim, line }: { skim: SqlSkim; line: number }): Turn | null | "again" {
    const result = skim.step(this.window);
    if (result === "more") return null;
    this.#tooLong = undefined;
    if (result === "lost") return { to: "lost", rows: this.#rows, from: line, isOutOfStep: true };
    this.reading.tooLong({ line, lastLine: this.window.line });
    this.#isBetween = true;
    return "again";
  }

  /** What follows a row: another one, the statement's end, or a clause that no row is in. */
  #between(): Turn | null | "again" {
    const mark = this.window.text[this.window.at] as string;
    if (mark === "(" || mark === ",") {
      this.#isBadlySeparated = mark === "(";
      this.window.moveTo(this.window.at + (mark === "," ? 1 : 0));
      this.#isBetween = false;
      return "again";
    }
    if (mark === ";") {
      this.window.moveTo(this.window.at + 1);
      this.reading.noteRowsEnd();
      return { to: "statement" };
    }
    if (!/[A-Za-z]/.test(mark)) return { to: "lost", rows: this.#rows };
    if (this.window.left < MOST_CLAUSE && !this.window.isAtEnd) return this.more();
    // What else begins with a letter is the next statement of a script without semicolons.
    CLAUSE.lastIndex = this.window.at;
    if (!CLAUSE.test(this.window.text)) return { to: "statement" };
    // pg_dump may write one.
    return this.reading.escaping === false || this.reading.requireNewLine(true) ? { to: "after rows" } : null;
  }
}
