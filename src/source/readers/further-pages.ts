import { problem } from "../../problems/source.js";
import type { Problem } from "../../result.js";
import type { ItemBatch } from "./item-batches.js";
import type { ReaderItem } from "./record-reader.js";

/** What is looked at before a list and after it. */
const MOST_AROUND = 1 << 12;
/** A larger document is not an answer of an interface, and may be a chunk of one that was divided. */
const MOST_BYTES = 1 << 21;

/** Where the next page begins: an empty one is the last page's. */
const NEXT_PLACE =
  /"(?:(?:next_?)?(?:page_?|pagination_?)?token|next_?cursor|paged_?results_?cookie|next|after)"\s{0,16}:\s{0,16}"[^"]{1,4096}"/i;
const TOTAL = /"total(?:_?(?:count|results?|items|users|elements))?"\s{0,16}:\s{0,16}"?([0-9]{1,12})\b/i;

/** Bytes of a document, of which the beginning and the end are kept. */
export class Surroundings {
  #beginning = new Uint8Array(0);
  #end = new Uint8Array(0);
  #bytes = 0;
  /** What is before the first list says nothing of what follows the last one. */
  hasPages = false;
  /** The pages are in a list, whose end does not belong to the last one. */
  isList = false;

  async *noting(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      if (this.#bytes < MOST_AROUND) this.#beginning = joined(this.#beginning, chunk).slice(0, MOST_AROUND);
      this.#end = joined(this.#end, chunk.subarray(-MOST_AROUND)).slice(-MOST_AROUND);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  /** Whether what is around the list says that it continues (true), or how many records it has if these are not all. */
  sayMoreThan(records: number): boolean | number {
    if (this.#bytes > MOST_BYTES && !this.hasPages) return false;
    const [before = ""] = new TextDecoder().decode(this.#beginning).split("[");
    const end = new TextDecoder().decode(this.#end);
    const after = end.split("]").at(this.isList ? -2 : -1) ?? "";
    const total = Math.max(...[before, after].map((text) => Number(TOTAL.exec(text)?.[1] ?? 0)));
    const last = this.hasPages || this.isList ? after : before + after;
    return NEXT_PLACE.test(last) || (total > records && total);
  }
}

function joined(some: Uint8Array, others: Uint8Array): Uint8Array {
  const both = new Uint8Array(some.length + others.length);
  both.set(some);
  both.set(others, some.length);
  return both;
}

const FURTHER_PAGES = "the file says that it is one page of a list, which continues after this record";
/** The records that a list has, where that is all that shows that there are more. */
const TOTALS = new WeakMap<Problem, number>();

/** Whether records that came from further files make up for those that a page said to be missing. */
export function hasAll(found: Problem, records: number): boolean {
  return records >= (TOTALS.get(found) ?? Number.POSITIVE_INFINITY);
}

/** The items of a document with one list, the last of them with a warning where the document itself says that the list continues. */
export async function* withFurtherPages(
  input: AsyncIterable<Uint8Array>,
  read: (input: AsyncIterable<Uint8Array>, pages: Surroundings) => AsyncIterable<ItemBatch>,
): AsyncGenerator<ItemBatch> {
  const around = new Surroundings();
  let last: ReaderItem | undefined;
  let items = 0;
  for await (const batch of read(around.noting(input), around)) {
    if (batch.length === 0) continue;
    items += batch.length;
    yield [...(last === undefined ? [] : [last]), ...batch.slice(0, -1)];
    last = batch.at(-1);
  }
  if (last === undefined) return;
  const more = around.sayMoreThan(items);
  if (last.kind !== "record" || more === false) return yield [last];
  const found = problem("source/further-pages", FURTHER_PAGES);
  if (more !== true) TOTALS.set(found, Number(more));
  yield [{ ...last, damage: [...(last.damage ?? []), found] }];
}
