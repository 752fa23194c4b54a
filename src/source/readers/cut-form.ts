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
export type CutForm =
  | { readonly kind: "lines" }
  /** Keys of the top-level object that the list may be under; a top-level array is one too. */
  | { readonly kind: "list"; readonly keys: readonly string[] }
  /** Undefined where the beginning is not that of a table that can be divided. */
  | { readonly kind: "table"; readonly tableOf: (beginning: Uint8Array) => TableCut | undefined };
