import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE, SEMICOLON, TAB } from "../../../lib/json-records/json-bytes.js";
import type { SourceProblemCode } from "../../../problems/source.js";
import { Buffer, isUtf8, parseCsv } from "../../../runtime/index.js";
import { BEGINNING_BYTES } from "../../input/input-beginning.js";
import { FILE_FAULTS } from "../text/item-list.js";

const BAR = 0x7c;
const DELIMITERS = [COMMA, SEMICOLON, TAB, BAR] as const;
/** Lines among which the header is looked for. */
const MOST_LINES = 100;
/** More columns than any database has, or any spreadsheet shows. */
const MOST_COLUMNS = 16_384;

export interface CsvForm {
  /** Names of the columns of a file without a header. */
  readonly columns: readonly string[] | undefined;
  /** Whether a line is the header, where it need not be the first one. */
  readonly isHeader: ((cells: readonly string[]) => boolean) | undefined;
  /** Sets of columns, one a table, of which the header must have one whole, where they are known by name. */
  readonly required?: readonly (readonly string[])[] | undefined;
  readonly delimiter: number | undefined;
  readonly splitRow: CellForm["splitRow"];
}

/** How a table is written, and where its rows begin. */
export interface CsvHeader extends CellForm {
  readonly columns: readonly string[];
  /** The operator has said that no backslash escapes a quotation mark. */
  readonly isDoubling?: boolean;
  /** Where the first row is, and its line. */
  readonly from: number;
  readonly line: number;
}

export const HEADER_FAULTS = {
  ...FILE_FAULTS,
  json: ["source/other-format", "the file looks like JSON, not CSV"],
  sql: ["source/other-format", "the file looks like an SQL dump, not CSV"],
  "not-utf8": ["source/not-utf8", "the header, or a line before it, has bytes that are not UTF-8"],
  "no-header": ["source/header-unusable", "none of the first lines is the header of the table"],
  delimiter: ["source/header-unusable", "the header can be divided into columns in several ways"],
  "duplicate-columns": ["source/header-unusable", "two columns of the header have the same name"],
  "too-many-columns": ["source/header-unusable", "the header is longer than 64 KiB or has more than 16384 columns"],
} as const satisfies Readonly<Record<string, readonly [SourceProblemCode, string]>>;

export interface CsvHeaderFault {
  readonly fault: Exclude<keyof typeof HEADER_FAULTS, "nul-bytes">;
  readonly line: number;
  /** The required columns that the first line lacks, where it has one of them. */
  readonly missing?: readonly string[];
  /** What the header has, and what the first line has that looks like names. */
  readonly required?: readonly string[] | undefined;
  readonly found?: readonly string[];
}

/**
 * What the beginning of a file says of the table: the delimiter, the columns and where the rows begin. A file without a
 * header is told what its first line has, where that is asked for.
 */
export function readHeader(beginning: Uint8Array, form: CsvForm, isTold = true): CsvHeader | CsvHeaderFault {
  const fault = otherFormatOf(beginning);
  if (fault !== undefined) return { fault, line: 1 };
  const lines = new Lines(beginning);
  const { start, delimiter: said, quotes } = saidBefore(lines, form);
  const isDoubling = quotes === "doubled";
  const splitterAt = (delimiter: number) =>
    form.splitRow ?? (quotes === "none" ? splitterAtEach(delimiter) : undefined);
  if (start === undefined) return { fault: "empty", line: 1 };
  const { lineEnd } = lines;
  if (form.columns !== undefined) {
    const { columns } = form;
    const formAt = (delimiter: number) => ({ delimiter, lineEnd, splitRow: splitterAt(delimiter) });
    const found = said ?? delimiterOfRows(start.bytes, columns.length, formAt);
    return { ...formAt(found), columns, isDoubling, from: start.from, line: start.line };
  }
  const header = headerFrom(start, lines, { ...form, delimiter: said }, isTold);
  return "fault" in header ? header : { ...header, splitRow: splitterAt(header.delimiter), isDoubling };
}

/** Splits rows in which a quotation mark is a character like any other. */
function splitterAtEach(delimiter: number): CsvForm["splitRow"] {
  return (row) => row.replace(/\r?[\r\n]$/, "").split(String.fromCharCode(delimiter));
}

