import { type Fields, isFields } from "../../fields/field.js";
import { csvTable } from "../../readers/csv-table.js";
import { readRewritten } from "../../readers/item-batches.js";
import type { ReaderItem, RecordReader } from "../../readers/record-reader.js";

/** The columns without which no user can be named; the export's fields are chosen by the operator. */
const NAMES: readonly string[] = ["user_id", "email"];

/**
 * The CSV of a bulk export. Each text in it begins with an apostrophe, which is taken off, so that spreadsheets
 * compute nothing; dates and flags have none.
 *
 * @see https://github.com/auth0/docs-v2 — main/docs/manage-users/user-migration/bulk-user-exports.mdx
 */
export const AUTH0_CSV: RecordReader = withoutApostrophes(
  csvTable({ header: (cells) => cells.map(bare).some((name) => NAMES.includes(name)) }),
);

function bare(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text;
}

function withoutApostrophes(reader: RecordReader): RecordReader {
  const rewritten = (item: ReaderItem): ReaderItem =>
    item.kind === "record" && isFields(item.value) ? { ...item, value: userOf(item.value) } : item;
  return { ...reader, read: readRewritten(reader, rewritten) };
}

/** A field that the user does not have is an empty cell. */
function userOf(row: Fields): Fields {
  const cells = Object.entries(row).map(([name, cell]) => [bare(name), bare(String(cell))] as const);
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ""));
}
