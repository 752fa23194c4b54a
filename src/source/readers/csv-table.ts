import { type CsvDamage, type CsvFault, type CsvRow, CsvRows, type CsvStop } from "../../lib/csv-records/csv-rows.js";
import { TAB } from "../../lib/json-records/json-bytes.js";
import { counted, nounFor } from "../../lib/plural.js";
import { printable } from "../../lib/printable.js";
import { requireArgument } from "../../lib/require-argument.js";
import type { SourceProblemCode } from "../../problems/source.js";
import { Buffer } from "../../runtime/index.js";
import { beginInput } from "../input/input-beginning.js";
import {
  type CsvForm,
  type CsvHeader,
  type CsvHeaderFault,
  cellsOf,
  HEADER_FAULTS,
  readHeader,
  textFaultOf,
} from "./csv/csv-header.js";
import { type ItemBatch, readInBatches } from "./item-batches.js";
import type { EndFault, ReaderItem, RecordFault, RecordReader, TableCut } from "./record-reader.js";
import {
  endFault,
  type FaultMessage,
  FILE_FAULTS,
  ItemCounter,
  type Lines,
  RECORD_FAULTS,
  withoutLineEnd,
} from "./text/item-list.js";

/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;

/** What a table looks like. */
export interface CsvTableOptions {
  /** Names of the columns, for a file without a header. */
  readonly columns?: readonly string[] | undefined;
  /**
   * Which line is the header, where something may come before it: columns that it has, or a test of its cells.
   * Without it the first line that is not blank is.
   */
  readonly header?: readonly string[] | ((cells: readonly string[]) => boolean) | undefined;
  /** What is between cells; told from the header if it is not given. */
  readonly delimiter?: "," | ";" | "\t" | "|" | undefined;
  /**
   * Splits a row, for a writer with quoting of its own; undefined where it is not a row. Each line is then a
   * row, and `columns` has to be given.
   */
  readonly splitRow?: ((row: string) => readonly string[] | undefined) | undefined;
}

/**
 * A reader of tables: CSV, TSV and the like (RFC 4180). A record is an object with the text of each column,
 * empty where the cell is; nothing in it is computed or converted. Commas, semicolons, tabs and bars are told
 * from the header. A row with too few or too many cells is refused by its line, and quotation marks that
 * don't pair never hide the rows after them.
 *
 * @example
 * ```ts
 * import { csvTable } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode('id;name\n1;"Smith; Jo"\n2;Jo;Smith\n3;Kim\n');
 * }
 * const names = [];
 * for await (const item of csvTable().read(file())) {
 *   names.push(item.kind === "record" ? item.value.name : item.kind);
 * }
 * names; // => ["Smith; Jo", "fault", "Kim"]
 * ```
 *
 * @throws TypeError for `splitRow` without `columns`.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvTable(options: CsvTableOptions = {}): RecordReader {
  requireArgument("options", options, "object");
  const form = formOf(options);
  return {
    format: "CSV",
    fits: (beginning) => fits(beginning, form),
    read: readInBatches((input) => csvItems(input, form)),
    cuts: { kind: "table", tableOf: (beginning) => tableOf(beginning, form) },
  };
}

/** A test that can say which sets of columns it looks for. */
export type HeaderTest = ((cells: readonly string[]) => boolean) & { readonly columns?: CsvForm["required"] };

function formOf({ columns, header, delimiter, splitRow }: CsvTableOptions): CsvForm {
  if (splitRow !== undefined && columns === undefined) {
    throw new TypeError("columns must be given with splitRow");
  }
  const isHeader =
    header === undefined || typeof header === "function"
      ? header
      : (cells: readonly string[]) => header.every((name) => cells.includes(name));
  const required = typeof header === "function" ? (header as HeaderTest).columns : header && [header];
  return { columns, isHeader, required, delimiter: delimiter?.charCodeAt(0), splitRow };
}

/** Without a header, the delimiter is told from the first row, which a later chunk does not have. */
function tableOf(beginning: Uint8Array, form: CsvForm): TableCut | undefined {
  const header = readHeader(beginning, form);
  const isSaid = form.columns === undefined || form.splitRow !== undefined || form.delimiter !== undefined;
  if ("fault" in header || !isSaid) return undefined;
  const { from, delimiter, lineEnd, columns, splitRow, isDoubling } = header;
  const isQuoted = splitRow === undefined;
  return { from, delimiter, lineEnd, cells: isQuoted ? columns.length : undefined, isQuoted, isDoubling };
}

