import type { TableRows } from "./row-record.js";

/** A part of the way through a dump. */
export interface Phase {
  /** Goes on as far as the text allows; null where it needs more. */
  step(): Turn | null;
  /** At the file's end: where to go on with what is left; null where that was all. */
  conclude(): Turn | null;
}

/** Which phase goes on at the window's place. */
export type Turn =
  | { readonly to: "statement" }
  | { readonly to: "after rows" }
  | { readonly to: "rows"; readonly rows: TableRows }
  | { readonly to: "copy"; readonly rows: TableRows | undefined }
  /** `from` is the line on which the damage began, where that is not the window's. */
  | { readonly to: "lost"; readonly rows?: TableRows; readonly from?: number };
