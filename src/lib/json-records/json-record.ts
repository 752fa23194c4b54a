import type { JsonStopReason } from "./json-surroundings.js";
import type { DuplicateKey, ParsedRecord } from "./parse-record.js";

/** One record, or what is in a record's place. */
export interface JsonRecord {
  readonly kind: "record";
  /** From 0. */
  readonly index: number;
  /** Line of its first byte, from 1. */
  readonly line: number;
  /** Line of the last byte of a damaged stretch. */
  readonly lastLine?: number;
  readonly value: unknown;
  /** Why there is no value. `stretch`: what is damaged may be more than one record. */
  readonly fault?: JsonFault;
  /** Commas are missing, doubled or damaged before this record, or after the last one. */
  readonly isBadlySeparated?: true;
  /** Keys that appear more than once in an object of the record; the last one counts in `value`. */
  readonly duplicateKeys?: readonly DuplicateKey[];
  /** Plain values of the keys around its list that were asked for; none where damage hides which list it is in. */
  readonly around?: Readonly<Record<string, unknown>>;
}

export type JsonFault = "not-json" | "not-utf8" | "too-long" | "too-deep" | "stretch";

/** The document can't be read further. Always the last item. */
export interface JsonStop {
  readonly kind: "stop";
  readonly reason: JsonStopReason;
  readonly line: number;
}

/** A record that has ended, before its number is known. */
export type EndedRecord = Omit<JsonRecord, "kind" | "index" | "around">;

/** A record on a line. In one piece where nothing is to be said of it, as of almost all. */
export function endedRecord(line: number, record: ParsedRecord): EndedRecord {
  const { value, fault, duplicateKeys } = record;
  return fault === undefined && duplicateKeys === undefined ? { line, value } : { line, ...record };
}
