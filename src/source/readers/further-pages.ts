import type { PageWords } from "../../lib/json-records/json-surroundings.js";
import { problem } from "../../problems/source.js";
import { type ItemBatch, readRewritten } from "./item-batches.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";
import { endFault } from "./text/item-list.js";

/** Where the next page begins: an empty one is the last page's. */
const NEXT_PLACE =
  /"(?:(?:next_?)?(?:page_?|pagination_?)?token|next_?cursor|paged_?results_?cookie|next|after)"\s{0,16}:\s{0,16}"[^"]{1,4096}"/i;
const TOTAL = /"total(?:_?(?:count|results?|items|users|elements))?"\s{0,16}:\s{0,16}"?([0-9]{1,12})\b/i;

/** Of an answer that says why it has no more: a page may be missing. */
const FAILED = /^errors?(?:_?(?:message|description|code))?$/i;
/** How an answer says that there is none. */
const NO_FAULT = /^(?:|none|null|false|0|ok)$/i;

function isFault(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !NO_FAULT.test(`${value ?? ""}`);
  return Object.keys(value).length > 0;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** `list_metadata`, or `meta.pagination`. */
const MOST_WITHIN = 2;

/** Plain values by their keys; the records of another list say nothing of this one. */
function plainIn(key: string, value: unknown, within: number): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${JSON.stringify(key)}:${JSON.stringify(value)}`];
  if (Array.isArray(value) || within === 0) return [];
  return Object.entries(value).flatMap(([name, one]) => plainIn(name, one, within - 1));
}

/** Whether text around a list may say that the list continues elsewhere, or is not whole. */
export function mayTellOfPages(text: string): boolean {
  return NEXT_PLACE.test(text) || TOTAL.test(text) || /"error/i.test(text);
}

/** What the objects around the lists of a document say of further pages. */
class PagesTold implements PageWords {
  /** It is, or one of the pages is, an answer that says that it has failed. */
  hasFailed = false;
  #isContinued = false;
  #total = 0;

  begin(): void {
    this.#isContinued = false;
  }

  value(key: string, bytes: Uint8Array): void {
    const value = parsed(bytes);
    this.hasFailed ||= FAILED.test(key) && isFault(value);
    for (const told of plainIn(key, value, MOST_WITHIN)) {
      this.#isContinued ||= NEXT_PLACE.test(told);
      this.#total = Math.max(this.#total, Number(TOTAL.exec(told)?.[1] ?? 0));
    }
  }

  /** The last record with a warning where these are not all. */
  marked(last: ReaderItem, records: number): ReaderItem {
    const isPage = this.#isContinued || this.hasFailed;
    if (last.kind === "end-fault" || !(isPage || this.#total > records)) return last;
    const damage = [...(last.damage ?? []), problem("source/further-pages", FURTHER_PAGES)];
    return isPage ? { ...last, damage } : { ...last, damage, total: this.#total };
  }
}

const FURTHER_PAGES = "the file says that it is one page of a list, which continues after this record";

/** The items of a document with one list, the last of them with a warning where the document itself says that the list continues. */
export async function* withFurtherPages(
  read: (pages: PageWords) => AsyncIterable<ItemBatch>,
): AsyncGenerator<ItemBatch> {
  const told = new PagesTold();
  let last: ReaderItem | undefined;
  let items = 0;
  for await (const batch of read(told)) {
    if (batch.length === 0) continue;
    items += batch.length;
    yield [...(last === undefined ? [] : [last]), ...batch.slice(0, -1)];
    last = batch.at(-1);
  }
  if (last !== undefined) yield [told.marked(last, items)];
  else if (told.hasFailed) yield [endFault(1, ["source/no-users", "the file is an answer that says that it failed"])];
}

/** A reader for a part of a list, which always continues. */
export function ofPart(reader: RecordReader): RecordReader {
  if (reader.cuts?.kind !== "list") return reader;
  return { ...reader, read: readRewritten(reader, (item) => withoutPages(item, () => true)) };
}

/** An item without that warning, where records elsewhere are the further pages. */
export function withoutPages<Item extends ReaderItem>(
  item: Item,
  areElsewhere: (total: number | undefined) => boolean,
): Item {
  if (item.kind === "end-fault" || item.damage === undefined || !areElsewhere(item.total)) return item;
  return { ...item, damage: item.damage.filter(({ code }) => code !== "source/further-pages") };
}
