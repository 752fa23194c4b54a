import { problem } from "../../../problems/source.js";
import { FILE_FAULTS } from "../text/item-list.js";
import { BEGINS_OTHERS, DumpEnd, OF_MYSQLDUMP } from "./dump-end.js";
import { Phase, type Turn } from "./phase.js";
import type { TableRows } from "./row-record.js";
import { MOST_ROW } from "./sql-reading.js";
import { type SkimOptions, SqlSkim } from "./sql-skim.js";
import { columnDefinitions, createHeadAt, MOST_HEAD, type RowsHead, rowsHeadAt, rowsTableAt } from "./sql-statement.js";
import { afterBlanks } from "./sql-value.js";
import { NAME_PART, TABLE_NAME, tableKey } from "./table-names.js";

/**
 * First lines of programs, in which they name themselves, Adminer its database; operators write the name alone, by the remedy of
 * an unknown dialect. HeidiSQL escapes alike for all.
 */
const NAMED =
  /^(?:--|#) (?:Adminer \S+ )?(?:(MySQL|MariaDB|phpMyAdmin)|PostgreSQL|SQLite|MS SQL)(?:(\s*)$|\b.*\bdump\b(?! complete))/i;
/** Programs that write to where a shell takes it from. */
const PIPED = /^-- (?:(?:MySQL|MariaDB) dump \S|Dump created by MySQL pump|PostgreSQL database (?:cluster )?dump)/;
/** Programs with windows, which ask for a file, and have said so. */
const WRITER = /\b(?:HeidiSQL|Navicat|Adminer|SQLyog|Sequel|TablePlus|dbForge|DBeaver|MySQL Administrator)\b/i;
/** Of phpMyAdmin, in these letters and marks; mysqlpump keeps the mode first. */
const OF_PHPMYADMIN = /^SET SQL_MODE ?= ?"NO_AUTO_VALUE_ON_ZERO"/;
const KEEPS_MODE = /^SET @OLD_SQL_MODE\b/;
/** phpMyAdmin before 3.4 keeps it and never sets it back; without its name, it lacks the blanks of later ones. */
const OLD_PHPMYADMIN = /^-- version (?:2\.|3\.[0-3]\b)/;
const OF_OLD_PHPMYADMIN = /^SET SQL_MODE="/;
const MOST_COMMENT_READ = 256;
/** Navicat's first comment, and the database in it: older releases name it in their title. */
const NAVICAT = /^\/\*\s*Navicat\b/;
const OF_NAVICAT = /(?:Source Server Type *: *|Navicat )(?:MySQL|MariaDB)/i;
const MOST_OF_NAVICAT = 1024;
/** In scripts of SQL Server, with the name of what the next statement creates. */
const OF_OBJECT = /^\/\*{6} [^[*\n]{1,99}(?:\[(?:[^\]]|\]\]){1,512}\]\.?){1,3}/;
/** What a program says of itself, where a shell wrote its errors into the same file. */
const PROGRAM_SAYS = /^(?:mysqldump|mariadb-dump|pg_dump): /;
const STANDARD_STRINGS = /SET\s+standard_conforming_strings\s*=\s*'?(on|off)/iy;
/** Of texts in which the second byte of a letter may be a backslash, which is not escaped, or that are of their kind. */
const ENCODING =
  /^(?:\/\*M?!\d*\s+)?SET\s+(?:NAMES\s+|client_encoding\s*(?:=|TO)\s*)['"]?((?:gb[k\d]|big5|s(?:hift_)?jis|cp9|euc|ujis|uhc|johab)\w{0,20})/i;
/** Of pg_dump before release 10.3, which names no schema before a table. */
const SEARCH_PATH = new RegExp(String.raw`SET\s{1,4}search_path\s{0,4}(?:=|TO)\s{0,4}(${NAME_PART})\s{0,4}[,;]`, "iy");
/** Navicat's words for it: Windows' number of the encoding. */
const PAGE = /\bFile Encoding *: *(\d{1,6})\b/;
const OTHER_PAGES = /^(?:932|936|949|950|1361|20932|20936|5093[26]|51932|51936|51949|51950|54936)$/;
const SAYS_ENCODING = /^(?:\/\*M?!\d*\s+)?SET\s+(?:NAMES|client_encoding)\b[\s='"]*(?:TO\b[\s'"]*)?(\w*)/i;
const LOCKED = new RegExp(String.raw`LOCK TABLES\s{1,4}(${TABLE_NAME})\s{1,4}WRITE`, "iy");
const DELIMITER_IS_BACK = /^DELIMITER[ \t]+;[ \t]*\r?\n/im;

const OF_SQLITE = /^[^;]*?\bPRIMARY\s+KEY\s+(?:ASC\s+)?AUTOINCREMENT\b/i;
const USE = new RegExp(String.raw`^USE\s{1,4}(${NAME_PART})\s{0,4}(?:;|\r?\n)`, "i");
const CONNECT = new RegExp(String.raw`^\\connect\s{1,4}(${NAME_PART})\s*$`);

const STATEMENTS: ReadonlySet<string> = new Set([
  ...["SET", "CREATE", "INSERT", "REPLACE", "COPY", "PRAGMA", "BEGIN", "USE", "DROP", "LOCK", "UNLOCK"],
  ...["START", "SELECT", "ALTER", "GO", "DELIMITER", "COMMIT"],
]);

type Passing =
  | { readonly kind: "line" }
  | { readonly kind: "comment" }
  | { readonly kind: "other delimiter" }
  | { readonly kind: "skim"; readonly skim: SqlSkim; readonly hasRows?: boolean | undefined };

/** Rows of which nothing is known but that there may be some. */
const NAMELESS: TableRows = { table: "", columns: [], binaries: new Set() };

/** Between the rows: tells what a statement is, keeps the columns of tables, passes over everything else. */
export class StatementPhase extends Phase {
  readonly #end = new DumpEnd(this.reading);
  #passing: Passing | undefined;
  /** Whether a program may name itself in any line of a comment: later ones name tables, whose names have lines of their own. */
  #isBeginning = true;
  /** The last statement that sets anything has kept the mode as it was. */
  #isModeKept = false;
  /** The last line that was a comment with words. */
  #commentLineAt = 0;
  /** Lines in front of the dump in which the operator has named its database. */
  #operatorLines = 0;

  begin(isWithinStatement = false): void {
    this.#passing = isWithinStatement ? this.#skim({ until: "statement" }) : undefined;
  }

  step(): Turn | "again" | null {
    return this.#passing === undefined ? this.#statement() : this.#pass(this.#passing);
  }

  conclude(): Turn | null {
    const passing = this.#passing;
    const isOpen = passing !== undefined && passing.kind !== "line";
    const isCut = passing?.kind === "skim" ? passing.skim.isInText || !this.reading.isForSqlServer : isOpen;
    if (this.reading.isStopped) return null;
    if (/^\0+$/.test(this.window.text.slice(this.window.at))) {
      this.reading.stop(problem(...FILE_FAULTS["nul-bytes"]));
    } else if (isCut) this.reading.cutOff("the file ends within a statement");
    else if (this.#end.missing !== undefined) this.reading.cutOff(this.#end.missing);
    return null;
  }

  #statement(): Turn | null | "again" {
    this.window.moveTo(afterBlanks(this.window.text, this.window.at));
    const { text, at } = this.window;
    if (this.window.left === 0) return this.more();
    if (this.window.left < MOST_COMMENT_READ && !this.window.isAtEnd && !text.includes("\n", at)) return this.more();
    const mark = text[at] as string;
    if (mark === ";") this.window.moveTo(at + 1);
    else if (!this.reading.requireNewLine()) return null;
    else if (PROGRAM_SAYS.test(text.slice(at, at + MOST_COMMENT_READ))) this.#passing = { kind: "line" };
    else if (mark === "\0") return this.#nul();
    else if (mark === "#" || mark === "\\" || text.startsWith("--", at)) this.#commentLine();
    else if (text.startsWith("/*", at)) return this.#comment();
    else return /[A-Za-z]/.test(mark) ? this.#word() : { to: "lost" };
    return "again";
  }

  #nul(): null {
    const isTail = /^\0+$/.test(this.window.text.slice(this.window.at));
    if (isTail && !this.window.isAtEnd && this.window.left < MOST_HEAD) return this.more();
    this.reading.stop(problem(...FILE_FAULTS["nul-bytes"]));
    return null;
  }

  #commentLine(): void {
    const reading = this.reading;
    const { text, at } = reading.window;
    const [line = ""] = text.slice(at, at + MOST_COMMENT_READ).split("\n");
    const isFirst = reading.window.line !== this.#commentLineAt + 1;
    if (this.#isBeginning && /[a-z]{2}/i.test(line)) this.#nameProgram(line);
    if (isFirst || this.#isBeginning) this.#noteProgram(line);
    if (line.startsWith("-- HeidiSQL Version:")) reading.isByHeidi = this.#end.setsClientBack = true;
    if (reading.program === "phpMyAdmin" && OLD_PHPMYADMIN.test(line)) this.#end.setsClientBack = false;
    if (isFirst && this.#end.isReachedBy(line)) this.#nextProgram();
    if (!/^--\r?$/.test(line)) this.#commentLineAt = reading.window.line;
    const database = CONNECT.exec(line)?.[1];
    if (database !== undefined) reading.use(tableKey(database));
    this.#passing = { kind: "line" };
  }

  #noteProgram(line: string): void {
    const { dialect, window } = this.reading;
    this.reading.isSql = this.#end.isPromisedBy(line) || this.reading.isSql;
    const [named, mySql, alone] = NAMED.exec(line) ?? [];
    const isOwn = alone !== undefined;
    if (named !== undefined && !isOwn && !this.#isBeginning) {
      this.reading.beginProgram();
      this.#end.setsClientBack = true;
      this.#nameProgram(line);
    }
    if (named !== undefined && (!isOwn || window.line === 1)) {
      dialect.says(mySql !== undefined, isOwn ? "by operator" : "as usual");
    }
    // A table's name is in a part of a dump that was cut out.
    if ((named !== undefined && !isOwn) || line.includes("`")) this.#isBeginning = false;
  }

  /** The first line with words tells that a program has named itself, and a later one may tell which. */
  #nameProgram(line: string): void {
    const { program } = this.reading;
    const isOfOperator = this.window.line === 1 && /^(?:--|#) [\w ]{1,10}\s*$/.test(line);
    if (isOfOperator) this.#operatorLines = 1;
    else if (/^(?:--|#) phpMyAdmin\b/i.test(line)) this.#namePhpMyAdmin("phpMyAdmin", true);
    else if (PIPED.test(line)) this.reading.program = "piped";
    else if (program === "unnamed" || program === "other")
      this.reading.program = WRITER.test(line) ? "writer" : "other";
  }

  #namePhpMyAdmin(program: "phpMyAdmin" | "like phpMyAdmin", setsClientBack: boolean): void {
    this.reading.program = program;
    this.#end.setsClientBack = setsClientBack;
  }

  #nextProgram(): void {
    // What writes its files itself has written this one, but for what names itself after it.
    this.reading.beginProgram(this.reading.program === "writer" ? "writer" : "unnamed");
    this.reading.dialect.says(undefined);
    this.reading.isOfSqlite = false;
    this.#isBeginning = true;
  }

  #comment(): Turn | null | "again" {
    const { dialect, isByHeidi, window } = this.reading;
    const beginning = window.text.slice(window.at, window.at + MOST_OF_NAVICAT);
    const [comment = ""] = beginning.split("*/");
    if (beginning.length < MOST_OF_NAVICAT && !window.isAtEnd) return this.more();
    const conditional = /^\/\*M?!/.exec(comment)?.[0];
    if (conditional !== undefined && !isByHeidi) dialect.showsEscapes();
    this.#end.noteClient(comment);
    if (this.#isOtherEncoding(comment)) return null;
    // MariaDB writes one in front of its name.
    if (conditional === "/*!") this.#isBeginning = false;
    if (conditional === undefined && this.#isBeginning) this.#nameProgram(comment);
    if (this.reading.saysUtf8 && this.reading.program === "unnamed" && OF_MYSQLDUMP.test(comment))
      this.#noteMysqldump();
    // The mode of a trigger, 50003, is set back after it.
    const mode = /^\/\*!(?!50003)\d*\s+SET\s[^`\n]*SQL_MODE='[^'\n]*(ANSI|NO_BACKSLASH_ESCAPES)/i.exec(comment)?.[1];
    if (mode !== undefined) dialect.says(mode.toUpperCase() === "ANSI", "in one kind of marks");
    if (NAVICAT.test(comment)) dialect.says(OF_NAVICAT.test(comment) || undefined);
    // The names in it may have what ends a comment.
    window.moveTo(window.at + (conditional ?? OF_OBJECT.exec(beginning)?.[0] ?? "").length);
    this.#passing =
      conditional === undefined ? { kind: "comment" } : this.#skim({ until: "comment", mayHaveBody: true });
    return "again";
  }

  #word(): Turn | null | "again" {
    const { text, at } = this.window;
    const word = (/^[A-Za-z]+/.exec(text.slice(at, at + 32))?.[0] ?? "").toUpperCase();
    this.reading.isSql ||= STATEMENTS.has(word);
    this.#isBeginning = false;
    switch (word) {
      case "INSERT":
      case "REPLACE":
        return this.#rows("insert");
      case "COPY":
        return this.#rows("copy");
      case "CREATE":
        return this.#create();
      case "LOCK":
        if (this.window.left < MOST_COMMENT_READ && !this.window.isAtEnd) return this.more();
        this.#noteLocked();
        break;
      case "GO":
        this.#noteSqlServer();
        this.#passing = { kind: "line" };
        return "again";
      case "DELIMITER":
        this.#passing = /^DELIMITER[ \t]+;[ \t]*\r?$/im.test(text.slice(at, at + 32).split("\n")[0] ?? "")
          ? { kind: "line" }
          : { kind: "other delimiter" };
        return "again";
      case "PRAGMA":
        this.reading.isOfSqlite = true;
        this.reading.dialect.says(false);
        break;
      case "SET":
        if (this.window.left < MOST_COMMENT_READ && !this.window.isAtEnd) return this.more();
        this.#noteMode(text.slice(at, at + MOST_COMMENT_READ));
        if (this.#isOtherEncoding(text.slice(at, at + MOST_COMMENT_READ))) return null;
        this.#noteStrings();
        break;
      default:
        if (this.window.left < MOST_COMMENT_READ && !this.window.isAtEnd) return this.more();
        this.#noteCommand(text.slice(at, at + MOST_COMMENT_READ));
    }
    this.#passing = this.#skim({ until: "statement" });
    return "again";
  }

  #noteMode(statement: string): void {
    this.#end.noteClient(statement);
    if (OF_PHPMYADMIN.test(statement) && !this.#isModeKept) {
      const isNamed = this.reading.program === "phpMyAdmin";
      this.reading.beginProgram();
      if (isNamed) this.reading.program = "phpMyAdmin";
      else this.#namePhpMyAdmin("like phpMyAdmin", !OF_OLD_PHPMYADMIN.test(statement));
    }
    this.#isModeKept = KEEPS_MODE.test(statement);
  }

  /** mysqldump locks each table that it writes, also one without a row. */
  #noteLocked(): void {
    const { text, at } = this.window;
    LOCKED.lastIndex = at;
    const table = LOCKED.exec(text)?.[1];
    if (table !== undefined) this.reading.noteTable(this.reading.placed(tableKey(table)));
  }

  #isOtherEncoding(text: string): boolean {
    const { window, encoding: watch, program } = this.reading;
    const page = NAVICAT.test(text) ? PAGE.exec(text)?.[1] : undefined;
    const said = SAYS_ENCODING.exec(text)?.[1] ?? page;
    const isSure = said !== undefined && window.line <= 1 + this.#operatorLines;
    this.reading.isEncodingSure ||= isSure;
    const isOfOther = program === "piped" || program === "writer" || program === "other";
    const isBelieved = isSure || isOfOther || !/^utf/i.test(said ?? "");
    if (said !== undefined && isBelieved) watch.say(window.passed + window.at);
    this.reading.saysUtf8 ||= !isBelieved;
    const encoding =
      ENCODING.exec(text)?.[1] ?? (page !== undefined && OTHER_PAGES.test(page) ? `code page ${page}` : undefined);
    if (encoding !== undefined) {
      this.reading.stop(problem("source/not-utf8", `the dump is in ${encoding.toLowerCase()}, as this line says`));
    }
    return encoding !== undefined;
  }

  /** What it has said a few lines before holds from here on. */
  #noteMysqldump(): void {
    const { window, encoding } = this.reading;
    this.reading.program = "piped";
    encoding.say(window.passed + window.at);
  }

  #noteStrings(): void {
    const { text, at } = this.window;
    STANDARD_STRINGS.lastIndex = at;
    const found = STANDARD_STRINGS.exec(text)?.[1];
    if (found !== undefined) this.reading.dialect.says(found.toLowerCase() === "off", "in any marks");
    SEARCH_PATH.lastIndex = at;
    const schema = SEARCH_PATH.exec(text)?.[1];
    if (schema !== undefined) this.reading.use(tableKey(schema));
  }

  #noteSqlServer(): void {
    this.reading.isForSqlServer = true;
    this.reading.dialect.says(false);
  }

  #noteCommand(text: string): void {
    const database = USE.exec(text)?.[1];
    if (database !== undefined) this.reading.use(tableKey(database));
    if (BEGINS_OTHERS.test(text)) this.reading.dialect.says(false, "in any marks");
    // SQLite's dumps end with their COMMIT, and another program's lines may follow.
    if (this.#end.isReachedByCommand(text)) this.#nextProgram();
  }

  #skim(options: SkimOptions): Passing {
    return { kind: "skim", skim: new SqlSkim(options, this.reading), hasRows: options.hasRows };
  }

  #rows(kind: RowsHead["kind"]): Turn | null | "again" {
    const reading = this.reading;
    const { window } = reading;
    const found = rowsHeadAt(window.text, window.at, kind);
    if (found === undefined) {
      if (window.left < MOST_HEAD && !window.isAtEnd) return this.more();
      return this.#otherRows();
    }
    const head = { ...found, table: reading.placed(found.table) };
    const isAsked = reading.asked.has(head.table, head.columns);
    if (!isAsked) {
      // pg_dump writes tables without a row, too.
      const next = window.text.slice(head.end, head.end + 2);
      if (kind === "copy" && next.length < 2 && !window.isAtEnd) return this.more();
      if (next !== "\\.") reading.passedOver.note(head.table, head.columns);
    }
    reading.noteTable(head.table);
    this.#noteDialect(window.text.slice(window.at, head.end));
    const rows = isAsked ? reading.rowsOf(head) : undefined;
    if (isAsked && rows === undefined) this.#unnamedColumns(head);
    window.moveTo(head.end);
    if (kind === "insert" && rows === undefined) {
      this.#passing = this.#skim({ until: "statement", hasRows: true });
      return "again";
    }
    return kind === "copy" ? { to: "copy", rows } : { to: "rows", rows: rows as NonNullable<typeof rows> };
  }

  /** Rows of another form, such as those of a query: named where they may be users. */
  #otherRows(): Turn | "again" {
    const { window, asked } = this.reading;
    const found = rowsTableAt(window.text, window.at);
    if (found !== undefined && asked.has(found)) {
      const table = this.reading.placed(found);
      this.reading.noteTable(table);
      const head = { kind: "insert", table, columns: undefined, end: 0 } as const;
      const rows = this.reading.rowsOf(head) ?? NAMELESS;
      return { to: "lost", rows };
    }
    this.#passing = this.#skim({ until: "statement" });
    return "again";
  }

  /** By the marks of the table's name: users of some systems name columns. */
  #noteDialect(head: string): void {
    const mark = /^\w+\s+(?:(?:DELAYED|IGNORE|INTO|LOW_PRIORITY)\s+)*([["`]?)/i.exec(head)?.[1] ?? "";
    if (mark === "[") this.#noteSqlServer();
    this.reading.dialect.namesTable(mark, /^[a-z]/.test(head));
  }

  /** By words of its own, which say nothing where a program is named: users of some systems name columns. */
  #noteSqlite(definition: string): void {
    const { dialect } = this.reading;
    if (dialect.escaping === undefined && OF_SQLITE.test(definition)) dialect.says(false);
  }

  #unnamedColumns({ table }: RowsHead): void {
    const { line } = this.window;
    const message = (lines: string) =>
      `the statement on ${lines} does not name the columns of ${table}, and the dump does not define them in front of it`;
    this.reading.fault("source/columns-unknown", { line, lastLine: line }, message);
  }

  #create(): Turn | null | "again" {
    const { window, asked } = this.reading;
    const head = createHeadAt(window.text, window.at);
    if (head === undefined) {
      if (window.left < MOST_COMMENT_READ && !window.isAtEnd) return this.more();
      const hasBody = /^CREATE\b[^;("[]{0,200}\b(?:TRIGGER|FUNCTION|PROCEDURE|EVENT|RULE)\b/i;
      const mayHaveBody = hasBody.test(window.text.slice(window.at, window.at + 240));
      this.#passing = this.#skim({ until: "statement", mayHaveBody });
      return "again";
    }
    this.#noteSqlite(window.text.slice(window.at, window.at + MOST_OF_NAVICAT));
    const table = this.reading.placed(head.table);
    if (asked.areToldByColumns || asked.has(table)) {
      // MySQL's own statement has its name in backticks.
      const isMysql = /^[^"[(]*`/.test(window.text.slice(window.at, head.end));
      const columns = columnDefinitions(window.text, head.end, this.reading.escaping ?? isMysql);
      if (columns === undefined && window.left < MOST_ROW && !window.isAtEnd) return this.more();
      const names = columns?.map(({ name }) => name) ?? [];
      if (columns !== undefined && names.length > 0 && asked.has(table, names)) this.reading.define(table, columns);
    }
    this.reading.noteTable(table);
    this.#passing = this.#skim({ until: "statement" });
    return "again";
  }

  #pass(passing: Passing): Turn | null | "again" {
    if (passing.kind === "skim") {
      const result = passing.skim.step(this.window);
      if (result === "more") return this.more();
      this.#passing = undefined;
      if (passing.hasRows === true && result === "end") this.reading.noteRowsEnd();
      return result === "lost" ? { to: "lost", rows: NAMELESS, isOutOfStep: true } : "again";
    }
    const end = PASSED[passing.kind];
    const rest = this.window.text.slice(this.window.at);
    const found = end.exec(rest);
    if (found === null) {
      // What tells the end may have begun.
      const kept = passing.kind === "other delimiter" ? lengthOfLastLine(rest) : 1;
      this.window.moveTo(
        this.window.isAtEnd ? this.window.text.length : this.window.text.length - Math.min(rest.length, kept),
      );
      return this.more();
    }
    this.window.moveTo(this.window.at + found.index + found[0].length);
    this.#passing = undefined;
    return "again";
  }
}

const PASSED = { line: /\n/, comment: /\*\//, "other delimiter": DELIMITER_IS_BACK } as const;

function lengthOfLastLine(text: string): number {
  return Math.min(64, text.length - text.lastIndexOf("\n"));
}
