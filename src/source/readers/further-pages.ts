import type { PageWords } from "../../lib/json-records/json-surroundings.js";
import { parsedJson } from "../../lib/json-text.js";
import { problem } from "../../problems/source.js";
import { type ItemBatch, readRewritten } from "./item-batches.js";
import type { ReaderItem, RecordReader } from "./record-reader.js";
import { endFault } from "./text/item-list.js";

/** Where the next page begins: an empty one is the last page's. */
const NEXT_PLACE =
  /"(?:(?:next_?)?(?:page_?|pagination_?)?token|next_?cursor|paged_?results_?cookie|next(?:_?page)?(?:_?(?:url|uri|link))?|after)"\s{0,16}:\s{0,16}"[^"]{1,4096}"/i;
/** That there is one, or its number. */
const HAS_NEXT =
  /"(?:has_?(?:more|next(?:_?page)?)|(?:is_?)?truncated)"\s{0,16}:\s{0,16}true\b|"(?:is_?)?last(?:_?page)?"\s{0,16}:\s{0,16}false\b|"(?:next(?:_?page)?|remaining_?paged_?results)"\s{0,16}:\s{0,16}[1-9]/i;
/** Of a list, but where it is further in. */
const COUNT = /^(?:count|data2)$/i;
const TOTAL =
  /"(?:total(?:_?(?:count|results?|items|users|elements|rows|records|size|hits))?|records_?total)"\s{0,16}:\s{0,16}"?([0-9]{1,12})\b/i;

/** Of an answer that says why it has no more: a page may be missing. */
const FAILED = /^errors?(?:_?(?:message|description|code|summary))?$/i;
/** What says so of itself, or that all went well. */
const MESSAGE = /^(?:message|detail|reason)$/i;
const FAILING_MESSAGE =
  /too many requests|rate.?limit|unauthori[sz]ed|forbidden|access denied|timed? ?out|try again|unavailable|server error/i;
/** How an answer says that there is none. */
const NO_FAULT = /^(?:|none|null|false|0|ok|no[ _-]?errors?)$/i;
const SUCCEEDED = /^(?:success(?:ful)?|ok)$/i;
/** What came is not all. */
const PARTIAL = /^(?:timed_?out|incomplete_?results|(?:is_?)?partial)$/i;
/** A code of HTTP, or a word. */
const STATUS = /^(?:http_?|error_?)?(?:status(?:_?code)?|code)$/i;
const FAILING_STATUS = /^(?:[45]\d\d|error|fail(?:ed|ure)?)$/i;

function isFault(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !NO_FAULT.test(`${value ?? ""}`);
  return Object.values(value).some(isFault);
}

/** Whether an answer with this value beside its list has failed; undefined: the value is a long one. */
function saysFailed(key: string, value: unknown): boolean {
  if (FAILED.test(key)) return value === undefined || isFault(value);
  if (PARTIAL.test(key)) return value === true;
  if (MESSAGE.test(key)) return typeof value === "string" && FAILING_MESSAGE.test(value);
  return (SUCCEEDED.test(key) && value === false) || (STATUS.test(key) && FAILING_STATUS.test(`${value}`));
}

function isLinkToNext(link: unknown): boolean {
  const { rel, href } = (link ?? {}) as { readonly rel?: unknown; readonly href?: unknown };
  return rel === "next" && typeof href === "string" && href !== "";
}

/** `list_metadata`, or `meta.pagination`. */
const MOST_WITHIN = 2;
/** Objects whose totals are of the list beside them; a quota or a licence has totals too. */
const ABOUT_LISTS =
  /^_?(?:(?:list|results?|response|page)?_?meta(?:_?data)?|pag(?:e|er|ing|ination)(?:_?info)?|details|data|links)$/i;

