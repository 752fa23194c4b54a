import * as ascii from "./json-bytes.js";
import { containerOf, isListOfRecords, type ListPath, type OpenContainer, pathsUnder } from "./list-paths.js";

/** Why a document can't be read further. */
export type JsonStopReason =
  | "empty"
  | "utf-16"
  | "nul-bytes"
  | "gzip"
  | "zip"
  | "csv"
  | "not-json"
  | "cut-off"
  | "no-records"
  | "trailing";

/** What a byte begins: the list of records, another value, or the first line of newline-delimited JSON. */
export type JsonBeginning = "list" | "value" | "line" | "line-after-damaged-one";

/** A longer value is not a setting. */
const MOST_SETTING_BYTES = 1024;
/** A longer one says nothing of where a page ends. */
const MOST_PAGE_BYTES = 8192;
const MAX_KEY_BYTES = 256;
/** One for all keys: to make one takes longer than to decode a key. */
const KEY_DECODER = new TextDecoder();
/** How far a line without JSON is searched for what divides columns. */
const MAX_FOREIGN_BYTES = 2048;
/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];

type State =
  /** Before the first value. */
  | "start"
  /** In an object around the list before a key, in a list before an element, or before the end of either. */
  | "before-item"
  | "in-key"
  | "before-colon"
  | "before-value"
  /** In the value of another key, or in another element. */
  | "in-value"
  /** After the top-level value. */
  | "after"
  /** In a first line that is not JSON, to see whether it is a row of columns. */
  | "foreign-line"
  /** After such a line, where objects may follow it. */
  | "after-foreign-line";

/** Told what is around the lists of a document, or of several of the same form that are the pages of one. */
export interface PageWords {
  /** A document, or an element of a list of pages, begins. */
  readonly begin: () => void;
  /** One of its values beside the list of records, as it is written; null of a long one. */
  readonly value: (key: string, bytes: Uint8Array | null) => void;
}

/** The lists that are looked for, and what is kept of what is around them. */
export interface WantedLists {
  /** Undefined where the records are in a top-level array or one a line. */
  readonly paths: readonly ListPath[] | undefined;
  /** Keys of the objects around a list whose plain values its records get. */
  readonly around: readonly string[];
  readonly pages?: PageWords | undefined;
  /** Each element of the top-level array has to have a list. */
  readonly ofPages?: boolean | undefined;
}

/** What is before, between and after the lists of records, byte by byte. */
export class JsonSurroundings {
  /** What ends the top-level value. */
  rootClosing = 0;
  sawRecords = false;
  /** There was a key or text since the list ended. */
  sawText = false;
  /** A list has begun since the document did. */
  hasList = false;
  /** Nothing is damaged after the document: another one of its form is the next page. */
  takesPages = true;
  readonly #paths: readonly ListPath[] | undefined;
  readonly #maxLineBytes: number;
  readonly #names: ReadonlySet<string>;
  readonly #pages: PageWords | undefined;
  readonly #ofPages: boolean;
  /** The outermost first. */
  #open: readonly OpenContainer[] = [];
  /** Around the last list. */
  #openAtList: readonly OpenContainer[] = [];
  #state: State = "start";
  #markBytes = 0;
  #keyBytes: number[] = [];
  /** Of the value that comes next; "" in a list. */
  #key = "";
  /** What is left of the paths in the value that comes next. */
  #wanted: readonly ListPath[] = [];
  #isEscaped = false;
  #foreignBytes = 0;
  #zipBytes = 0;
  #foreignReason: "csv" | "not-json" = "not-json";

  constructor({ paths, around, pages, ofPages = false }: WantedLists, maxLineBytes: number) {
    this.#paths = paths;
    this.#maxLineBytes = maxLineBytes;
    this.#names = new Set(around);
    this.#pages = pages;
    this.#ofPages = ofPages;
  }

  get isBehindDocument(): boolean {
    return this.#state === "after";
  }

  /** An element of a list around the lists of records comes next, or that list's end. */
  get isBeforeElement(): boolean {
    return this.#state === "before-item" && this.#open.at(-1)?.closing === ascii.CLOSING_BRACKET;
  }

  /** The list is the whole document. */
  get isRootList(): boolean {
    return this.#openAtList.length === 0;
  }