/** Whether the beginning has the header, or else a row with the right number of cells. */
function fits(beginning: Uint8Array, form: CsvForm): boolean {
  const header = readHeader(beginning, form, false);
  if ("fault" in header) return false;
  if (form.isHeader !== undefined) return true;
  if (form.columns === undefined) return header.columns.length > 1;
  const items = new CsvItems(header);
  const found = [beginning.subarray(header.from), Uint8Array.of(header.lineEnd)].flatMap((piece) => items.push(piece));
  return found.some(({ kind }) => kind === "record");
}

async function* csvItems(input: AsyncIterable<Uint8Array>, form: CsvForm): AsyncGenerator<ItemBatch> {
  const { beginning, whole, giveUp } = await beginInput(input);
  const header = readHeader(beginning, form);
  if ("fault" in header) {
    await giveUp();
    return yield [headerFaultItem(header)];
  }
  const items = new CsvItems(header);
  let skipped = header.from;
  for await (const chunk of whole) {
    const from = Math.min(skipped, chunk.length);
    skipped -= from;
    for (let at = from; at < chunk.length; at += MOST_CHUNK_BYTES) {
      yield items.push(chunk.subarray(at, at + MOST_CHUNK_BYTES));
    }
  }
  yield items.end();
}

const MAX_ROW_BYTES = 1 << 20;

/** Turns the rows of a table into items of a reader, the rows that come together at once. */
class CsvItems {
  readonly #header: CsvHeader;
  readonly #rows: CsvRows;
  readonly #counter = new ItemCounter();

  constructor(header: CsvHeader) {
    const { delimiter, lineEnd, line, columns, splitRow, isDoubling } = header;
    this.#header = header;
    this.#rows = new CsvRows({
      delimiter,
      lineEnd,
      line,
      isQuoted: splitRow === undefined,
      isDoubling,
      cells: splitRow === undefined ? columns.length : undefined,
      maxRowBytes: MAX_ROW_BYTES,
    });
  }

  push(chunk: Uint8Array): readonly ReaderItem[] {
    return this.#itemsOf(this.#rows.push(chunk));
  }

  end(): readonly ReaderItem[] {
    return this.#itemsOf(this.#rows.end());
  }

  #itemsOf(found: readonly (CsvRow | CsvDamage | CsvStop)[]): readonly ReaderItem[] {
    const cells = this.#cellsOf(found.filter((one) => one.kind === "row"));
    return found.map((one) => {
      if (one.kind === "row") return this.#rowItem(one, cells.get(one));
      return one.kind === "stop" ? endFault(one.line, STOPS[one.reason]) : this.#damageItem(one);
    });
  }

  /** The cells of those rows that have some: of all together where that works, since a row by itself takes much longer. */
  #cellsOf(rows: readonly CsvRow[]): ReadonlyMap<CsvRow, readonly string[]> {
    const texts = this.#header.splitRow === undefined ? this.#textRows(rows) : [];
    const together = texts.length < 2 ? undefined : cellsOf(this.#bytesOf(texts), this.#header);
    if (together?.length === texts.length) {
      return new Map(texts.map((row, at) => [row, together[at] as readonly string[]]));
    }
    const single = this.#textRows(rows).map((row) => [row, cellsOf(this.#bytesOf([row]), this.#header)] as const);
    return new Map(
      single.flatMap(([row, cells]) => (cells?.length === 1 ? [[row, cells[0] as readonly string[]]] : [])),
    );
  }

  #textRows(rows: readonly CsvRow[]): readonly CsvRow[] {
    if (rows.length === 0 || textFaultOf(this.#bytesOf(rows)) === undefined) return rows;
    return rows.filter((row) => textFaultOf(this.#bytesOf([row])) === undefined);
  }

  #bytesOf(rows: readonly CsvRow[]): Uint8Array {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return new Uint8Array();
    const bytes = rows.reduce((sum, { from, to }) => sum + to - from, 0);
    if (bytes === last.to - first.from) return this.#rows.bytes(first.from, last.to);
    return Buffer.concat(rows.map(({ from, to }) => this.#rows.bytes(from, to)));
  }

  #rowItem(row: CsvRow, cells: readonly string[] | undefined): ReaderItem {
    if (cells === undefined) return this.#rowFault(row);
    const { columns, splitRow, delimiter } = this.#header;
    if (cells.length !== columns.length) return this.#widthFault(row, cells.length);
    if (row.isOpen === true && splitRow !== undefined) return this.#cutOff(row);
    if (delimiter === TAB && isEscaped(cells.join("\t"))) return this.#faultItem(row, "escapes");
    // A column called __proto__ is a field like any other.
    const value = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
    const record = { kind: "record", place: this.#counter.place(row.line), value, isRow: true } as const;
    return row.isOpen === true ? withoutLineEnd(record, cells.at(-1) ?? "") : record;
  }

  #rowFault(row: CsvRow): RecordFault | EndFault {
    const bytes = this.#bytesOf([row]);
    const fault = textFaultOf(bytes);
    if (fault !== undefined) return this.#faultItem(row, fault);
    if (this.#header.splitRow === undefined) return this.#faultItem(row, "quotes");
    return row.isOpen === true ? this.#cutOff(row) : this.#faultItem(row, "form");
  }

  /** A writer with quoting of its own ends every line, so this one is not whole. */
  #cutOff({ line }: CsvRow): EndFault {
    return endFault(line, STOPS["cut-off"]);
  }

  #damageItem({ line, lastLine, fault }: CsvDamage): RecordFault {
    if (typeof fault === "object") return this.#widthFault({ line }, fault.cells);
    return this.#faultItem({ line, lastLine }, fault);
  }

  #widthFault({ line }: { readonly line: number }, cells: number): RecordFault {
    const columns = counted(this.#header.columns.length, "column");
    const message = (lines: string) => `${lines} has ${counted(cells, "cell")}, and the table ${columns}`;
    return this.#counter.fault("source/record-damaged", { line }, message);
  }

  #faultItem(lines: Lines, fault: RowFault): RecordFault {
    const [code, message] = ROW_FAULTS[fault];
    return this.#counter.fault(code, lines, message);
  }
}

