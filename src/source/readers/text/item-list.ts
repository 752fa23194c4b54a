import { problem, type SourceProblemCode } from "../../../problems/source.js";
import type { Problem } from "../../../result.js";
import type { EndFault, ReadRecord, RecordFault, RecordPlace } from "../record-reader.js";

export interface Lines {
  readonly line: number;
  /** Where it is not the same. */
  readonly lastLine?: number | undefined;
}

export class ItemCounter {
  #index = 0;

  get hasItems(): boolean {
    return this.#index > 0;
  }

  place(line: number): RecordPlace {
    return { index: this.#index++, line };
  }

  record(value: object, { line }: Lines, damage?: Problem): ReadRecord {
    const record = { kind: "record", place: this.place(line), value } as const;
    return damage === undefined ? record : { ...record, damage: [damage] };
  }

  fault(code: SourceProblemCode, { line, lastLine }: Lines, message: FaultMessage): RecordFault {
    const place = this.place(line);
    return faultAt(lastLine === undefined || lastLine === line ? place : { ...place, lastLine }, code, message);
  }
}

/** What is said of the lines that a record is on: `line 3`, `lines 3 to 5`. */
export type FaultMessage = (lines: string) => string;

/** A file's last record that may not be whole, and so is not taken. */
export function heldBack(record: ReadRecord, message: FaultMessage): RecordFault {
  return { ...faultAt(record.place, "source/end-missing", message), unsure: record };
}

/** A record whose line is the last one and has no end: held back unless its last value shows that it is whole. */
export function withoutLineEnd(record: ReadRecord, lastValue: string): ReadRecord | RecordFault {
  return SHOWS_ITS_END.test(lastValue) ? record : heldBack(record, noLineEnd);
}

const noLineEnd: FaultMessage = (lines) =>
  `${lines} is the last one and has no line end, so the file may be cut off inside its last value`;

/** Of no longer value the beginning: a bcrypt hash, an argon2 hash of 32 bytes, base64 with its padding, a truth value. */
const SHOWS_ITS_END =
  /^(?:\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:i|d|id)\$.*\$[A-Za-z0-9+/]{43}|(?:.*[$},:])?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)|true|false)$/i;

export function faultAt(place: RecordPlace, code: SourceProblemCode, message: FaultMessage): RecordFault {
  const { line, lastLine = line } = place;
  const lines = lastLine > line ? `lines ${line} to ${lastLine}` : `line ${line}`;
  return { kind: "fault", place, problem: problem(code, message(lines)) };
}

/** Why nothing more is read from a line on. */
export function endFault(line: number, [code, message]: FileFault): EndFault {
  return { kind: "end-fault", line, problem: problem(code, message) };
}

type FileFault = readonly [SourceProblemCode, string];

/** What files of every format are that can't be read. */
export const FILE_FAULTS = {
  empty: ["source/empty", "the file is empty"],
  "utf-16": ["source/not-utf8", "the file is in UTF-16 or another encoding with NUL bytes"],
  "nul-bytes": ["source/damaged-copy", "the file has NUL bytes instead of text from here on"],
  gzip: ["source/not-text", "the file is compressed with gzip"],
  zip: ["source/not-text", "the file is a ZIP archive"],
} as const satisfies Readonly<Record<string, FileFault>>;

/** What records of every format are that can't be read. */
export const RECORD_FAULTS = {
  "not-utf8": ["source/record-not-utf8", (lines) => `the record on ${lines} has bytes that are not UTF-8`],
  "too-long": ["source/record-damaged", (lines) => `the record on ${lines} is longer than 1 MiB`],
  "too-deep": [
    "source/record-damaged",
    (lines) => `the record on ${lines} has more than 100 objects and lists within each other`,
  ],
  stretch: [
    "source/records-unreadable",
    (lines) => `${lines} can't be read, and the users in it are neither counted nor checked`,
  ],
} as const satisfies Readonly<Record<string, readonly [SourceProblemCode, FaultMessage]>>;
