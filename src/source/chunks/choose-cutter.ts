import { LINE_FEED } from "../../lib/json-records/json-bytes.js";
import { firstListIn } from "../../lib/json-records/json-records.js";
import { problem, refuse } from "../../problems/source.js";
import { type Failure, failure } from "../../result.js";
import { inUtf8 } from "../input/decode-text.js";
import { beginInput, inputOf } from "../input/input-beginning.js";
import { InputFault } from "../input/input-fault.js";
import { unpacked } from "../input/unpack.js";
import type { RecordReader } from "../readers/record-reader.js";
import type { sourceOf } from "../sources.js";
import { LineCutter } from "./cut-lines.js";
import { ListCutter } from "./cut-list.js";
import { TableCutter } from "./cut-table.js";
import type { Cutter } from "./cutter.js";
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

/**
 * How a file of a source is divided; or why it is read as a whole only.
 *
 * @param guesses Whether a list may be divided where it looks as it does between two records.
 */
export async function cutterFor(
  { readers, roleOf, title }: ReturnType<typeof sourceOf>,
  beginning: Uint8Array,
  chunkBytes: number,
  guesses = false,
): Promise<ChosenCutter | Failure> {
  if (roleOf !== undefined) return notDivisible(`an export of ${title} has rows of several tables`);
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
  if (between === undefined)
    return { cutter: new ListCutter(list, chunkBytes), reader, lineEnd: LINE_FEED, isList };
  const cutter = new GuessedListCutter(list, chunkBytes, between);
  return { cutter, reader, lineEnd: LINE_FEED, isList, isGuessed: true };
}

/** Whether a reader finds nothing before it can't read a file further. */
async function beginsWithFault(reader: RecordReader, beginning: Uint8Array): Promise<boolean> {
  for await (const { kind } of reader.read(inputOf(beginning))) return kind === "end-fault";
  return false;
}

function beginsArray(beginning: Uint8Array): boolean {
  return /^\ufeff?\s*\[/.test(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(beginning.subarray(0, 1024)),
  );
}

/** Whether a reader gets the bytes as they are. */
async function isPlainUtf8(beginning: Uint8Array): Promise<boolean> {
  try {
    const read = await beginInput(inUtf8(unpacked(inputOf(beginning))));
    return Buffer.compare(read.beginning, beginning) === 0;
  } catch (error) {
    if (error instanceof InputFault) return false;
    throw error;
  }
}

/** Why a file is read as a whole only. */
export function notDivisible(message: string, field?: string): Failure {
  return field === undefined
    ? refuse("source/not-divisible", message)
    : failure(problem("source/not-divisible", message, { field }));
}
