import { RECORD_FAULTS } from "../text/item-list.js";
import type { LostTurn, Phase, Turn } from "./phase.js";
import type { TableRows } from "./row-record.js";
import { MOST_ROW, type SqlReading } from "./sql-reading.js";
import { rowEnd } from "./sql-value.js";

/** A statement as the programs write them. */
const STATEMENT = String.raw`(?:(?:INSERT|REPLACE)\s+(?:[A-Z_]{1,16}\s+){0,3}INTO|INSERT\s+\[|COPY\s[^\n]{1,8000}FROM\sstdin;|CREATE\s+TABLE|ALTER\s+TABLE|(?:UN)?LOCK\s+TABLES|COMMIT;|SET\s+\w+\s*=|GO[ \t]*\r?\n|/\*!\d{5}|--\r?\n-- )`;
const STATEMENT_HERE = new RegExp(STATEMENT, "iy");
/** Where the next row or statement may begin. */
const BEGINNINGS = new RegExp(
  [
    // Right after another row, or after the comma of one that lacks its end.
    String.raw`[),]\s{0,8}(?=\()`,
    // On a line of its own: a row, or a statement.
    String.raw`\n[ \t]{0,8}(?=\()`,
    String.raw`\n(?=${STATEMENT})`,
  ].join("|"),
  "gi",
);
/** The longest piece that tells a beginning: a COPY names all its columns. */
const MOST_BEGINNING = 1 << 13;
const ANOTHER_ROW = /\)\s{0,8},\s{0,8}\(/;
/** What its marks are apart at most, the last one aside. */
const MOST_BETWEEN_ROWS = 18;

/** After damage: looks for a statement, or a whole row with a text in it; a text can't look like one, as its marks are escaped. */
export class LostPhase implements Phase {
  readonly #reading: SqlReading;
  #rows: TableRows | undefined;
  #line = 0;
  /** Whether another row may be in the stretch. */
  #hasOthers = false;
  /** The end of what was passed over: another row may begin across it. */
  #passed = "";
  #searchFrom = 0;
  /** Whether a statement may begin where the search does. */
  #mayBeStatement = false;

  constructor(reading: SqlReading) {
    this.#reading = reading;
  }

  begin({ rows, from, mayBeStatement = false }: Omit<LostTurn, "to">): void {
    const { window } = this.#reading;
    this.#rows = rows;
    this.#line = from ?? window.line;
    this.#hasOthers = from !== undefined;
    this.#passed = "";
    this.#searchFrom = window.at;
    this.#mayBeStatement = mayBeStatement;
  }

  step(): Turn | null {
    if (this.#mayBeStatement) {
      const { window } = this.#reading;
      if (window.left < MOST_BEGINNING && !window.isAtEnd) return this.#moreFrom(window.at);
      this.#mayBeStatement = false;
      STATEMENT_HERE.lastIndex = window.at;
      if (STATEMENT_HERE.test(window.text)) return this.#found(window.at, "statement");
    }
    return this.#search();
  }

  #search(): Turn | null {
    for (;;) {
      const { window } = this.#reading;
      BEGINNINGS.lastIndex = this.#searchFrom;
      const found = BEGINNINGS.exec(window.text);
      const limit = window.isAtEnd ? window.text.length : Math.max(window.at, window.text.length - MOST_BEGINNING);
      if (found === null || found.index > limit) return this.#moreFrom(limit);
      const at = found.index + found[0].length;
      const judged = window.text[at] === "(" ? this.#judge(at) : "statement";
      if (judged === "more") return this.#moreFrom(found.index);
      if (judged !== "no") return this.#found(at, judged);
      this.#searchFrom = at;
    }
  }

  conclude(): Turn | null {
    const { window } = this.#reading;
    this.#drop(window.text.length);
    this.#name();
    this.#reading.cutOff("the file ends within damage that hides where its rows end");
    return null;
  }

  #moreFrom(place: number): null {
    this.#drop(place);
    this.#searchFrom = 0;
    this.#reading.window.wantMore();
    return null;
  }

  /** Passes over what holds no beginning. */
  #drop(to: number): void {
    const { window } = this.#reading;
    const stretch = this.#passed + window.text.slice(window.at, to);
    this.#hasOthers ||= ANOTHER_ROW.test(stretch);
    this.#passed = stretch.slice(-MOST_BETWEEN_ROWS);
    window.moveTo(to);
  }

  #judge(at: number): "rows" | "no" | "more" {
    const rows = this.#rows;
    if (rows === undefined) return "no";
    const { window } = this.#reading;
    const values: (string | null)[] = [];
    const end = rowEnd(window.text, at, this.#reading, 0, values, rows.columns.length);
    if (end === "more") return window.isAtEnd || window.text.length - at > MOST_ROW ? "no" : "more";
    if (typeof end !== "number" || values.length !== rows.columns.length) return "no";
    return values.some((value) => value !== null && /[^\d.+-]/.test(value)) ? "rows" : "no";
  }

  #found(at: number, judged: "rows" | "statement"): Turn {
    this.#drop(at);
    this.#name();
    const rows = this.#rows;
    return judged === "rows" && rows !== undefined ? { to: "rows", rows } : { to: "statement" };
  }

  /** Names the stretch, where it was among rows that are asked for. */
  #name(): void {
    if (this.#rows === undefined) return;
    const { window } = this.#reading;
    const atLineStart = window.text[window.at - 1] === "\n" && window.line > this.#line;
    const stretch = { line: this.#line, lastLine: atLineStart ? window.line - 1 : window.line };
    if (this.#hasOthers) {
      const [code, message] = RECORD_FAULTS.stretch;
      this.#reading.fault(code, stretch, message);
    } else {
      const message = (lines: string) => `the row on ${lines} can't be read: a mark is missing or too many`;
      this.#reading.fault("source/record-damaged", stretch, message);
    }
  }
}
