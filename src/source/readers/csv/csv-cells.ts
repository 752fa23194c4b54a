import { Buffer, isUtf8 } from "node:buffer";
import { parse } from "csv-parse/sync";
import { LINE_FEED } from "../../../lib/json-records/json-bytes.js";

/** How a table is written, as far as its cells are concerned. */
export interface CellForm {
  /** The byte between two cells. */
  readonly delimiter: number;
  /** The byte at a line's end. */
  readonly lineEnd: number;
  /** Splits a row where the writer has quoting of its own. */
  readonly splitRow?: ((row: string) => readonly string[] | undefined) | undefined;
}

/** The cells of each row of a piece of a table; undefined where it has something that is not a table's. */
export function cellsOf(bytes: Uint8Array, form: CellForm): readonly (readonly string[])[] | undefined {
  if (form.splitRow !== undefined) return cellsOfLine(bytes, form.splitRow);
  try {
    return parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      delimiter: String.fromCharCode(form.delimiter),
      record_delimiter: form.lineEnd === LINE_FEED ? ["\r\n", "\n"] : ["\r"],
      // Quotation marks that come in pairs within a cell are text.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch {
    return undefined;
  }
}

function cellsOfLine(
  bytes: Uint8Array,
  splitRow: (row: string) => readonly string[] | undefined,
): readonly (readonly string[])[] | undefined {
  const cells = splitRow(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  return cells === undefined ? undefined : [cells];
}

/** Why the bytes are not text. */
export function textFaultOf(bytes: Uint8Array): "not-utf8" | "nul-bytes" | undefined {
  if (bytes.includes(0)) return "nul-bytes";
  return isUtf8(bytes) ? undefined : "not-utf8";
}
