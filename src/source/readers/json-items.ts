import {
  type JsonFault,
  type JsonRecord,
  type JsonRecordOptions,
  type JsonStop,
  type JsonStopReason,
  jsonRecordBatches,
} from "../../lib/json-records/json-records.js";
import { problem, type SourceProblemCode } from "../../problems/source.js";
import type { Problem } from "../../result.js";
import type { ItemBatch } from "./item-batches.js";
import type { ReaderItem, ReadRecord, RecordFault, RecordPlace } from "./record-reader.js";
import { endFault, type FaultMessage, FILE_FAULTS, faultAt, RECORD_FAULTS } from "./text/item-list.js";

/** The records of a JSON document or of newline-delimited JSON as items of a reader. */
export async function* jsonItems(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions,
  withoutList?: string,
): AsyncGenerator<ItemBatch> {
  const itemOf = (item: JsonRecord | JsonStop): ReaderItem => {
    if (item.kind === "record") {
      return item.fault === undefined ? readRecord(item) : recordFault(item, item.fault);
    }
    const [code, usual] = STOPS[item.reason];
    const message = item.reason === "no-records" && withoutList !== undefined ? withoutList : usual;
    return endFault(item.line, [code, message]);
  };
  for await (const batch of jsonRecordBatches(input, options)) yield batch.map(itemOf);
}

function readRecord(item: JsonRecord): ReadRecord {
  const { index, line, lastLine, value, around, duplicateKeys, isBadlySeparated } = item;
  const isPlain = lastLine === undefined && around === undefined && duplicateKeys === undefined;
  if (!isPlain || isBadlySeparated !== undefined) return readUnusual(item);
  return { kind: "record", place: { index, line }, value };
}

function readUnusual(item: JsonRecord): ReadRecord {
  const { value, around, duplicateKeys = [] } = item;
  const conflictingFields = duplicateKeys.filter(({ differs }) => differs).map(({ key }) => key);
  const read = { kind: "record", place: placeOf(item), value, ...damageOf(item) } as const;
  const record = around === undefined ? read : { ...read, around };
  return conflictingFields.length === 0 ? record : { ...record, conflictingFields };
}

function recordFault(item: JsonRecord, fault: JsonFault): RecordFault {
  const [code, message] = FAULTS[fault];
  return { ...faultAt(placeOf(item), code, message), ...damageOf(item) };
}

function placeOf({ index, line, lastLine }: JsonRecord): RecordPlace {
  return lastLine === undefined ? { index, line } : { index, line, lastLine };
}

function damageOf({ isBadlySeparated }: JsonRecord): { readonly damage?: readonly Problem[] } {
  if (isBadlySeparated === undefined) return {};
  const message = "the comma before this record, or after the last one, is missing, doubled or damaged";
  return { damage: [problem("source/separator-damaged", message)] };
}

const FAULTS = {
  ...RECORD_FAULTS,
  "not-json": ["source/record-damaged", (lines) => `the record on ${lines} is not valid JSON`],
} as const satisfies Record<JsonFault, readonly [SourceProblemCode, FaultMessage]>;

const STOPS: Readonly<Record<JsonStopReason, readonly [SourceProblemCode, string]>> = {
  ...FILE_FAULTS,
  csv: ["source/other-format", "the file looks like CSV, not JSON"],
  "not-json": ["source/malformed", "the file is not JSON from here on"],
  "cut-off": ["source/cut-off", "the file ends before this record, or the list of users, does"],
  "no-records": ["source/no-users", "the file has no list of users"],
  trailing: ["source/trailing-data", "something follows the list of users that is not another page of it"],
};
