import { isPrintable, printableJson } from "./printable.js";

/** White space and signs at which spreadsheets begin to compute, and the mark that keeps them from it. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^'/u;

/**
 * One line of a CSV file that spreadsheets open (RFC 4180): every cell is quoted. A cell that begins with an apostrophe
 * is marked, and never another: one that a spreadsheet would take for a formula, or, as JSON, one with characters that a
 * terminal would act upon.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  return `"${unambiguous(text).replaceAll('"', '""')}"`;
}

function unambiguous(text: string): string {
  if (!isPrintable(text)) return `'${printableJson(text)}`;
  return FORMULA.test(text) ? `'${text}` : text;
}
