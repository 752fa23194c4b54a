import { problem } from "../../../problems/source.js";
import { type ItemBatch, readInBatches } from "../item-batches.js";
import type { ReaderItem, RecordReader } from "../record-reader.js";
import { MOST_RECORDS, SharedInput } from "../shared-input.js";
import { BYTE_ORDER_MARK, binaryDump, FILE_KIND_LENGTH, notTextOf } from "../text/text-lines.js";
import { TextWindow } from "../text/text-window.js";
import { CopyPhase } from "./copy-phase.js";
import { LostPhase } from "./lost-phase.js";
import type { Phase, Turn } from "./phase.js";
import type { Row } from "./row-record.js";
import { RowsPhase } from "./rows-phase.js";
import { SqlReading } from "./sql-reading.js";
import { StatementPhase } from "./statement-phase.js";
import { AskedTables } from "./table-names.js";

/** Which rows of an SQL dump are records. */
export interface SqlDumpOptions {
  /**
   * Tables, case aside: `users` in any schema, `auth.users` in that one and in dumps that name none, or `*users`
   * with any prefix, such as `wp_users`.
   */
  readonly tables: readonly string[];
  /** Every other table that has all of these columns, too. Default: none. */
  readonly columns?: readonly string[] | undefined;
  /** Tables, named alike, with accounts of administrators or staff: reports name those that have rows, and none is read. */
  readonly staff?: readonly string[] | undefined;
}

/**
 * A reader of SQL dumps: the rows of some tables, as `COPY … FROM stdin` (pg_dump) or `INSERT INTO` (pg_dump
 * --inserts, mysqldump, mariadb-dump, phpMyAdmin, sqlite3 .dump, scripts of SQL Server) has them. All other
 * statements are passed over. Columns are those of the statement, or of the `CREATE TABLE` in front of it.
 *
 * A record is an object of columns: text, or null. Numbers and booleans are as the dump writes them; bytes are text
 * where they are UTF-8 without control characters, else `\x` and hexadecimal digits. `table` of the item names its
 * table in lower case, with the schema where one is written.
 *
 * A row that can't be read is a fault, and the next one is read: `source/record-damaged`,
 * `source/record-not-utf8`, `source/records-unreadable`. Rows without the names of their
 * columns are `source/columns-unknown`. A dump without any of the tables ends in `source/no-users`, one that was cut
 * off in `source/cut-off`, one that does not tell how its texts are escaped, where it matters, in `source/dialect-unknown`.
 *
 * @see https://www.postgresql.org/docs/current/app-pgdump.html
 * @see https://dev.mysql.com/doc/refman/8.4/en/mysqldump.html
 * @see https://sqlite.org/cli.html#converting_an_entire_database_to_a_text_file
 *
 * @example
 * ```ts
 * import { sqlDump } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("INSERT INTO `users` (`id`,`mail`) VALUES (1,'a@example.com'),(2,NULL);");
 * }
 * const users = [];
 * for await (const item of sqlDump({ tables: ["users"] }).read(file())) {
 *   if (item.kind === "record") users.push(item.value);
 * }
 * users; // => [{ id: "1", mail: "a@example.com" }, { id: "2", mail: null }]
 * ```
 */
export function sqlDump(options: SqlDumpOptions): RecordReader {
  return {
    format: "SQL",
    fits: looksLikeSql,
    read: readInBatches((input) =>
      input instanceof SharedInput ? sharedRows(input, options) : sqlItems(input, options),
    ),
  };
}

async function* sqlItems(input: AsyncIterable<Uint8Array>, options: SqlDumpOptions): AsyncGenerator<ItemBatch> {
  const dump = new Dump(options);
  for await (const chunk of input) {
    for (const piece of TextWindow.piecesOf(chunk)) {
      dump.push(piece);
      yield dump.reading.takeItems();
      if (dump.reading.isStopped) return;
    }
  }
  dump.end();
  const { reading } = dump;
  const found = { emptyTables: reading.emptyTables(), unreadTables: [...reading.passedOver.tables] };
  yield Object.assign([...reading.takeItems()], found);
}

