import {
  type JsonRecord,
  type JsonRecordOptions,
  type JsonStop,
  jsonRecordBatches,
} from "../../../src/lib/json-records/json-records.js";

/** Yields each record as it completes. Never throws on any bytes. */
export async function* jsonRecords(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions = {},
): AsyncGenerator<JsonRecord | JsonStop> {
  for await (const batch of jsonRecordBatches(input, options)) yield* batch;
}
