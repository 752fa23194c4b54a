import { counted } from "../../../lib/plural.js";
import { problem } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";
import { Buffer } from "../../../runtime/index.js";
import type { ReaderItem } from "../record-reader.js";
import { ItemCounter, type Lines } from "../text/item-list.js";
import { TextWindow } from "../text/text-window.js";
import { EncodingWatch } from "./encoding-watch.js";
import { type Row, rowRecord, type TableRows } from "./row-record.js";
import { DumpDialect, type Escaping, escapingShownBy } from "./sql-dialect.js";
import type { ColumnDefinition, RowsHead } from "./sql-statement.js";
import type { Unsure } from "./sql-value.js";
import { type AskedTables, lastPart, PassedOver } from "./table-names.js";

/**
 * Which program has named itself: one whose output a shell may have read in another encoding; one that writes its files itself;
 * phpMyAdmin, which does so too, but says UTF-8 also of a file that it has converted after the texts were escaped; what may be
 * phpMyAdmin that was told to leave its name out, or a script that writes the same settings; or any other.
 */
type DumpProgram = "unnamed" | "other" | "piped" | "writer" | "phpMyAdmin" | "like phpMyAdmin";

/** A longer row is passed over and named. */
export const MOST_ROW = 1 << 20;
/** Names of tables that are kept to be named where none is asked for. */
const MOST_TABLES = 1000;
const MOST_TABLES_SHOWN = 10;

