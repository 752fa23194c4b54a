import { ofOtherSystem } from "./check-source-name.js";
import { otherSource } from "./detect-source.js";
import { isFields } from "./fields/field.js";
import type { UnreadableRest } from "./normalized-user.js";
import type { ItemBatch } from "./readers/item-batches.js";
import type { ReaderItem, ReadRecord } from "./readers/record-reader.js";
import { MOST_RECORDS } from "./readers/shared-input.js";
import type { SeenInput } from "./seen-input.js";
import type { Source } from "./source.js";

/** The same items, each given to `note` as it was read, the first records in one batch however the file arrives: another system's file is recognised by them. */
export async function* firstTogether(
  batches: AsyncIterable<ItemBatch>,
  note: (batch: ItemBatch) => void,
): AsyncGenerator<ItemBatch> {
  let held: ItemBatch = [];
  let isHolding = true;
  try {
    for await (const batch of batches) {
      note(batch);
      const at: number = held.length > 0 ? 0 : batch.findIndex(({ kind }) => kind !== "fault");
      if (!isHolding || at < 0) {
        yield batch;
        continue;
      }
      if (at > 0) yield batch.slice(0, at);
      held = [...held, ...batch.slice(at)];
      isHolding = held.length < MOST_RECORDS;
      if (!isHolding) yield held;
    }
  } finally {
    if (isHolding && held.length > 0) yield held;
  }
}

/** Why nothing is read of a file that another system wrote: each record of it would be refused for the fields that it lacks. */
export async function foreignRest(
  batch: ItemBatch,
  source: Source,
  seen: SeenInput,
): Promise<UnreadableRest | undefined> {
  const [item] = batch;
  if (item === undefined || !isForeign(item, source)) return undefined;
  const other = await otherSource(source, await seen.beginning(), firstRecordsIn(batch));
  if (other === undefined) return undefined;
  // Where nothing was found, it is not the last line that is wrong.
  return ofOtherSystem(other, source, item.kind === "record" ? item.place.line : 1);
}

function firstRecordsIn(batch: ItemBatch) {
  const first = batch.slice(0, MOST_RECORDS);
  const records = first.filter((item): item is ReadRecord => item.kind === "record");
  const table = records[0]?.table;
  const ofTable = records.filter((item) => item.table === table);
  return { table, records: ofTable.map(({ value }) => value).filter(isFields) };
}

/** A first record that the source does not write, damage in place of one, or a file in which it finds none. */
function isForeign(item: ReaderItem, { detect }: Source): boolean {
  // Only the source itself finds that there are several lists of its users.
  if (item.kind === "end-fault" && item.problem.code === "source/table-prefix") return false;
  if (item.kind !== "record") return true;
  return isFields(item.value) && detect?.([item.value], item.table) === "no";
}