  /** Plain values around the last list, those of inner objects before those of outer ones. */
  get around(): Readonly<Record<string, unknown>> | undefined {
    const values = new Map(this.#openAtList.flatMap(({ around }) => [...around]));
    return values.size === 0 ? undefined : Object.fromEntries(values);
  }

  /** The list has ended, and its closing bracket was passed. */
  endList(): void {
    this.sawText = false;
    // Damage that looked like the list's end may have closed what is around it as well.
    this.#open = this.#openAtList;
    this.#state = this.#open.length === 0 ? "after" : "before-item";
  }

  /** Another list begins, at the same place in the structure as the last one. */
  beginListAfterDamage(): void {
    this.#openAtList = this.#openAtList.map((container) => ({ ...container, around: new Map() }));
  }

  /** Why the document can't end here; null where it can. */
  get reasonAtEnd(): JsonStopReason | null {
    if (this.#state === "start") return "empty";
    if (this.#state === "after") return this.hasList ? null : this.#withoutList;
    return this.#isForeign() ? this.#foreignReason : "cut-off";
  }

  /** The fault is that of the first line, whichever line is being read. */
  #isForeign(): boolean {
    return this.#state === "foreign-line" || this.#state === "after-foreign-line";
  }

  /** Takes one byte. A value that begins is to be passed over, up to `endValue`. */
  next(byte: number): JsonStopReason | JsonBeginning | null {
    if (this.#state === "in-key") return this.#inKey(byte);
    if (this.#state === "foreign-line") return this.#inForeignLine(byte);
    if (ascii.isWhiteSpace(byte)) return null;
    if (byte === 0) return this.sawRecords ? "nul-bytes" : "utf-16";
    switch (this.#state) {
      case "start":
        return this.#begin(byte);
      case "before-item":
        return this.#beforeItem(byte);
      case "before-colon":
        this.#state = "before-value";
        return byte === ascii.COLON ? null : "not-json";
      case "before-value":
        return this.#beforeValue(byte);
      case "after-foreign-line":
        return byte === ascii.OPENING_BRACE ? "line-after-damaged-one" : this.#foreignReason;
      default:
        return this.#beginPage(byte);
    }
  }

  get #withoutList(): JsonStopReason {
    return this.sawRecords ? "trailing" : "no-records";
  }

  /** A list that is given in pages may be in one file, page after page: each has a list of its own. */
  #beginPage(byte: number): JsonStopReason | JsonBeginning | null {
    const isOfSameForm =
      byte === (this.rootClosing === ascii.CLOSING_BRACE ? ascii.OPENING_BRACE : ascii.OPENING_BRACKET);
    if (!this.hasList || !isOfSameForm || !this.takesPages) return this.#withoutList;
    this.hasList = false;
    return this.#begin(byte);
  }

  #begin(byte: number): JsonStopReason | JsonBeginning | null {
    if (byte === BYTE_ORDER_MARK[this.#markBytes]) {
      this.#markBytes++;
      return null;
    }
    if (byte === 0xff || byte === 0xfe) return "utf-16";
    if (byte === 0x1f) return "gzip";
    if (byte === ascii.OPENING_BRACKET) return this.#beginArray();
    if (byte !== ascii.OPENING_BRACE) {
      this.#state = "foreign-line";
      return this.#inForeignLine(byte);
    }
    if (this.#paths === undefined) return "line";
    this.rootClosing = ascii.CLOSING_BRACE;
    this.#pages?.begin();
    const root = { closing: ascii.CLOSING_BRACE, paths: [], around: new Map() };
    this.#enter(containerOf(byte, this.#paths) ?? root);
    return null;
  }

  /** A top-level array is the list itself, unless lists are looked for in its elements. */
  #beginArray(): "list" | null {
    this.rootClosing = ascii.CLOSING_BRACKET;
    const container = containerOf(ascii.OPENING_BRACKET, this.#paths ?? []);
    if (container === null) return this.#beginList();
    this.#enter(container);
    return null;
  }

  #beginList(): "list" {
    this.#openAtList = this.#open;
    this.sawRecords = true;
    this.hasList = true;
    return "list";
  }

  #enter(container: OpenContainer): void {
    this.#open = [...this.#open, container];
    this.#state = "before-item";
  }

  /**
   * A line of text that has commas, semicolons or tabs where a JSON document begins.
   * Where records appear one a line, it may be a damaged one: what follows it tells.
   */
  #inForeignLine(byte: number): JsonStopReason | null {
    const isInZipStart = this.#zipBytes === this.#foreignBytes && byte === ZIP_START[this.#zipBytes];
    this.#foreignBytes++;
    if (isInZipStart) return ++this.#zipBytes === ZIP_START.length ? "zip" : null;
    if (byte === 0) return "utf-16";
    const isInLines = this.#paths === undefined;
    if (byte === ascii.COMMA || byte === ascii.TAB || byte === ascii.SEMICOLON) {
      if (!isInLines) return "csv";
      this.#foreignReason = "csv";
    }
    if (this.#foreignBytes > (isInLines ? this.#maxLineBytes : MAX_FOREIGN_BYTES)) return this.#foreignReason;
    if (byte !== ascii.LINE_FEED) return null;
    this.#state = "after-foreign-line";
    return isInLines ? null : "not-json";
  }

  #beforeItem(byte: number): JsonStopReason | JsonBeginning | null {
    if (byte === ascii.COMMA) return null;
    const inner = this.#open.at(-1) as OpenContainer;
    if (this.#ofPages && inner.closing === ascii.CLOSING_BRACKET) {
      if (this.sawRecords && !this.hasList) return "trailing";
      this.hasList = byte === ascii.CLOSING_BRACKET;
    }
    if (byte === inner.closing) {
      this.#open = this.#open.slice(0, -1);
      this.#state = this.#open.length === 0 ? "after" : "before-item";
      return null;
    }
    if (inner.closing === ascii.CLOSING_BRACKET) return this.#beforeElement(byte, inner);
    if (byte !== ascii.QUOTE) return "not-json";
    this.#keyBytes = [];
    this.#isEscaped = false;
    this.sawText = true;
    this.#state = "in-key";
    return null;
  }

