import { isFields } from "../fields/field.js";
import { readRewritten } from "./item-batches.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";

/**
 * A reader that also finds the rows in what `manage.py dumpdata` writes: `{ model, pk, fields }` becomes a row with the
 * columns of `fields`, `id` and `model`.
 *
 * @see https://docs.djangoproject.com/en/stable/topics/serialization/
 */
export function djangoDump(reader: RecordReader): RecordReader {
  return { ...reader, read: readRewritten(reader, rowItem) };
}

function rowItem(item: ReaderItem): ReaderItem {
  return item.kind === "record" ? { ...item, value: rowOf(item.value) } : item;
}

function rowOf(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { model, pk, fields } = value;
  return typeof model === "string" && isFields(fields) ? { ...fields, model, id: pk } : value;
}
