import type { Problem } from "../../result.js";

/** Where in the file a record, or a damaged stretch, is. */
export interface RecordPlace {
  /** Number of the record in the file, from 0. */
  readonly index: number;
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Line on which a damaged stretch ends. */
  readonly lastLine?: number;
}

/** A record whose text can be read. */
export interface ReadRecord {
  readonly kind: "record";
  readonly place: RecordPlace;
  /** A plain object where the record is in order; anything else is refused by name. */
  readonly value: unknown;
  /** The table that the record is a row of, in a format with several: lower case, without quotes, the schema's name as written. */
  readonly table?: string;
  /** The record is a row of a table: what its fields are called holds for the file. */
  readonly isRow?: true;
  /** Plain values of the objects around the record that the reader was asked for, such as a realm's settings. */
  readonly around?: Readonly<Record<string, unknown>>;
  /** Fields that appear more than once with different values; the last one counts in `value`. */
  readonly conflictingFields?: readonly string[];
  /** Damage beside the record that does not change it, such as a doubled comma. */
  readonly damage?: readonly Problem[];
}

/** A stretch that can't be read. The record after it is read all the same. */
export interface RecordFault {
  readonly kind: "fault";
  readonly place: RecordPlace;
  readonly problem: Problem;
  readonly damage?: readonly Problem[];
  /** What was read where it may not be all. */
  readonly unsure?: ReadRecord;
}

/** The file can't be read further, or is not what the reader reads. Always the last item. */
export interface EndFault {
  readonly kind: "end-fault";
  readonly line: number;
  readonly problem: Problem;
}

/** What a reader finds in a file, in the file's order. */
export type ReaderItem = ReadRecord | RecordFault | EndFault;

/**
 * Finds the records of one file format: bytes in, records with their places out. A reader knows nothing of users. It
 * never throws on any bytes, never lets one damaged record hide the next, and holds one record at a time.
 */
export interface RecordReader {
  /** What the format is called: `JSON`, `CSV`. */
  readonly format: string;
  /**
   * Whether a file that begins like this is of the format, by its first bytes: at most 64 KiB, or a longer first line of
   * JSON and 64 KiB after it.
   * Asked only where a source has several readers.
   */
  fits(beginning: Uint8Array): boolean;
  read(input: AsyncIterable<Uint8Array>): AsyncIterable<ReaderItem>;
  /** How a file is divided into chunks for several machines; absent where it can only be read as a whole. */
  readonly cuts?: CutForm;
}

/** How the rows of a table are found in a file, as far as its beginning says it. */
export interface TableCut {
  /** Where the first row is. */
  readonly from: number;
  /** The byte between two cells. */
  readonly delimiter: number;
  /** The byte at a line's end. */
  readonly lineEnd: number;
  /** Cells of a row; undefined where each line is a row. */
  readonly cells: number | undefined;
  readonly isQuoted: boolean;
  readonly isDoubling?: boolean | undefined;
}

/**
 * How a file of a format is divided into chunks of which each can be read by itself, between the same beginning and
 * end: by lines, between the records of a JSON list, or between the rows of a table.
 */
type CutForm =
  | { readonly kind: "lines" }
  /** Keys of the top-level object that the list may be under; a top-level array is one too. */
  | { readonly kind: "list"; readonly keys: readonly string[] }
  /** Undefined where the beginning is not that of a table that can be divided. */
  | { readonly kind: "table"; readonly tableOf: (beginning: Uint8Array) => TableCut | undefined };
