import { type CsvRow, CsvRows } from "../../lib/csv-records/csv-rows.js";
import { LINE_FEED, OPENING_BRACE } from "../../lib/json-records/json-bytes.js";
import { firstListIn } from "../../lib/json-records/json-records.js";
import { problem, refuse } from "../../problems/source.js";
import { type Failure, failure } from "../../result.js";
import { Buffer } from "../../runtime/index.js";
import { beginInput, inputOf } from "../input/input-beginning.js";
import { InputFault } from "../input/input-fault.js";
import { inUtf8, unpacked } from "../input/unpack.js";
import type { RecordReader, TableCut } from "../readers/record-reader.js";
import type { Source } from "../source.js";
import { type CutPlace, type Cutter, ListCutter } from "./cut-list.js";
import { betweenRecords, GuessedListCutter } from "./guess-list.js";

/** How a file is divided, as its beginning shows. */
export interface ChosenCutter {
  readonly cutter: Cutter;
  readonly reader: number;
  readonly lineEnd: number;
  /** Whether the records are in a list, whose end follows the last of them. */
  readonly isList: boolean;
  /** Whether places after the first one are guesses, which hold where each chunk can be read. */
  readonly isGuessed?: boolean;
}

/** How a file of a source is divided, a list where `guesses` also by its looks; or why it can only be read whole. */
export async function cutterFor(
  { readers, roleOf, title, listsBy, listsOf }: Source,
  beginning: Uint8Array,
  chunkBytes: number,
  guesses = false,
): Promise<ChosenCutter | Failure> {
  if (roleOf !== undefined) return notDivisible(`an export of ${title} has rows of several tables`);
  // Who reads a chunk can't tell that another one is of another tenant.
  if (listsOf !== undefined) return notDivisible(`an export of ${title} may have users of more than one ${listsBy}`);
  if (!(await isPlainUtf8(beginning))) return notDivisible("the file is compressed, or not in UTF-8");
  const found = readers.findIndex(({ fits }) => fits(beginning));
  const reader = found < 0 ? readers.length - 1 : found;
  const { cuts, format } = readers[reader] as RecordReader;
  const unknown = notDivisible(`a file of this form (${format}) is read as a whole only`);
  if (cuts === undefined) return unknown;
  if (cuts.kind === "table") {
    const table = cuts.tableOf(beginning);
    if (table === undefined) return unknown;
    return { cutter: new TableCutter(table, chunkBytes), reader, lineEnd: table.lineEnd, isList: false };
  }
  const isList = cuts.kind === "list" || beginsArray(beginning);
  if (!isList) {
    // Who reads the whole file stops there; who reads a later chunk would not.
    const isLost = await beginsWithFault(readers[reader] as RecordReader, beginning);
    if (isLost) return notDivisible("the file's beginning shows no lines of JSON");
    return { cutter: new LineCutter(chunkBytes), reader, lineEnd: LINE_FEED, isList };
  }
  const list = firstListIn(beginning, cuts.kind === "list" ? { key: cuts.keys } : {});
  if (list === undefined) return notDivisible("the file's beginning shows no list of users");
  const between = guesses ? betweenRecords(beginning, list) : undefined;
  if (between === undefined) return { cutter: new ListCutter(list, chunkBytes), reader, lineEnd: LINE_FEED, isList };
  const cutter = new GuessedListCutter(list, chunkBytes, between);
  return { cutter, reader, lineEnd: LINE_FEED, isList, isGuessed: true };
}

async function beginsWithFault(reader: RecordReader, beginning: Uint8Array): Promise<boolean> {
  for await (const { kind } of reader.read(inputOf(beginning))) return kind === "end-fault";
  return false;
}

function beginsArray(beginning: Uint8Array): boolean {
  return /^\ufeff?\s*\[/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(beginning.subarray(0, 1024)));
}

async function isPlainUtf8(beginning: Uint8Array): Promise<boolean> {
  try {
    const read = await beginInput(inUtf8(unpacked(inputOf(beginning))), beginning.length);
    return Buffer.compare(read.beginning, beginning) === 0;
  } catch (error) {
    if (error instanceof InputFault) return false;
    throw error;
  }
}

export function notDivisible(message: string, field?: string): Failure {
  return field === undefined
    ? refuse("source/not-divisible", message)
    : failure(problem("source/not-divisible", message, { field }));
}

const MAX_ROW_BYTES = 1 << 20;

/** Divides a table between two sound rows, as its own reader finds them. */
class TableCutter implements Cutter {
  readonly from: number;
  at = 0;
  readonly #chunkBytes: number;
  readonly #rows: CsvRows;
  #chunkFrom: number;
  #skipped: number;
  #isAfterRow = false;

  constructor({ from, ...form }: TableCut, chunkBytes: number) {
    this.from = from;
    this.#chunkBytes = chunkBytes;
    this.#chunkFrom = from;
    this.#skipped = from;
    this.#rows = new CsvRows({ ...form, line: 1, maxRowBytes: MAX_ROW_BYTES });
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

  /** What was before these bytes is given away. */
  #isCut(row: CsvRow, before: number): boolean {
    const place = row.from + this.from;
    if (!this.#isAfterRow || place < before || place - this.#chunkFrom < this.#chunkBytes) return false;
    this.#chunkFrom = place;
    return true;
  }
}

/** Divides newline-delimited JSON before lines that begin an object: any other first line is not taken for JSON lines. */
class LineCutter implements Cutter {
  readonly from = 0;
  at = 0;
  readonly #chunkBytes: number;
  #chunkFrom = 0;
  /** Where the first line begins that begins an object; -1 before it was seen. */
  #objectAt = -1;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  push(bytes: Uint8Array): readonly CutPlace[] {
    const found: CutPlace[] = [];
    const base = this.at;
    if (this.#objectAt < 0) this.#objectAt = this.#firstObject(bytes);
    while (this.#objectAt >= 0) {
      const from = Math.max(this.#chunkFrom + this.#chunkBytes - 1, this.#objectAt, base) - base;
      const cut = from < bytes.length ? nextBeginning(bytes, from) : -1;
      if (cut < 0) break;
      this.#chunkFrom = base + cut;
      found.push({ end: base + cut, next: base + cut });
    }
    this.at = base + bytes.length;
    return found;
  }

  #firstObject(bytes: Uint8Array): number {
    if (this.at === 0 && bytes[0] === OPENING_BRACE) return 0;
    const found = nextBeginning(bytes, 0);
    return found < 0 ? -1 : this.at + found;
  }
}

/** Where a line begins with an object, not before a place; -1 where these bytes show none. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === OPENING_BRACE) return at + 1;
  }
  return -1;
}
