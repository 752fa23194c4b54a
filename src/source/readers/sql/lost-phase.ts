import { RECORD_FAULTS } from "../text/item-list.js";
import { type LostTurn, Phase, type Turn } from "./phase.js";
import type { TableRows } from "./row-record.js";
import { IN_A_TEXT, type Mark, textEnd } from "./sql-dialect.js";
import { MOST_ROW } from "./sql-reading.js";
import { rowEnd } from "./sql-value.js";

/** A statement as the programs write them. */
const STATEMENT = String.raw`(?:(?:INSERT|REPLACE)\s+(?:[A-Z_]{1,16}\s+){0,3}INTO|INSERT\s+\[|COPY\s[^\n]{1,8000}FROM\sstdin;|CREATE\s+TABLE|ALTER\s+TABLE|(?:UN)?LOCK\s+TABLES|COMMIT;|SET\s+\w+\s*=|GO[ \t]*\r?\n|/\*!\d{5}|--\r?\n-- )`;
const STATEMENT_HERE = new RegExp(STATEMENT, "iy");
/** Where the next row or statement may begin. */
const BEGINNINGS = [
  // Right after another row, or after the comma of one that lacks its end.
  String.raw`[),]\s{0,8}(?=\()`,
  // On a line of its own: a row, or a statement.
  String.raw`\n[ \t]{0,8}(?=\()`,
  String.raw`\n(?=${STATEMENT})`,
].join("|");
const ANYWHERE = new RegExp(BEGINNINGS, "gi");
const BETWEEN_TEXTS = new RegExp(`['"]|${BEGINNINGS}`, "gi");
/** The longest piece that tells a beginning: a COPY names all its columns. */
const MOST_BEGINNING = 1 << 13;
const ANOTHER_ROW = /\)\s{0,8},\s{0,8}\(/;
/** What its marks are apart at most, the last one aside. */
const MOST_BETWEEN_ROWS = 18;
/** What is a value in a text, too: a number, doubled marks, a word. */
const NO_TEXT = /^(?:[\d.+-]*|'+|true|false)$/;

/**
 * After damage: looks for a statement, or a whole row with a text in it. Texts are passed over, since their marks pair where a row
 * is not damaged but unknown; where a text ends in front of a letter a mark is missing, and the search begins again in texts as well.
 */
export class LostPhase extends Phase {
  #rows: TableRows | undefined;
  #line = 0;
  /** Whether another row may be in the stretch. */
  #hasOthers = false;
  /** The end of what was passed over: another row may begin across it. */
  #passed = "";
  #searchFrom = 0;
  /** Whether a statement may begin where the search does. */
  #mayBeStatement = false;
  /** Whether marks tell where texts are. */
  #isInStep = false;
  /** The mark of the text that the search is in. */
  #mark: Mark | undefined;
  /** Whether the stretch is kept from its beginning on, to be searched again. */
  #isWhole = false;
  /** So far into the file it has been seen that marks don't pair: each place is looked at twice at most. */
  #outOfStepTo = 0;

  begin({ rows, from, mayBeStatement = false, isOutOfStep = false }: Omit<LostTurn, "to">): void {
    this.#rows = rows;
    this.#line = from ?? this.window.line;
    this.#hasOthers = from !== undefined;
    this.#passed = "";
    this.#searchFrom = this.window.at;
    this.#mayBeStatement = mayBeStatement;
    this.#isInStep = !isOutOfStep && this.window.passed + this.window.at >= this.#outOfStepTo;
    this.#mark = undefined;
    this.#isWhole = this.#isInStep;
  }

  step(): Turn | "again" | null {
    if (this.#mayBeStatement) {
      if (this.window.left < MOST_BEGINNING && !this.window.isAtEnd) return this.#moreFrom(this.window.at);
      this.#mayBeStatement = false;
      STATEMENT_HERE.lastIndex = this.window.at;
      if (STATEMENT_HERE.test(this.window.text)) return this.#found(this.window.at, "statement");
    }
    return this.#mark === undefined ? this.#search() : this.#passText(this.#mark);
  }

  #search(): Turn | null | "again" {
    const pattern = this.#isInStep ? BETWEEN_TEXTS : ANYWHERE;
    pattern.lastIndex = this.#searchFrom;
    const found = pattern.exec(this.window.text);
    const limit = this.window.isAtEnd
      ? this.window.text.length
      : Math.max(this.#searchFrom, this.window.text.length - MOST_BEGINNING);
    if (found === null || found.index > limit) return this.#moreFrom(limit);
    const at = found.index + found[0].length;
    this.#searchFrom = at;
    if (found[0] === "'" || found[0] === '"') {
      this.#mark = found[0];
      return "again";
    }
    const judged = this.window.text[at] === "(" ? this.#judge(at) : "statement";
    if (judged === "more") return this.#moreFrom(found.index);
    return judged === "no" ? "again" : this.#found(at, judged);
  }

  /** From within a text to after it. */
  #passText(mark: Mark): null | "again" {
    const { window, escaping } = this.reading;
    const { end, from, unsureAt } = textEnd(window.text, this.#searchFrom, mark, escaping);
    if (unsureAt !== undefined) {
      this.#searchFrom = unsureAt - window.at;
      if (this.reading.settle({ unsureAt, mark }) === null) return null;
      this.#searchFrom = unsureAt;
      return "again";
    }
    if (end === undefined) return this.#moreFrom(from);
    this.#mark = undefined;
    this.#searchFrom = end;
    if (IN_A_TEXT.test(window.text[end] as string)) this.#loseStep(end);
    return "again";
  }

  /** A mark is missing or too many: what seemed a text may be rows. */
  #loseStep(place: number): void {
    this.#isInStep = false;
    this.#outOfStepTo = this.window.passed + place;
    if (this.#isWhole && place - this.window.at <= MOST_ROW) this.#searchFrom = this.window.at;
    this.#isWhole = false;
  }

  conclude(): Turn | null {
    this.#drop(this.window.text.length);
    this.#name();
    this.reading.cutOff("the file ends within damage that hides where its rows end");
    return null;
  }

  #moreFrom(place: number): null {
    if (!this.#isWhole || place - this.window.at > MOST_ROW) {
      this.#isWhole = false;
      this.#drop(place);
    }
    this.#searchFrom = place - this.window.at;
    this.window.wantMore();
    return null;
  }

  /** Passes over what holds no beginning. */
  #drop(to: number): void {
    const stretch = this.#passed + this.window.text.slice(this.window.at, to);
    this.#hasOthers ||= ANOTHER_ROW.test(stretch);
    this.#passed = stretch.slice(-MOST_BETWEEN_ROWS);
    this.window.moveTo(to);
  }

  #judge(at: number): "rows" | "no" | "more" {
    const rows = this.#rows;
    if (rows === undefined) return "no";
    const values: (string | null)[] = [];
    const binaries = new Set<number>();
    const dialect = { escaping: this.reading.escaping, onlyApostrophes: true };
    const end = rowEnd(this.window.text, at, dialect, 0, values, rows.columns.length, binaries);
    if (end === "more") return this.window.isAtEnd || this.window.text.length - at > MOST_ROW ? "no" : "more";
    // How its texts are escaped is decided as it is read.
    if (typeof end === "object" && "unsureAt" in end && this.#isInStep) return "rows";
    if (typeof end !== "number" || values.length !== rows.columns.length) return "no";
    // Without a text of its own it could be in one, where each mark is escaped.
    const isText = (value: string | null, place: number) =>
      value !== null && !binaries.has(place) && !NO_TEXT.test(value);
    return values.some(isText) ? "rows" : "no";
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
    const atLineStart = this.window.text[this.window.at - 1] === "\n" && this.window.line > this.#line;
    const stretch = { line: this.#line, lastLine: atLineStart ? this.window.line - 1 : this.window.line };
    if (this.#hasOthers) {
      const [code, message] = RECORD_FAULTS.stretch;
      this.reading.fault(code, stretch, message);
    } else {
      const message = (lines: string) => `the row on ${lines} can't be read: a mark is missing or too many`;
      this.reading.fault("source/record-damaged", stretch, message);
    }
  }
}
