import type { TextWindow } from "../text/text-window.js";
import { type Escaping, IN_A_TEXT, isBracketedName, isEscapeText, type Mark, textEnd } from "./sql-dialect.js";
import type { SqlDialect, Unsure } from "./sql-value.js";
import { type AskedTables, TABLE_NAME, tableKey } from "./table-names.js";

type Skimmed = "more" | "end" | "lost";

export interface SkimOptions {
  /** What is skimmed: a statement to its semicolon, the rest of a row to its closing parenthesis, or a conditional comment. */
  readonly until: "statement" | "row" | "comment";
  /** Whether the statement has rows: then a letter right after a text tells that the text's mark was a wrong one. */
  readonly hasRows?: boolean | undefined;
  /** Whether the statement may have others in it, and semicolons between BEGIN and END. */
  readonly mayHaveBody?: boolean | undefined;
}

interface SkimmedDump extends SqlDialect {
  readonly asked: AskedTables;
  readonly isForSqlServer: boolean;
  readonly dialect: { readonly isAnsi: boolean };
  /** Decides whether a backslash escapes a mark; null where that is not known yet, or never. */
  settle(found: Unsure): "again" | null;
  cutOff(message: string): void;
}

type Inside = "code" | Mark | "line comment" | "comment" | "dollars";

