import { defined } from "../../lib/defined.js";
import type { PagesSaid } from "./further-pages.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";
import { SharedInput } from "./shared-input.js";

/** Items that become known together. */
export interface ItemBatch extends ReadonlyArray<ReaderItem> {
  /** Tables that were asked for, and that the file has without any row. */
  readonly emptyTables?: readonly string[];
  /** Tables with rows that were not asked for, and that have second factors by their names, or accounts of staff. */
  readonly unreadTables?: readonly string[];
  /** With the last items of a list, or with none: what the file says beside it. */
  readonly pages?: PagesSaid;
}

/** Other items with what a batch says beside its own. */
export function inPlaceOf({ emptyTables, unreadTables, pages }: ItemBatch, items: ReaderItem[]): ItemBatch {
  return Object.assign(items, defined({ emptyTables, unreadTables, pages }));
}

type ReadBatches = (input: AsyncIterable<Uint8Array>) => AsyncIterable<ItemBatch>;

/** Under which `read` of a reader has the way that gives batches: a reader with another `read` has it no more. */
const BATCHES: unique symbol = Symbol("batches of items");

interface BatchedRead {
  readonly [BATCHES]?: ReadBatches;
}

/** `read` of a reader in batches; readers with one `nameIn` find the same in a shared input. */
export function readInBatches(ownBatches: ReadBatches, nameIn?: (input: SharedInput) => string): RecordReader["read"] {
  const batches: ReadBatches = (input) =>
    nameIn !== undefined && input instanceof SharedInput ? input.batches(nameIn(input), ownBatches) : ownBatches(input);
  const read = (input: AsyncIterable<Uint8Array>) => itemsOf(batches(input));
  return Object.assign(read, { [BATCHES]: batches });
}

/** What a reader finds, in batches; a reader that has none gives each item by itself. */
export function batchesOf(reader: RecordReader, input: AsyncIterable<Uint8Array>): AsyncIterable<ItemBatch> {
  const batches = (reader.read as BatchedRead)[BATCHES];
  return batches === undefined ? singly(reader.read(input)) : batches(input);
}

export async function* itemsOf(
  batches: AsyncIterable<ItemBatch>,
  noteTables: (batch: ItemBatch) => void = () => {},
): AsyncGenerator<ReaderItem> {
  for await (const batch of batches) {
    noteTables(batch);
    for (const item of batch) yield item;
  }
}

async function* singly(items: AsyncIterable<ReaderItem>): AsyncGenerator<ItemBatch> {
  for await (const item of items) yield [item];
}

/** `read` of a reader whose items are those of another one, each written in another way. */
export function readRewritten(reader: RecordReader, rewritten: (item: ReaderItem) => ReaderItem): RecordReader["read"] {
  return readInBatches(async function* (input) {
    for await (const batch of batchesOf(reader, input)) yield inPlaceOf(batch, batch.map(rewritten));
  });
}
