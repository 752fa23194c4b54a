import { beginInput } from "../input/input-beginning.js";
import { type CsvForm, readHeader } from "./csv/csv-header.js";
import { CsvItems, headerFaultItem } from "./csv/csv-items.js";
import type { TableCut } from "./cut-form.js";
import { type ItemBatch, readInBatches } from "./item-batches.js";
import type { RecordReader } from "./record-reader.js";

/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;

/** What a table looks like. */
export interface CsvTableOptions {
  /** Names of the columns, for a file without a header. */
  readonly columns?: readonly string[];
  /**
   * Which line is the header, where something may come before it: columns that it has, or a test of its cells.
   * Without it the first line that is not blank is.
   */
  readonly header?: readonly string[] | ((cells: readonly string[]) => boolean);
  /** What is between cells; told from the header if it is not given. */
  readonly delimiter?: "," | ";" | "\t" | "|";
  /**
   * Splits a row, for a writer with quoting of its own; undefined where it is not a row. Each line is then a
   * row, and `columns` has to be given.
   */
  readonly splitRow?: (row: string) => readonly string[] | undefined;
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
  const form = formOf(options);
  return {
    format: "CSV",
    fits: (beginning) => fits(beginning, form),
    read: readInBatches((input) => csvItems(input, form)),
    cuts: { kind: "table", tableOf: (beginning) => tableOf(beginning, form) },
  };
}

function formOf({ columns, header, delimiter, splitRow }: CsvTableOptions): CsvForm {
  if (splitRow !== undefined && columns === undefined) {
    throw new TypeError("columns must be given with splitRow");
  }
  const isHeader =
    header === undefined || typeof header === "function"
      ? header
      : (cells: readonly string[]) => header.every((name) => cells.includes(name));
  return { columns, isHeader, delimiter: delimiter?.charCodeAt(0), splitRow };
}

/** Without a header, the delimiter is told from the first row, which a later chunk does not have. */
function tableOf(beginning: Uint8Array, form: CsvForm): TableCut | undefined {
  const header = readHeader(beginning, form);
  const isSaid = form.columns === undefined || form.splitRow !== undefined || form.delimiter !== undefined;
  if ("fault" in header || !isSaid) return undefined;
  const { from, delimiter, lineEnd, columns, splitRow } = header;
  const isQuoted = splitRow === undefined;
  return { from, delimiter, lineEnd, cells: isQuoted ? columns.length : undefined, isQuoted };
}

/** Whether the beginning has the header, or else a row with the right number of cells. */
function fits(beginning: Uint8Array, form: CsvForm): boolean {
  const header = readHeader(beginning, form);
  if ("fault" in header) return false;
  if (form.isHeader !== undefined) return true;
  if (form.columns === undefined) return header.columns.length > 1;
  const items = new CsvItems(header);
  const found = [...items.push(beginning.subarray(header.from)), ...items.end()];
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
