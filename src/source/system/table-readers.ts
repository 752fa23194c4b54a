import { parsedJson } from "../../lib/json-text.js";
import { problem } from "../../problems/source.js";
import { type Fields, isFields } from "../fields/field.js";
import { type CsvTableOptions, csvTable, type HeaderTest } from "../readers/csv-table.js";
import { batchesOf, type ItemBatch, readInBatches, readRewritten } from "../readers/item-batches.js";
import { beginningText, beginsWithPage } from "../readers/json-beginning.js";
import { jsonDocument } from "../readers/json-document.js";
import { jsonLines } from "../readers/json-lines.js";
import type { ReaderItem, RecordReader } from "../readers/record-reader.js";
import { type SqlDumpOptions, sqlDump } from "../readers/sql/sql-dump.js";
import { AskedTables, lastPart, PassedOver } from "../readers/sql/table-names.js";

/** Which rows of a database are records, in whatever format they were brought out. */
export interface TableReadersOptions {
  /** The tables, as `sqlDump` takes them; none for a system that has no database of its users. A JSON document may have them as lists under their names. */
  readonly tables: readonly string[];
  /** Sets of columns, one a table, by which a header or a single JSON object is recognised; without it line 1 is the header. */
  readonly required?: readonly (readonly string[])[] | undefined;
  /** Columns by which a table of any other name is asked for, too. */
  readonly userColumns?: readonly string[] | undefined;
  /** Further keys that a list of rows may be under. */
  readonly keys?: readonly string[] | undefined;
  /** `Source.staff`: the tables. */
  readonly staff?: readonly string[] | undefined;
}

/** What programs call a list of rows. */
const USUAL_KEYS = ["users", "data", "results", "result", "rows"] as const;

/**
 * The readers of rows of tables: an SQL dump, JSON lines, a JSON document (an array, or a list under a table's or a usual
 * name), phpMyAdmin's JSON, and CSV or TSV. Only rows of a dump and of phpMyAdmin have a `table`.
 */
export function tableReaders({
  tables,
  required,
  userColumns: columns,
  keys = [],
  staff,
}: TableReadersOptions): readonly [RecordReader, ...RecordReader[]] {
  const names = tables.map((table) => lastPart(table).replace(/^\*/, ""));
  const lists = [...new Set([...USUAL_KEYS, ...keys, ...names])];
  const document = jsonDocument({ keys: lists });
  const others: readonly [RecordReader, ...RecordReader[]] = [
    { ...jsonLines(), fits: (beginning) => hasLines(beginningText(beginning), lists, required) },
    { ...document, fits: (beginning) => /^[{[]/.test(beginningText(beginning)) },
    csvWithNulls(required === undefined ? {} : { header: headerTest(required) }),
  ];
  const dump = { tables, columns, staff };
  return tables.length === 0 ? others : [sqlDump(dump), phpMyAdminJson(dump), ...others];
}

/** phpMyAdmin's JSON: an array of a header, a database and tables, each with its rows under `data`. */
function phpMyAdminJson({ tables, columns, staff }: SqlDumpOptions): RecordReader {
  const asked = new AskedTables(tables, columns);
  const reader = jsonDocument({ keys: [], paths: [["*", "data"]], around: ["name"] });
  return {
    format: "phpMyAdmin's JSON",
    fits: (beginning) => /^\[\s{0,16}\{\s{0,16}"type"\s{0,16}:\s{0,16}"header"/.test(beginningText(beginning)),
    read: readInBatches((input) => rowsOf(batchesOf(reader, input), asked, new PassedOver(staff))),
  };
}

/** The rows of the tables that are asked for, with their tables. */
async function* rowsOf(
  batches: AsyncIterable<ItemBatch>,
  asked: AskedTables,
  passedOver: PassedOver,
): AsyncGenerator<ItemBatch> {
  let found = false;
  for await (const batch of batches) {
    const rows = batch.flatMap((item) => rowOf(item, asked, passedOver));
    if (rows.length > 0) found = true;
    yield rows;
  }
  if (found) return yield Object.assign([], { emptyTables: [], unreadTables: [...passedOver.tables] });
  const message = `the file has no rows of any of the tables ${asked.names.join(", ")}`;
  yield [{ kind: "end-fault", line: 1, problem: problem("source/no-users", message) }];
}

/** Nothing where it is of a table that was not asked for. */
function rowOf(item: ReaderItem, asked: AskedTables, passedOver: PassedOver): ItemBatch {
  const name = item.kind === "record" ? item.around?.name : undefined;
  const table = typeof name === "string" ? name.toLowerCase() : undefined;
  if (item.kind !== "record" || table === undefined) return [item];
  const columns = isFields(item.value) ? Object.keys(item.value) : [];
  if (asked.has(table, columns)) return [{ ...item, table, isRow: true }];
  passedOver.note(table, columns);
  return [];
}

/**
 * A table of a database: MySQL's programs and phpMyAdmin write NULL as a word into CSV, and `\N` into the files of SELECT …
 * INTO OUTFILE; COPY of PostgreSQL writes `\N` as well.
 */
export function csvWithNulls(options: CsvTableOptions): RecordReader {
  const reader = csvTable(options);
  return {
    ...reader,
    read: readRewritten(reader, (item) =>
      item.kind === "record" && isFields(item.value) ? { ...item, value: nullsOf(item.value) } : item,
    ),
  };
}

function nullsOf(cells: Fields): Fields {
  const isNull = (cell: unknown) => cell === "NULL" || cell === "\\N";
  const entries = Object.entries(cells);
  if (!entries.some(([, cell]) => isNull(cell))) return cells;
  return Object.fromEntries(entries.map(([name, cell]) => [name, isNull(cell) ? null : cell]));
}

/** A table by its own name, whatever schema a dump writes before it. */
export function tableName(table: string | undefined): string | undefined {
  return table === undefined ? undefined : lastPart(table);
}

function headerTest(required: readonly (readonly string[])[]): HeaderTest {
  return Object.assign((cells: readonly string[]) => isRow(cells, required), { columns: required });
}

function isRow(columns: readonly string[], required: readonly (readonly string[])[]): boolean {
  return required.some((names) => names.every((name) => columns.includes(name)));
}

/** Lines looked at, so that damage to one of them decides nothing. */
const MOST_LINES = 4;

/** Objects on lines of their own; a document with its list begins otherwise, and has commas between the lines, or is a page of a list. */
function hasLines(beginning: string, lists: readonly string[], required: readonly (readonly string[])[] = []): boolean {
  if (beginsWithPage(beginning, lists)) return false;
  const lines = firstLines(beginning);
  const [first = ""] = lines;
  if (!first.startsWith("{") || /[[{,]$/.test(first)) return false;
  if (lines.some((line, at) => isObject(line) && lines[at + 1]?.startsWith("{") === true)) return true;
  return lines.length === 1 && isRow(keysOf(first), required);
}

function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length && lines.length < MOST_LINES; ) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end).trim();
    if (line !== "") lines.push(line);
    if (end < 0) break;
    from = end + 1;
  }
  return lines;
}

function isObject(line: string): boolean {
  return line.startsWith("{") && line.endsWith("}");
}

function keysOf(line: string): readonly string[] {
  const value = parsedJson(line);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