/** What lines in front of the header say of the table: `sep=;`, as Excel does, and `quotes=doubled` or `quotes=none`, which an operator writes. */
function saidBefore(lines: Lines, form: CsvForm) {
  let { delimiter } = form;
  let quotes: string | undefined;
  let start = lines.next();
  for (; start !== undefined; start = lines.next()) {
    const { bytes } = start;
    const ofQuotes =
      bytes.length < 24 ? /^quotes *= *(doubled|none)\s*$/i.exec(new TextDecoder().decode(bytes))?.[1] : undefined;
    const said = delimiter === undefined && ofQuotes === undefined ? delimiterSaidBy(bytes) : undefined;
    if (ofQuotes === undefined && said === undefined) break;
    quotes ??= ofQuotes?.toLowerCase();
    delimiter ??= said;
  }
  return { start, delimiter, quotes };
}

/** What a file begins with that is not a table of text. */
function otherFormatOf(bytes: Uint8Array): CsvHeaderFault["fault"] | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] as number) <= 8) return "zip";
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return "utf-16";
  if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)) return "utf-16";
  const text = new TextDecoder().decode(bytes.subarray(0, 4096));
  if (/^\s*(?:\[\s*[[{"\]]|\{\s*["}])/.test(text)) return "json";
  return STATEMENT.test(text.replace(COMMENTS, "")) ? "sql" : undefined;
}

const COMMENTS = /^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/;?)+/;
const STATEMENT =
  /^(?:SET\s+[@\w]+\s*=|CREATE\s+TABLE\s|INSERT\s+INTO\s|DROP\s+TABLE\s|PRAGMA\s|(?:BEGIN|START)\s+TRANSACTION)/i;

/** The line with which Excel says what is between cells: `sep=;`. */
function delimiterSaidBy(bytes: Uint8Array): number | undefined {
  if (bytes.length < 5 || bytes.length > 7) return undefined;
  const said = /^sep=(.)\r?[\r\n]?$/is.exec(new TextDecoder().decode(bytes));
  return said?.[1]?.charCodeAt(0);
}

function headerFrom(start: Line, lines: Lines, form: CsvForm, isTold: boolean): CsvHeader | CsvHeaderFault {
  let line: Line | undefined = start;
  for (let count = 0; line !== undefined && count < MOST_LINES; count++) {
    if (textFaultOf(line.bytes) !== undefined) return { fault: "not-utf8", line: line.line };
    const header = headerOf(line, lines, form);
    if (header !== undefined) return header;
    line = lines.next();
  }
  if (!isTold) return { fault: "no-header", line: 1 };
  return { fault: "no-header", line: 1, ...namesOfFirst(start, lines, form) };
}

const NAME = /^[A-Za-z_][\w .:-]{0,39}$/;

/** Of a line that has a value in it, nothing is said: it may be anything. */
function namesOfFirst({ bytes }: Line, { lineEnd }: Lines, { required: sets = [], delimiter, splitRow }: CsvForm) {
  const readings = delimiter === undefined ? DELIMITERS : [delimiter];
  const all = readings.map((one) => namesIn(bytes, { delimiter: one, lineEnd, splitRow }));
  const [cells = []] = all.sort((one, other) => other.length - one.length);
  const lower = new Set(cells.map((name) => name.toLowerCase()));
  const has = (name: string) => lower.has(name.toLowerCase());
  const share = (set: readonly string[]) => set.filter(has).length / (set.length || 1);
  // Of the tables that a system has, the file is most likely the one of which it has the most.
  const [required = []] = [...sets].sort((one, other) => share(other) - share(one));
  const missing = required.filter((name) => !cells.includes(name));
  const isHeader = required.some(has);
  return {
    required: sets[0] && required,
    missing: isHeader ? missing : [],
    found: cells.every((cell) => NAME.test(cell)) ? cells : [],
  };
}