  #beforeElement(byte: number, { paths }: OpenContainer): JsonStopReason | JsonBeginning | null {
    this.sawText = true;
    if (this.#ofPages) this.#pages?.begin();
    this.#key = "";
    this.#wanted = paths;
    return this.#beforeValue(byte);
  }

  #inKey(byte: number): JsonStopReason | null {
    if (byte === ascii.QUOTE && !this.#isEscaped) {
      this.#key = KEY_DECODER.decode(Uint8Array.from(this.#keyBytes));
      this.#wanted = pathsUnder(this.#key, this.#open.at(-1)?.paths ?? []);
      this.#state = "before-colon";
      return null;
    }
    this.#isEscaped = byte === ascii.BACKSLASH && !this.#isEscaped;
    // A key that long is not the one looked for; what it says does not matter.
    if (this.#keyBytes.length < MAX_KEY_BYTES) this.#keyBytes.push(byte);
    return null;
  }

  #beforeValue(byte: number): JsonStopReason | JsonBeginning | null {
    if (byte === ascii.OPENING_BRACKET && isListOfRecords(this.#wanted)) return this.#beginList();
    const opens = byte === ascii.OPENING_BRACKET || byte === ascii.OPENING_BRACE;
    const container = opens ? containerOf(byte, this.#wanted) : null;
    if (container !== null) {
      this.#enter(container);
      return null;
    }
    this.#state = "in-value";
    return "value";
  }

  /** Bytes up to which the value that begins is kept. */
  get mostKeptBytes(): number {
    return this.#pages !== undefined ? MOST_PAGE_BYTES : this.#names.has(this.#key) ? MOST_SETTING_BYTES : 0;
  }

  /** The value of another key, or another element, has ended; its bytes where it is one to keep. */
  endValue(bytes: Uint8Array | null): void {
    this.#state = "before-item";
    const { around } = this.#open.at(-1) as OpenContainer;
    this.#pages?.value(this.#key, bytes);
    const value = bytes === null || !this.#names.has(this.#key) ? undefined : settingIn(bytes);
    if (value === undefined) around.delete(this.#key);
    else around.set(this.#key, value);
  }
}

/** The value of a JSON text; undefined where it is an object, a list, damaged or too long for a setting. */
function settingIn(bytes: Uint8Array): unknown {
  if (bytes.length > MOST_SETTING_BYTES) return undefined;
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null ? undefined : value;
  } catch {
    return undefined;
  }
}