/** What the phases of reading one dump share: the text, the dialect, the tables, the items that were found. */
export class SqlReading {
  readonly window = new TextWindow();
  readonly asked: AskedTables;
  readonly passedOver: PassedOver;
  readonly encoding = new EncodingWatch();
  readonly dialect = new DumpDialect((isPlain) => {
    if (isPlain) this.encoding.escapesTo(this.#place);
    else this.encoding.escapesFrom(this.#place);
  });
  /** Conditional comments of MySQL say nothing: HeidiSQL writes them for every database. */
  isByHeidi = false;
  program: DumpProgram = "unnamed";
  /** A line says UTF-8 that was not believed. */
  saysUtf8 = false;
  /** The operator has written the encoding into the first line. */
  isEncodingSure = false;
  /** Whether statements may end without a semicolon. */
  isForSqlServer = false;
  /** Rows lack the columns that are computed of others, and no statement names the columns. */
  isOfSqlite = false;
  isStopped = false;
  /** The line on which rows have ended last. */
  #rowsEndedOn = 0;
  /** Whether anything is in it that a dump has. */
  isSql = false;
  #database: string | undefined;
  #items: ReaderItem[] = [];
  readonly #counter = new ItemCounter();
  readonly #tables = new Set<string>();
  readonly #filled = new Set<string>();
  readonly #definitions = new Map<string, readonly ColumnDefinition[]>();

  constructor(asked: AskedTables, staff?: readonly string[]) {
    this.asked = asked;
    this.passedOver = new PassedOver(staff);
  }

  get escaping(): Escaping {
    return this.dialect.escaping;
  }

  takeItems(): readonly ReaderItem[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** A table as records name it: in the database or schema that the dump has gone over to. */
  placed(table: string): string {
    return this.#database === undefined ? table : `${this.#database}.${table}`;
  }

  use(database: string): void {
    this.#database = database;
  }

  noteTable(table: string): void {
    if (this.#tables.size < MOST_TABLES) this.#tables.add(table);
  }

  /** Tables that were asked for, and that have no row. */
  emptyTables(): readonly string[] {
    return [...this.#tables].filter((table) => this.asked.has(table) && !this.#filled.has(table));
  }

  /** Keeps the columns of a table whose rows are asked for. */
  define(table: string, columns: readonly ColumnDefinition[]): void {
    this.#definitions.set(table, columns);
    this.#definitions.set(lastPart(table), columns);
  }

  /** The columns of a statement's rows: its own, or the table's; undefined where nothing names them. */
  rowsOf({ table, columns }: RowsHead): TableRows | undefined {
    const defined = this.#definitions.get(table) ?? this.#definitions.get(lastPart(table));
    const written = this.isOfSqlite ? defined?.filter(({ isGenerated }) => !isGenerated) : defined;
    const names = columns ?? written?.map(({ name }) => name);
    if (names === undefined) return undefined;
    const isBinary = new Set(defined?.filter((column) => column.isBinary).map(({ name }) => name));
    const binaries = new Set([...names.keys()].filter((place) => isBinary.has(names[place] as string)));
    return { table, columns: names, binaries };
  }

  /** A row whose values are all there, or what is wrong with it. */
  row(rows: TableRows, values: readonly (string | null)[], stretch: Lines, row: RowDetails = {}): void {
    const isFirst = !this.#filled.has(rows.table);
    this.#filled.add(rows.table);
    const hasAll = values.length === rows.columns.length;
    const value = hasAll ? rowRecord(rows, values, row.areText) : undefined;
    if (value !== undefined) this.#record(value, rows.table, stretch.line, row.isBadlySeparated === true);
    else if (hasAll) {
      const message = (lines: string) => `the row on ${lines} has bytes that are not UTF-8`;
      this.fault("source/record-not-utf8", stretch, message);
    } else {
      const has = counted(values.length, "value");
      const columns = counted(rows.columns.length, "column");
      const message = (lines: string) => `the row on ${lines} has ${has}, and its table ${columns}`;
      const fault = this.#counter.fault("source/record-damaged", stretch, message);
      // All of its rows may have others.
      const { place } = fault;
      const unsure = { kind: "record", place, value: rowRecord(rows, []), table: rows.table, isRow: true } as const;
      this.#items.push(isFirst ? { ...fault, unsure } : fault);
    }
  }

  /**
   * Stops where a backslash may be the half of a letter, and no line says the encoding: rows, also the last ones, may be what a
   * user typed. So may the line be after which backslashes do not escape.
   */
  requireKnownEncoding(): void {
    if (this.escaping === false) this.encoding.escapesFrom(this.#place);
    else this.encoding.escapesTo(this.window.isAtEnd ? Number.POSITIVE_INFINITY : this.#place);
    const fault = this.isStopped ? undefined : (this.#recoded() ?? this.#halfLetters());
    if (fault === undefined) return;
    this.#items = [];
    this.stop(fault);
  }

  #halfLetters(): Problem | undefined {
    if (this.isEncodingSure || !this.encoding.isUnsafe) return undefined;
    const line =
      this.program === "phpMyAdmin" || this.program === "like phpMyAdmin"
        ? "the line that says UTF-8 is one that phpMyAdmin writes into any file"
        : this.saysUtf8
          ? "no program has named itself before the line that says UTF-8"
          : "no line says its encoding";
    return problem(
      "source/not-utf8",
      `the dump has a backslash after a letter and bytes that are not UTF-8, and ${line}`,
    );
  }

  /** Bytes of letters and what ends a text were read together there, so that a user's name may end where its user likes. */
  #recoded(): Problem | undefined {
    const { program, escaping, isOfSqlite } = this;
    const isByShell = program === "piped" || isOfSqlite || escaping !== false;
    const isAtWork = this.#items.length > 0 || this.window.isAtEnd;
    if (!isAtWork || !isByShell || program === "writer" || program === "phpMyAdmin") return undefined;
    const { isMarkedWithLetters, isRecoded } = this.encoding;
    if (isMarkedWithLetters) return problem("source/rewritten", `${MARKED}: PowerShell may have rewritten both`);
    return isRecoded && !this.isEncodingSure ? problem("source/rewritten", RECODED) : undefined;
  }

  /** The statement with rows ends here. */
  noteRowsEnd(): void {
    this.#rowsEndedOn = this.window.line;
  }

  /**
   * Stops where what comes next is on the line of the rows in front of it: programs whose output a shell takes write each
   * statement on lines of its own, so that a user's name may have ended there where its user likes.
   */
  requireNewLine(isOfRows = false): boolean {
    const isOnLine = isOfRows || this.window.line === this.#rowsEndedOn;
    if (!isOnLine || this.isEncodingSure || !(this.program === "piped" || this.isOfSqlite)) return true;
    this.stop(problem("source/rewritten", WITHIN_LINE));
    return false;
  }

  /** Another program's dump begins here: what was said of the encoding was said of the one in front of it. */
  beginProgram(program: DumpProgram = "unnamed"): void {
    const { window } = this;
    this.program = program;
    this.saysUtf8 = false;
    if (!this.isEncodingSure) this.encoding.beginAt(this.#place, Buffer.from(window.text.slice(window.at), "latin1"));
  }

  /** In the file, of the byte that is read next. */
  get #place(): number {
    return this.window.passed + this.window.at;
  }

  #record(value: Row, table: string, line: number, isBadlySeparated: boolean): void {
    const place = this.#counter.place(line);
    const record = { kind: "record", place, value, table, isRow: true } as const;
    const message = "the comma between this row and the one in front of it is missing";
    this.#items.push(isBadlySeparated ? { ...record, damage: [problem("source/separator-damaged", message)] } : record);
  }

  fault(...fault: Parameters<ItemCounter["fault"]>): void {
    this.#items.push(this.#counter.fault(...fault));
  }

  tooLong(stretch: Lines): void {
    this.fault("source/record-damaged", stretch, (lines) => `the row on ${lines} is longer than 1 MiB`);
  }

  /** Decides by what follows what a backslash means: once a dump. */
  settle({ unsureAt, mark }: Unsure): "again" | null {
    const { window } = this;
    const text = window.text.slice(unsureAt, unsureAt + MOST_ROW);
    const escaping = escapingShownBy(text, mark);
    if (escaping !== undefined) {
      this.dialect.says(escaping, "in any marks");
      return "again";
    }
    if (window.isAtEnd || text.length === MOST_ROW) this.stop(problem("source/dialect-unknown", DIALECT_UNKNOWN));
    else window.wantMore();
    return null;
  }

  stop(found: Problem, line = this.window.line): void {
    this.#items.push({ kind: "end-fault", line, problem: found });
    this.isStopped = true;
  }

  /** The file ends too early; a file of another format seems to do so as well. */
  cutOff(message: string): void {
    if (this.isSql) this.stop(problem("source/cut-off", message));
    else this.stop(problem("source/malformed", "the file is not an SQL dump"), 1);
  }

  /** A dump in which nothing of what is asked for was found says what it has instead. */
  conclude(): void {
    if (this.isStopped || this.#counter.hasItems) return;
    if (this.isSql) this.stop(problem("source/no-users", this.#whatIsMissing()));
    else this.stop(problem("source/malformed", "the file is not an SQL dump"), 1);
  }

  #whatIsMissing(): string {
    const { names } = this.asked;
    const found = [...this.#tables].filter((table) => this.asked.has(table));
    if (found.length > 0) return `the dump has no rows of ${found.slice(0, MOST_TABLES_SHOWN).join(", ")}`;
    const sought = names.length === 1 ? "the table" : "any of the tables";
    return `the dump does not have ${sought} ${names.join(", ")}; ${this.#tablesFound()}`;
  }

  #tablesFound(): string {
    const tables = [...this.#tables].map((table) =>
      /^[\w.$-]{1,64}$/.test(table) ? table : "(a name that is not plain text)",
    );
    const shown = tables.slice(0, MOST_TABLES_SHOWN).join(", ");
    if (tables.length === 0) return "it has no tables";
    const more = tables.length - MOST_TABLES_SHOWN;
    return `it has ${shown}${more > 0 ? ` and ${more} more` : ""}`;
  }
}

const DIALECT_UNKNOWN = "a text here has a backslash, and the file does not show which database it is of";

const MARKED = "the dump has a byte order mark, which its program does not write, and letters beyond ASCII";
const RECODED =
  "the texts beyond ASCII in the dump are UTF-8 that was read as GBK, Shift JIS, Big5 or EUC-KR, as PowerShell did";

const WITHIN_LINE =
  "something follows the rows of a statement on their line, which its program ends there: PowerShell may have rewritten a text";

interface RowDetails {
  /** Places whose bytes have become text already. */
  readonly areText?: ReadonlySet<number>;
  readonly isBadlySeparated?: boolean;
}
