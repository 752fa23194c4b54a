import { type CsvRow, CsvRows } from "../../lib/csv-records/csv-rows.js";
import type { TableCut } from "../readers/cut-form.js";
import type { CutPlace, Cutter } from "./cutter.js";

/** Longest row in bytes, as for the reader. */
const MAX_ROW_BYTES = 1 << 20;

/** Divides a table between two sound rows, as its own reader finds them. */
export class TableCutter implements Cutter {
  readonly from: number;
  at = 0;
  readonly #chunkBytes: number;
  readonly #rows: CsvRows;
  #chunkFrom: number;
  #skipped: number;
  #isAfterRow = false;

  constructor({ from, delimiter, lineEnd, cells, isQuoted }: TableCut, chunkBytes: number) {
    this.from = from;
    this.#chunkBytes = chunkBytes;
    this.#chunkFrom = from;
    this.#skipped = from;
    this.#rows = new CsvRows({ delimiter, lineEnd, line: 1, isQuoted, cells, maxRowBytes: MAX_ROW_BYTES });
  }

  get settled(): number {
    return this.at;
  }

  push(bytes: Uint8Array): readonly CutPlace[] {
    const from = Math.min(this.#skipped, bytes.length);
    this.#skipped -= from;
    const before = this.at;
    this.at += bytes.length;
    const places: number[] = [];
    for (const item of this.#rows.push(bytes.subarray(from))) {
      if (item.kind === "row" && this.#isCut(item, before)) places.push(item.from + this.from);
      this.#isAfterRow = item.kind === "row";
    }
    return places.map((place) => ({ end: place, next: place }));
  }

  end(size: number): number {
    return size;
  }

  /** What was before these bytes is given away. */
  #isCut(row: CsvRow, before: number): boolean {
    const place = row.from + this.from;
    if (!this.#isAfterRow || place < before || place - this.#chunkFrom < this.#chunkBytes) return false;
    this.#chunkFrom = place;
    return true;
  }
}