/** What is in conditional comments is code. */
const INTERESTING =
  /['"`[;()\n]|--|\/\*(?!M?!)|\*\/|\$(?:[A-Za-z_]\w{0,62})?\$|\bBEGIN\b|\bEND\b|(?:INTO|COPY)(?=\s)/gi;
const GO = /GO[ \t]*\r?\n/iy;
/** Statements that no other one has in it, at the beginning of a line. */
const OTHER_STATEMENT = String.raw`(?:INSERT|REPLACE)\s+(?:[A-Z_]{1,16}\s+){0,3}INTO\s|INSERT\s+\[|COPY\s|CREATE\s+TABLE\s`;
/** Scripts of SQL Server end statements with lines only; any statement may be broken off. */
const LINE_BEGINS_STATEMENT = new RegExp(String.raw`GO[ \t]*\r?\n|INSERT\s|${OTHER_STATEMENT}`, "iy");
const TABLE_HERE = new RegExp(String.raw`\s{1,16}(${TABLE_NAME})`, "y");
/** The longest mark that is recognised as a whole: the rest is looked at again with what follows. */
const MOST_MARK = 80;
/** The longest part of a text that is kept. */
const MOST_KEPT = 1 << 16;
/** The statement that a text without its end has swallowed. */
const STATEMENT_IN_TEXT = new RegExp(String.raw`\n(?:${OTHER_STATEMENT})`, "i");

/** Passes over a statement, or the rest of a row that is too long: only texts and comments hide its end. */
export class SqlSkim {
  readonly #options: SkimOptions;
  readonly #dialect: SkimmedDump;
  #inside: Inside = "code";
  #escaping: Escaping = false;
  #dollars = "";
  #depth = 0;
  #isInBody = false;

  constructor(options: SkimOptions, dialect: SkimmedDump) {
    this.#options = options;
    this.#dialect = dialect;
  }

  /** Continues from the window's place; what is passed over is gone. */
  step(window: TextWindow): Skimmed {
    for (;;) {
      const result = this.#inside === "code" ? this.#code(window) : this.#hidden(window);
      if (result !== undefined) return result;
    }
  }

  get isInText(): boolean {
    return this.#inside !== "code";
  }

  #code(window: TextWindow): Skimmed | undefined {
    const { text } = window;
    INTERESTING.lastIndex = window.at;
    const found = INTERESTING.exec(text);
    const limit = window.isAtEnd ? text.length : Math.max(window.at, text.length - MOST_MARK);
    if (found === null || found.index >= limit) {
      // What is in front of a mark says what it is: the E of a text, the name of an array.
      window.moveTo(window.isAtEnd ? limit : Math.max(window.at, limit - 2));
      return "more";
    }
    const [mark] = found;
    const end = found.index + mark.length;
    if (mark === "\n") return this.#lineEnd(window, end);
    if (/^['"`[]$/.test(mark)) this.#enter(text, found.index, mark as Mark);
    else if (mark === "--") {
      // MySQL takes two signs in front of a number for what they are.
      if (this.#dialect.escaping !== true || /\s/.test(text[end] ?? " ")) this.#inside = "line comment";
    } else if (mark === "/*") this.#inside = "comment";
    else if (mark.startsWith("$")) {
      this.#inside = "dollars";
      this.#dollars = mark;
    } else {
      window.moveTo(end);
      return this.#structure(mark.toUpperCase(), window);
    }
    window.moveTo(end);
    return undefined;
  }

  /** MySQL has no brackets but in texts, and where a mark is missing those are not passed over. */
  #enter(text: string, at: number, mark: Mark): void {
    const { dialect, escaping, isForSqlServer } = this.#dialect;
    if (mark === "[" && !isForSqlServer && (escaping === true || !isBracketedName(text, at))) return;
    this.#inside = mark;
    this.#escaping = (mark !== '"' || !dialect.isAnsi) && (isEscapeText(text, at) || escaping);
  }

  #structure(mark: string, window: TextWindow): Skimmed | undefined {
    const { until, mayHaveBody = false } = this.#options;
    if (mark === "BEGIN") this.#isInBody = mayHaveBody;
    else if (mark === "END") this.#isInBody = false;
    else if (mark === "(") this.#depth++;
    else if (mark === ")") {
      this.#depth--;
      if (until === "row" && this.#depth <= 0) return "end";
    } else if (mark === "*/") return until === "comment" ? "end" : undefined;
    else if (mark !== ";") return mayHaveBody ? undefined : this.#askedRows(window);
    else if (until === "statement" && !this.#isInBody) return "end";
    return undefined;
  }

  /** Rows that are asked for, within a statement: it was broken off in the middle of a line. */
  #askedRows({ text, at }: TextWindow): "lost" | undefined {
    TABLE_HERE.lastIndex = at;
    const table = TABLE_HERE.exec(text)?.[1];
    return table !== undefined && this.#dialect.asked.has(tableKey(table)) ? "lost" : undefined;
  }

  #lineEnd(window: TextWindow, end: number): Skimmed | undefined {
    window.moveTo(end);
    const mayEnd = this.#options.until === "statement" && !this.#isInBody;
    const pattern = mayEnd ? LINE_BEGINS_STATEMENT : GO;
    pattern.lastIndex = end;
    return pattern.test(window.text) ? "end" : undefined;
  }

  /** Within a text or comment: on to its end. */
  #hidden(window: TextWindow): Skimmed | undefined {
    const { text, at } = window;
    const inside = this.#inside;
    if (inside.length === 1) return this.#text(window, inside as Mark);
    const close = inside === "dollars" ? this.#dollars : inside === "comment" ? "*/" : "\n";
    const found = text.indexOf(close, at);
    if (found >= 0) return this.#leave(window, inside === "line comment" ? found : found + close.length);
    // What ends it may have begun.
    const begun = window.isAtEnd ? 0 : Math.min(window.left, close.length);
    window.moveTo(text.length - begun);
    return "more";
  }

  #text(window: TextWindow, mark: Mark): Skimmed | undefined {
    const { text, at } = window;
    const { end, from, unsureAt } = textEnd(text, at, mark, this.#escaping);
    if (unsureAt !== undefined) {
      if (this.#dialect.settle({ unsureAt, mark }) === null) return "more";
      this.#escaping = this.#dialect.escaping;
      return undefined;
    }
    if (end !== undefined) return this.#leave(window, end);
    if (window.isAtEnd && text[from] === (mark === "[" ? "]" : mark)) return this.#leave(window, text.length);
    // It is kept as long as it may show that its mark was a wrong one.
    if (window.isAtEnd || from - at > MOST_KEPT) window.moveTo(from);
    return "more";
  }

  #leave(window: TextWindow, end: number): Skimmed | undefined {
    const { text, at } = window;
    const next = text[end] ?? "";
    const inside = this.#inside;
    const isWrong = inside === "'" && this.#options.hasRows === true && IN_A_TEXT.test(next);
    const isName = inside.length === 1 && inside !== "'" && (inside !== '"' || this.#escaping !== true);
    this.#inside = "code";
    this.#dollars = "";
    const content = text.slice(at, end);
    if (isName && next !== "@" && IN_A_TEXT.test(next) && content.includes("\n")) {
      this.#dialect.cutOff("a name in front of this line lacks a quotation mark");
      return "more";
    }
    const beginning = isWrong ? STATEMENT_IN_TEXT.exec(content) : null;
    window.moveTo(beginning === null ? end : at + beginning.index + 1);
    if (beginning !== null) return "end";
    return isWrong ? "lost" : undefined;
  }
}