/** The line as the header; undefined where it is another one. */
function headerOf(line: Line, lines: Lines, form: CsvForm): CsvHeader | CsvHeaderFault | undefined {
  const { isHeader, splitRow } = form;
  const { lineEnd } = lines;
  if (splitRow === undefined && !mayHold(line.bytes, form)) return undefined;
  const readings = (form.delimiter === undefined ? DELIMITERS : [form.delimiter])
    .map((delimiter) => ({ delimiter, columns: namesIn(line.bytes, { delimiter, lineEnd, splitRow }) }))
    .filter(({ columns }) => isHeader === undefined || isHeader(columns))
    .sort((one, other) => other.columns.length - one.columns.length);
  const [best, second] = readings;
  if (best === undefined) return undefined;
  const { columns, delimiter } = best;
  if (columns.length > MOST_COLUMNS || !line.isWhole) return { fault: "too-many-columns", line: line.line };
  if (columns.length > 1 && columns.length === second?.columns.length) {
    return { fault: "delimiter", line: line.line };
  }
  if (new Set(columns).size < columns.length) return { fault: "duplicate-columns", line: line.line };
  return { delimiter, lineEnd, splitRow, columns, from: line.to, line: line.line + 1 };
}

/** Before a line is parsed for each delimiter: whether its text has the names of one of the sets. A quotation mark is written twice. */
function mayHold(bytes: Uint8Array, { required }: CsvForm): boolean {
  if (required === undefined) return true;
  const text = new TextDecoder().decode(bytes);
  return required.some((names) => names.every((name) => name.includes('"') || text.includes(name)));
}

function namesIn(bytes: Uint8Array, form: CellForm): readonly string[] {
  if (form.splitRow === undefined && !bytes.includes(QUOTE)) return plainCells(bytes, form);
  return (cellsOf(bytes, form)?.[0] ?? []).map((name) => name.trim());
}

/** The cells of a line without quotation marks: what the parser gives, in a twentieth of the time. */
function plainCells(bytes: Uint8Array, { delimiter }: CellForm): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  return text.split(String.fromCharCode(delimiter)).map((name) => name.trim());
}

/** The delimiter by which a row of a file without a header has the right number of cells; a comma if none does. */
function delimiterOfRows(row: Uint8Array, cells: number, formAt: (delimiter: number) => CellForm): number {
  const fits = (delimiter: number) => cellsOf(row, formAt(delimiter))?.[0]?.length === cells;
  return DELIMITERS.find(fits) ?? COMMA;
}

interface Line {
  readonly line: number;
  readonly from: number;
  /** After its end. */
  readonly to: number;
  readonly bytes: Uint8Array;
  /** Whether its end is in the beginning. */
  readonly isWhole: boolean;
}

/** The lines of a beginning that are not blank. */
class Lines {
  readonly lineEnd: number;
  readonly #bytes: Uint8Array;
  #at: number;
  #line = 1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const feed = bytes.indexOf(LINE_FEED);
    const back = bytes.indexOf(CARRIAGE_RETURN);
    // Lines that end in a carriage return alone are those of old Macintosh programs.
    const isAlone = back >= 0 && back !== feed - 1 && (feed < 0 || back < feed) && back < bytes.length - 1;
    this.lineEnd = isAlone ? CARRIAGE_RETURN : LINE_FEED;
  }

  next(): Line | undefined {
    while (this.#at < this.#bytes.length) {
      const from = this.#at;
      const found = this.#bytes.indexOf(this.lineEnd, from);
      const to = found < 0 ? this.#bytes.length : found + 1;
      const bytes = this.#bytes.subarray(from, to);
      const line = this.#line++;
      this.#at = to;
      const isWhole = found >= 0 || this.#bytes.length < BEGINNING_BYTES;
      if (bytes.some((byte) => byte > 0x20)) return { line, from, to, bytes, isWhole };
    }
    return undefined;
  }
}

/** How a table is written, as far as its cells are concerned. */
interface CellForm {
  readonly delimiter: number;
  readonly lineEnd: number;
  /** Splits a row where the writer has quoting of its own. */
  readonly splitRow?: ((row: string) => readonly string[] | undefined) | undefined;
}

/** The cells of each row of a piece of a table; undefined where it has something that is not a table's. */
export function cellsOf(bytes: Uint8Array, form: CellForm): readonly (readonly string[])[] | undefined {
  if (form.splitRow !== undefined) return cellsOfLine(bytes, form.splitRow);
  try {
    return parseCsv(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
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

export function textFaultOf(bytes: Uint8Array): "not-utf8" | "nul-bytes" | undefined {
  if (bytes.includes(0)) return "nul-bytes";
  return isUtf8(bytes) ? undefined : "not-utf8";
}