/** Plain values by their keys; the records of another list say nothing of this one. */
function plainIn(key: string, value: unknown, within: number): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${JSON.stringify(key)}:${JSON.stringify(value)}`];
  if (Array.isArray(value) || within === 0) return [];
  return Object.entries(value).flatMap(([name, one]) => plainIn(name === "href" ? key : name, one, within - 1));
}

/** Whether text around a list may say that the list continues elsewhere, or is not whole. */
export function mayTellOfPages(text: string): boolean {
  return [NEXT_PLACE, HAS_NEXT, TOTAL, OTHER_WORDS].some((words) => words.test(text));
}

const OTHER_WORDS =
  /"(?:error|success|ok"|(?:http_?)?status|code"|message"|detail"|reason"|count"|data2"|links"|timed_?out|incomplete_?r|(?:is_?)?partial")/i;

/** What is said beside the lists of a file. */
export interface PagesSaid {
  readonly pages: number;
  /** The last of them names a next one. */
  readonly isContinued: boolean;
  /** One of them names none. */
  readonly hasEnd: boolean;
  /** Each page has FusionAuth's place for the next results, which its last one has as well. */
  readonly hasNextResults: boolean;
  /** It is, or one of its pages is, an answer that says that it has failed. */
  readonly hasFailed: boolean;
  /** The most records that a page says there are: people are deleted while pages are fetched, and others move up a page. */
  readonly total: number;
}

/** A search engine counts no further unless it is asked to, and FusionAuth then gives a place for the next results. */
const MOST_COUNTED = 10_000;
/** A shell puts page 10 before page 2, so that the last page of so many may be anywhere. */
const MANY_PAGES = 10;

/** A file, which may be a page, or several of them. */
export interface PagedFile {
  readonly name?: string | undefined;
  readonly pages?: PagesSaid | undefined;
  /** Of users. */
  readonly records: number;
}

/** Whether records are missing from any of the lists that the files are of. */
export function arePagesMissing(files: readonly PagedFile[]): boolean {
  const lists = listsOf(files);
  if (lists === undefined) return areFewer(files) || isCut(files, lastByNumber(files));
  return lists.some((list) => isCut(list, saidIn(list.slice(-1))));
}

/**
 * Whether the records are not all of a list; of several files each says something.
 *
 * @param lasts Those after which nothing may follow, where it is known.
 */
function isCut(files: readonly PagedFile[], lasts?: readonly PagesSaid[]): boolean {
  const said = saidIn(files);
  const records = recordsIn(files);
  const total = Math.max(0, ...said.map((one) => one.total));
  if (total > records || said.some(({ hasFailed }) => hasFailed)) return true;
  if (said.length === 0) return false;
  const pages = said.reduce((sum, one) => sum + one.pages, 0);
  // What a page alone counts may be its own records.
  const areAll = total === records && pages > 1;
  const isMisplaced = lasts === undefined && pages >= MANY_PAGES && said.some(({ hasEnd }) => hasEnd);
  if ((lasts ?? said.slice(-1)).some(({ isContinued }) => isContinued)) return !areAll && !isMisplaced;
  return total === MOST_COUNTED && total === records && said.every(({ hasNextResults }) => hasNextResults);
}

function saidIn(files: readonly Pick<PagedFile, "pages">[]): readonly PagesSaid[] {
  return files.flatMap(({ pages }) => pages ?? []);
}

function recordsIn(files: readonly PagedFile[]): number {
  return files.reduce((sum, { records }) => sum + records, 0);
}

/** Whether there are fewer records than a file says; one that has as many as it says, where others say more, is a list by itself. */
function areFewer(files: readonly PagedFile[]): boolean {
  const totalOf = ({ pages }: PagedFile) => pages?.total ?? 0;
  const isWhole = (file: PagedFile) => totalOf(file) > 0 && totalOf(file) <= file.records;
  const most = Math.max(0, ...files.map((file) => (isWhole(file) ? 0 : totalOf(file))));
  return most > recordsIn(files.filter((file) => !isWhole(file) || totalOf(file) === most));
}

const NUMBERED = /^(.*\D)?(\d{1,15})(\D*)$/s;

/** A name with a number in it, such as an offset: what is before and after it names the list. */
export function numberedName(name: string) {
  const [, before = "", digits, after = ""] = NUMBERED.exec(name) ?? [];
  return digits === undefined ? undefined : { before, digits, after, list: JSON.stringify([before, after]) };
}

/** The files of each list in its order, where all names number them; undefined where their numbers are of no list. */
function listsOf(files: readonly PagedFile[]): readonly (readonly PagedFile[])[] | undefined {
  const lists = new Map<string, { readonly number: number; readonly file: PagedFile }[]>();
  const firsts = new Set<string>();
  for (const file of files) {
    const numbered = numberedName(file.name ?? "");
    if (numbered === undefined) return undefined;
    const { before, digits, after } = numbered;
    const list = JSON.stringify([before.replace(/[-_. ]+$/, ""), after]);
    lists.set(list, [...(lists.get(list) ?? []), { number: Number(digits), file }]);
    firsts.add(JSON.stringify([digits, after]));
  }
  // Two first pages have the same number.
  if (lists.size === files.length && firsts.size === files.length) return undefined;
  return [...lists.values()].map((list) =>
    list.sort((one, other) => one.number - other.number).map(({ file }) => file),
  );
}

/** The last page of each list, where the names of all files but the first, which has none or one without a number, number them. */
function lastByNumber([first, ...others]: readonly PagedFile[]): readonly PagesSaid[] | undefined {
  const lists = new Map<string, NumberedList>();
  for (const { name = "", pages } of others) {
    const numbered = numberedName(name);
    if (numbered === undefined) return undefined;
    const { list, digits, before, after } = numbered;
    const { files, least, last, pages: known } = lists.get(list) ?? NO_FILES;
    const number = Number(digits);
    lists.set(list, {
      ...{ name: `${before.replace(/[-_. (]+$/, "")}${after.replace(/^\)/, "")}`, files: files + 1 },
      ...{ least: Math.min(least, number), last: Math.max(last, number), pages: number > last ? pages : known },
    });
  }
  const all = [...lists.values()];
  if (all.every(({ files }) => files < 2)) return undefined;
  const { name, pages } = first as PagedFile;
  // A shell puts page 10 in front of page 8.
  if (name === undefined && all.length === 1 && pages?.isContinued === false) return [pages];
  const isBeside = name !== undefined && !all.some((list) => mayBegin(list, name));
  return saidIn(isBeside ? [...all, { pages }] : all);
}

interface NumberedList {
  /** Without a number. */
  readonly name: string;
  readonly files: number;
  readonly least: number;
  readonly last: number;
  /** Of the last file. */
  readonly pages: PagesSaid | undefined;
}

const NO_FILES: NumberedList = { name: "", files: 0, least: Number.POSITIVE_INFINITY, last: -1, pages: undefined };

/** Whether the first page of a list may have this name: it lacks that one, or the name is that of the others without their number. */
function mayBegin({ name, least }: NumberedList, first: string): boolean {
  return least > 1 || name === first;
}

/** What the objects around the lists of a document say of further pages. */
class PagesTold implements PageWords, PagesSaid {
  hasFailed = false;
  total = 0;
  pages = 0;
  /** Of the page that is read. */
  #isContinued = false;
  #hasNextResults = false;
  /** Of the pages before it. */
  #hasLast = false;
  #hasLastResults = false;

  /** An empty page ends FusionAuth's results, whatever place it gives. */
  noteEmpty(): void {
    this.#hasLastResults = true;
  }

  begin(): void {
    this.#hasLast ||= this.pages > 0 && !this.#isContinued;
    this.#hasLastResults ||= this.pages > 0 && !this.#hasNextResults;
    this.pages++;
    this.#isContinued = false;
    this.#hasNextResults = false;
  }

  get isContinued(): boolean {
    return this.#isContinued;
  }

  get hasEnd(): boolean {
    return this.#hasLast || !this.#isContinued;
  }

  get hasNextResults(): boolean {
    return this.#hasNextResults && !this.#hasLastResults;
  }

  value(key: string, bytes: Uint8Array | null): void {
    const value = bytes === null ? undefined : parsedJson(new TextDecoder().decode(bytes));
    this.#hasNextResults ||= key === "nextResults" && typeof value === "string" && value !== "";
    this.hasFailed ||= saysFailed(key, value);
    this.#isContinued ||= Array.isArray(value) && value.some(isLinkToNext);
    if (COUNT.test(key) && Number.isInteger(value)) this.total = Math.max(this.total, value as number);
    const mayCount = typeof value !== "object" || ABOUT_LISTS.test(key);
    for (const told of plainIn(key, value, MOST_WITHIN)) {
      this.#isContinued ||= NEXT_PLACE.test(told) || HAS_NEXT.test(told);
      if (mayCount) this.total = Math.max(this.total, Number(TOTAL.exec(told)?.[1] ?? 0));
    }
  }
}

const FURTHER_PAGES = problem(
  "source/further-pages",
  "the list has more records than there are here: a page is missing, or one is an answer that has failed",
);

/** The last item, which says that records are missing after it. */
export function withPagesMissing<Item extends ReaderItem>(last: Item): Item {
  return last.kind === "end-fault" ? last : { ...last, damage: [...(last.damage ?? []), FURTHER_PAGES] };
}

/** The items of a document with one list, the last of them with a warning where the document itself says that the list continues. */
export async function* withFurtherPages(
  read: (pages: PageWords) => AsyncIterable<ItemBatch>,
): AsyncGenerator<ItemBatch> {
  const told = new PagesTold();
  let last: ReaderItem | undefined;
  let records = 0;
  for await (const batch of read(told)) {
    if (batch.length === 0) continue;
    records += batch.length;
    yield [...(last === undefined ? [] : [last]), ...batch.slice(0, -1)];
    last = batch.at(-1);
  }
  if (last !== undefined) {
    yield Object.assign([arePagesMissing([{ pages: told, records }]) ? withPagesMissing(last) : last], { pages: told });
  } else if (told.hasFailed) {
    const fault = endFault(1, ["source/no-users", "the file is an answer that says that it failed"]);
    yield Object.assign([fault], { pages: told });
  } else {
    told.noteEmpty();
    yield Object.assign([], { pages: told });
  }
}

/** A reader for a part of a list, which always continues. */
export function ofPart(reader: RecordReader): RecordReader {
  if (reader.cuts?.kind !== "list") return reader;
  return { ...reader, read: readRewritten(reader, withoutPages) };
}

/** An item without that warning: records elsewhere may be the further pages. */
export function withoutPages<Item extends ReaderItem>(item: Item): Item {
  if (item.kind === "end-fault" || item.damage === undefined) return item;
  return { ...item, damage: item.damage.filter(({ code }) => code !== "source/further-pages") };
}