/** `mysql --batch` and PostgreSQL's COPY write a backslash as two, and writers that leave backslashes as they are have others in a row as well. */
function isEscaped(row: string): boolean {
  return row.includes("\\\\") && !/^(?:[^\\]|\\[\\tnrbfvNZ0])*\\(?![\\tnrbfvNZ0])/.test(row);
}

type RowFault = Extract<CsvFault, string> | "escapes" | "form" | "not-utf8" | "nul-bytes";

const ROW_FAULTS = {
  quotes: ["source/record-damaged", (lines) => `the quotation marks on ${lines} don't pair`],
  escapes: ["source/row-form", (lines) => `${lines} has a backslash that may be written as two`],
  form: ["source/row-form", (lines) => `${lines} is not a row as the old system writes them`],
  "nul-bytes": ["source/record-damaged", (lines) => `the record on ${lines} has NUL bytes`],
  ...RECORD_FAULTS,
} as const satisfies Record<RowFault, readonly [SourceProblemCode, FaultMessage]>;

const STOPS = {
  "cut-off": ["source/cut-off", "the file ends before this row does"],
  "nul-bytes": FILE_FAULTS["nul-bytes"],
} as const satisfies Record<CsvStop["reason"], readonly [SourceProblemCode, string]>;

function headerFaultItem({ fault, line, missing = [], required, found = [] }: CsvHeaderFault): EndFault {
  const [code, message] = HEADER_FAULTS[fault];
  if (missing.length === 0) {
    const has = found.length < 2 ? "" : `; the first one has ${listed(found)}`;
    return endFault(line, [code, `${message}${required === undefined ? "" : `, which has ${listed(required)}`}${has}`]);
  }
  const columns = `${nounFor(missing.length, "column")} ${listed(missing)}`;
  return endFault(line, [code, `the header lacks the ${columns}; upper and lower case count`]);
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, MOST_MISSING).map(printable).join(", ")}${names.length > MOST_MISSING ? ", …" : ""}`;

const MOST_MISSING = 8;