/** The first rows of some tables; those of all tables are read once. */
async function* sharedRows(input: SharedInput, { tables, columns }: SqlDumpOptions): AsyncGenerator<ItemBatch> {
  const asked = new AskedTables(tables, columns);
  for await (const rows of input.batches("SQL", firstRowsOfAll)) {
    yield rows.filter((row) => row.kind === "record" && asked.has(row.table ?? "", Object.keys(row.value as Row)));
  }
}

async function* firstRowsOfAll(input: AsyncIterable<Uint8Array>): AsyncGenerator<ItemBatch> {
  const counts = new Map<string | undefined, number>();
  const isAmongFirst = (item: ReaderItem): boolean => {
    if (item.kind !== "record") return false;
    const count = (counts.get(item.table) ?? 0) + 1;
    counts.set(item.table, count);
    return count <= MOST_RECORDS;
  };
  for await (const batch of sqlItems(input, { tables: ["*"] })) yield batch.filter(isAmongFirst);
}

const KIND_LENGTH = 16;

class Dump {
  readonly reading: SqlReading;
  readonly #statement: StatementPhase;
  readonly #lost: LostPhase;
  #phase: Phase | undefined;

  constructor({ tables, columns, staff }: SqlDumpOptions) {
    this.reading = new SqlReading(new AskedTables(tables, columns), staff);
    this.#statement = new StatementPhase(this.reading);
    this.#lost = new LostPhase(this.reading);
  }

  push(piece: Uint8Array): void {
    this.reading.encoding.push(piece);
    if (this.reading.window.push(piece)) this.#run();
    this.reading.requireKnownEncoding();
  }

  end(): void {
    const { reading } = this;
    reading.window.end();
    this.#run();
    reading.requireKnownEncoding();
    while (!reading.isStopped && this.#phase !== undefined) {
      const turn = this.#phase.conclude();
      if (turn === null) break;
      this.#phase = this.#phaseOf(turn);
      this.#run();
    }
    reading.requireKnownEncoding();
    reading.conclude();
  }

  #run(): void {
    this.#phase ??= this.#begin();
    while (!this.reading.isStopped && this.#phase !== undefined) {
      const turn = this.#phase.step();
      if (turn === null) return;
      if (turn !== "again") this.#phase = this.#phaseOf(turn);
    }
  }

  #begin(): Phase | undefined {
    const { window } = this.reading;
    if (window.text.length < KIND_LENGTH && !window.isAtEnd) {
      window.wantMore();
      return undefined;
    }
    if (window.text.length === 0) this.reading.stop(problem("source/empty", "the file is empty"));
    const binary = binaryDump(window.text);
    const found =
      binary === undefined
        ? notTextOf(window.text.slice(0, FILE_KIND_LENGTH))
        : problem("source/not-text", `the file is ${binary}`);
    if (found !== undefined) this.reading.stop(found);
    if (window.text.startsWith(BYTE_ORDER_MARK)) window.moveTo(BYTE_ORDER_MARK.length);
    return this.#statement;
  }

  #phaseOf(turn: Turn): Phase {
    switch (turn.to) {
      case "statement":
      case "after rows":
        this.#statement.begin(turn.to === "after rows");
        return this.#statement;
      case "rows":
        return new RowsPhase(this.reading, turn.rows);
      case "copy":
        return new CopyPhase(this.reading, turn.rows);
      case "lost":
        this.#lost.begin(turn);
        return this.#lost;
    }
  }
}

const COMMENTS = /^(?:[\s;]+|(?:--|#|(?:mysql|mariadb-|pg_)dump: )[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))+/;
const STATEMENT =
  /^(?:SET|CREATE|INSERT|REPLACE|COPY|PRAGMA|BEGIN|USE|DROP|LOCK|START|SELECT|ALTER|GO|DELIMITER|COMMIT)(?:\s|;)|^\\(?:restrict|connect)\s/i;

/** Whether a file begins as a dump does: with comments, and then a statement. */
export function looksLikeSql(beginning: Uint8Array): boolean {
  const text = new TextDecoder().decode(beginning).slice(0, 1 << 14);
  if (binaryDump(text) !== undefined) return true;
  const comments = COMMENTS.exec(text)?.[0] ?? "";
  const rest = text.slice(comments.length);
  return STATEMENT.test(rest) || (rest === "" && comments.includes("--"));
}
