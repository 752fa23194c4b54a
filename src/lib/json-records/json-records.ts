import { ByteWindow } from "./byte-window.js";
import type { DuplicateKey } from "./duplicate-keys.js";
import {
  beginsBareValue,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  isWhiteSpace,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "./json-bytes.js";
import { JsonScanner } from "./json-scanner.js";
import { type JsonStopReason, JsonSurroundings } from "./json-surroundings.js";
import { parseRecord } from "./parse-record.js";
import { RecordSearch } from "./record-search.js";
import { RecordShapes } from "./record-shapes.js";

/**
 * Finds the records of a JSON document while it streams in: the elements of the
 * array under one key of the top-level object, of a top-level array, or the lines
 * of newline-delimited JSON. Each record is then parsed by itself, so that a damaged
 * one does not hide the next, and memory holds one record at a time.
 *
 * A record is damaged from the byte on that the grammar forbids; then the next one is
 * looked for, by what the beginning of a record looks like in this document.
 */

/** One record, or what stands where a record should. */
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
  readonly fault?: "not-json" | "not-utf8" | "too-long" | "stretch";
  /** Commas are missing, doubled or damaged before this record, or behind the last one. */
  readonly isBadlySeparated?: true;
  /** Keys that stand more than once in an object of the record; the last one counts in `value`. */
  readonly duplicateKeys?: readonly DuplicateKey[];
}

/** The document can't be read further. Always the last item. */
export interface JsonStop {
  readonly kind: "stop";
  readonly reason: JsonStopReason;
  readonly line: number;
}

export type { JsonStopReason };

export interface JsonRecordOptions {
  /** Key of the top-level object under which the records stand; other keys are passed over. */
  readonly key?: string;
  /** The usual first key of a record, by which the next one is found where the first is damaged. */
  readonly firstKey?: string;
  /** Longest record in bytes; a longer one is passed over and reported. Default 1 MiB. */
  readonly maxRecordBytes?: number;
}

const DEFAULT_MAX_RECORD_BYTES = 1 << 20;
/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;
/** Nesting that the scanner follows; a record that deep is longer than any limit. */
const MOST_DEPTH = 1 << 20;

type State =
  /** Before or behind the list. */
  | "outside"
  /** Between two records. */
  | "between"
  | "in-record"
  /** Looking for the next record behind a damaged one. */
  | "lost"
  /** In a line of newline-delimited JSON. */
  | "in-line";

type Fault = NonNullable<JsonRecord["fault"]>;

/** A record that has ended, before its number is known. */
type Ended = Omit<JsonRecord, "kind" | "index">;

/** Yields each record as it completes. Never throws on any bytes. */
export async function* jsonRecords(
  input: AsyncIterable<Uint8Array>,
  options: JsonRecordOptions = {},
): AsyncGenerator<JsonRecord | JsonStop> {
  const splitter = new Splitter(options);
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += MOST_CHUNK_BYTES) {
      splitter.push(chunk.subarray(from, from + MOST_CHUNK_BYTES));
      for (const item of splitter.takeItems()) yield item;
      if (splitter.stopped) return;
    }
  }
  splitter.end();
  for (const item of splitter.takeItems()) yield item;
}

class Splitter {
  stopped = false;
  readonly #maxRecordBytes: number;
  readonly #window = new ByteWindow();
  readonly #scanner: JsonScanner;
  readonly #search = new RecordSearch();
  #items: (JsonRecord | JsonStop)[] = [];
  #state: State = "outside";
  #isAtEnd = false;
  /** The next byte to look at, and its line. */
  #at = 0;
  #line = 1;
  #index = 0;

  // Around the list.
  readonly #surroundings: JsonSurroundings;
  /** Behind the bracket of a top-level array, where a NUL byte shows UTF-16. */
  #utf16At = -1;
  /** Line on which the first text stands. */
  #firstLine = 0;
  /** Where the list ended, should it turn out that it did not. */
  #listEndLine = 1;

  // In the list.
  #recordAt = 0;
  #recordLine = 1;
  #isTooLong = false;
  /** A record that is whole, until what follows shows that it was all. */
  #pending: Ended | null = null;
  /** A text that stands where a record should: a field, if a colon follows. */
  #text: Ended | null = null;
  #commas = 0;
  #isBadlySeparated = false;
  /** Why the document can't be read further if no other record is found. */
  #lostReason: JsonStopReason | null = null;
  /** The last byte between records that is no white space. */
  #lastByte = -1;
  /** Where the damage begins that is being passed over. */
  #lostFrom = 0;
  /** The line on which it was noticed. */
  #failLine = 1;

  readonly #shapes: RecordShapes;

  constructor({ key, firstKey, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES }: JsonRecordOptions) {
    this.#surroundings = new JsonSurroundings(key, maxRecordBytes);
    this.#shapes = new RecordShapes(firstKey);
    this.#maxRecordBytes = maxRecordBytes;
    this.#scanner = new JsonScanner(MOST_DEPTH);
  }

  takeItems(): readonly (JsonRecord | JsonStop)[] {
    const items = this.#items;
    if (items.length > 0) this.#items = [];
    return items;
  }

  push(chunk: Uint8Array): void {
    this.#window.add(chunk, this.#neededFrom());
    this.#run();
  }

  end(): void {
    this.#isAtEnd = true;
    this.#run();
    if (!this.stopped) this.#conclude();
  }

  /** Bytes before this place are not looked at any more. */
  #neededFrom(): number {
    if (this.#state === "in-line") return this.#isTooLong ? this.#at : this.#recordAt;
    if (this.#state !== "in-record") return this.#at;
    if (!this.#isTooLong) return this.#recordAt;
    // A record may begin in a text that was not closed.
    const { textStart, isInText } = this.#scanner;
    return isInText && this.#at - textStart <= this.#maxRecordBytes ? textStart : this.#at;
  }

  #run(): void {
    while (!this.stopped && this.#step()) {
      // Each step moves on; the last one wants more bytes.
    }
  }

  /** Whether it goes on without more bytes. */
  #step(): boolean {
    switch (this.#state) {
      case "in-record":
        return this.#scanRecord();
      case "between":
        return this.#between();
      case "lost":
        return this.#searchRecord();
      case "in-line":
        return this.#readLine();
      default:
        return this.#outside();
    }
  }

  #stop(reason: JsonStopReason, line = this.#line): false {
    this.#emitPending();
    if (this.#text !== null) this.#emit(this.#text);
    this.stopped = true;
    this.#items.push({ kind: "stop", reason, line });
    return false;
  }

  /** At the end of the input. */
  #conclude(): void {
    switch (this.#state) {
      case "outside":
        this.#concludeOutside();
        break;
      case "in-line":
        this.#concludeLine();
        break;
      case "lost":
        this.#concludeSearch();
        break;
      case "in-record":
        this.#concludeRecord();
        break;
      default:
        this.#stop(this.#lastByte === 0 ? "nul-bytes" : "cut-off");
    }
  }

  #concludeOutside(): void {
    const reason = this.#surroundings.reasonAtEnd;
    this.#emitPending();
    if (reason !== null) this.#stop(reason, this.#lineOf(reason));
  }

  /** A text that was not closed takes the document's last brackets along; they show that it is whole. */
  #concludeRecord(): void {
    const { end } = this.#window;
    const isWhole = this.#scanner.isInText && this.#lastByteOf(end) === this.#surroundings.rootClosing;
    if (!isWhole) {
      this.#stop("cut-off", this.#recordLine);
      return;
    }
    this.#loseRecord();
    this.#run();
    if (!this.stopped) this.#conclude();
  }

  /** The last byte before a place that is no white space. */
  #lastByteOf(place: number): number {
    let at = place - 1;
    while (at > this.#window.base && isWhiteSpace(this.#window.at(at))) at--;
    return this.#window.at(at);
  }

  // --- around the list, byte by byte

  #outside(): boolean {
    const { bytes, base, end } = this.#window;
    while (this.#at < end) {
      const byte = bytes[this.#at - base] as number;
      if (this.#firstLine === 0 && !isWhiteSpace(byte)) this.#firstLine = this.#line;
      const what = this.#surroundings.next(byte);
      if (what === "line" || what === "line-behind-damaged-one") return this.#beginLines(what);
      if (what !== null && what !== "list") return this.#fail(what, byte);
      if (byte === LINE_FEED) this.#line++;
      this.#at++;
      if (what === "list") return this.#beginList();
    }
    return false;
  }

  #beginList(): true {
    // As many as stand before every record but the first.
    this.#commas = 1;
    if (this.#surroundings.rootClosing === CLOSING_BRACKET) this.#utf16At = this.#at;
    this.#state = "between";
    return true;
  }

  #beginLines(beginning: "line" | "line-behind-damaged-one"): true {
    if (beginning === "line-behind-damaged-one") {
      this.#emit({ line: this.#firstLine, value: undefined, fault: "not-json" });
    }
    this.#beginLine();
    return true;
  }

  /** A text that is no JSON at all is named by its beginning. */
  #lineOf(reason: JsonStopReason): number {
    const isOfText = !this.#surroundings.sawRecords && (reason === "csv" || reason === "not-json");
    return isOfText && this.#surroundings.rootClosing === 0 ? this.#firstLine : this.#line;
  }

  /** What looked like the list's end may have been damage in it: then other records follow. */
  #fail(reason: JsonStopReason, byte: number): boolean {
    const begins = byte === OPENING_BRACE || byte === OPENING_BRACKET;
    const isSecondDocument = this.#surroundings.isBehindDocument && begins && !this.#isBadlySeparated;
    const { sawRecords, sawText } = this.#surroundings;
    if (!sawRecords || reason === "no-records" || reason === "nul-bytes" || isSecondDocument) {
      return this.#stop(reason, this.#lineOf(reason));
    }
    this.#lostReason = reason;
    this.#failLine = this.#line;
    this.#recordLine = this.#listEndLine;
    this.#beginSearch({ from: this.#at, brackets: null, isInText: false });
    this.#search.hasText = sawText;
    return true;
  }

  // --- in the list

  #between(): boolean {
    const { bytes, base, end } = this.#window;
    for (; this.#at < end; this.#at++) {
      const byte = bytes[this.#at - base] as number;
      if (byte === LINE_FEED) this.#line++;
      if (!isWhiteSpace(byte) && this.#betweenByte(byte)) return true;
      if (this.stopped) return false;
    }
    return false;
  }

  /** Whether something begins or ends with this byte. */
  #betweenByte(byte: number): boolean {
    this.#lastByte = byte;
    if (this.#text !== null) {
      if (byte === COLON) return this.#loseFields(this.#text);
      this.#emitPending();
      this.#pending = this.#text;
      this.#text = null;
    }
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET || beginsBareValue(byte)) {
      this.#noteSeparator();
      this.#emitPending();
      return this.#beginRecord();
    }
    // Fields behind an object that a brace too many has ended.
    const isBehindRecord = this.#pending !== null && this.#commas === 0;
    if (isBehindRecord && (byte === QUOTE || byte === CLOSING_BRACE)) return this.#loseFromPending(this.#at);
    if (byte === QUOTE) {
      this.#noteSeparator();
      return this.#beginRecord();
    }
    if (byte === CLOSING_BRACKET) return this.#endList();
    if (byte === COMMA) this.#commas++;
    else if (byte === 0 && this.#at === this.#utf16At) return this.#stop("utf-16");
    else this.#isBadlySeparated = true;
    return false;
  }

  #noteSeparator(): void {
    if (this.#commas !== 1) this.#isBadlySeparated = true;
  }

  #endList(): true {
    if (this.#commas > 0 && this.#pending !== null) this.#isBadlySeparated = true;
    if (this.#pending !== null && this.#isBadlySeparated) {
      this.#pending = { ...this.#pending, isBadlySeparated: true };
    }
    this.#emitPending();
    this.#at++;
    this.#listEndLine = this.#line;
    this.#surroundings.endList();
    this.#state = "outside";
    return true;
  }

  #beginRecord(): true {
    this.#state = "in-record";
    this.#recordAt = this.#at;
    this.#recordLine = this.#line;
    this.#isTooLong = false;
    const scanner = this.#scanner;
    scanner.begin();
    scanner.at = this.#at;
    return true;
  }

  #scanRecord(): boolean {
    const scanner = this.#scanner;
    scanner.line = this.#line;
    const end = scanner.scan(this.#window);
    this.#at = scanner.at;
    this.#line = scanner.line;
    if (this.#at - this.#recordAt > this.#maxRecordBytes) this.#isTooLong = true;
    if (end === "more") return false;
    if (end === "broken") return this.#loseRecord();
    const isText = scanner.depth === 0 && scanner.textStart === this.#recordAt && scanner.keys === 0;
    const record = this.#endOfRecord();
    if (isText) this.#text = record;
    else this.#pending = record;
    this.#commas = 0;
    this.#state = "between";
    return true;
  }

  #endOfRecord(): Ended {
    const place = { line: this.#recordLine, ...this.#takeSeparation() };
    if (this.#isTooLong) return { ...place, value: undefined, fault: "too-long" };
    const { keys, firstKeyAt } = this.#scanner;
    const record = parseRecord(this.#window.slice(this.#recordAt, this.#at), keys);
    if (record.fault === undefined) {
      this.#shapes.learn(this.#window, { at: this.#recordAt, firstKeyAt }, record.value);
    }
    return { ...place, ...record };
  }

  #takeSeparation(): { readonly isBadlySeparated?: true } {
    const isBad = this.#isBadlySeparated;
    this.#isBadlySeparated = false;
    return isBad ? { isBadlySeparated: true } : {};
  }

  // --- damage

  #loseRecord(): true {
    const { textStart, brackets, isInText } = this.#scanner;
    const brokenAt = this.#at;
    // Beside the field's own text nothing is in doubt before the place.
    const from = Math.max(textStart + 1, this.#recordAt + 1, this.#window.base);
    const isText = brackets.length === 0;
    if (isText && this.#pending !== null) this.#recordLine = this.#takePendingLine();
    this.#beginSearch({ from: Math.min(from, brokenAt), brackets, isInText: this.#keepsText(isInText) });
    return true;
  }

  /** A line end ends a text; another control character, a raw tab for one, stands in a text that goes on. */
  #keepsText(isInText: boolean): boolean {
    return isInText && this.#window.at(this.#at) !== LINE_FEED;
  }

  /** The record before goes on behind its brace, or the brace of this one is missing. */
  #loseFields(text: Ended): true {
    this.#text = null;
    const isFirstKey = this.#shapes.isFirstKey(text.value);
    if (!isFirstKey && this.#pending !== null) return this.#loseFromPending(this.#at);
    this.#emitPending();
    this.#recordLine = text.line;
    const brackets = Uint8Array.of(OPENING_BRACE);
    this.#beginSearch({ from: this.#at, brackets, isInText: false });
    return true;
  }

  #loseFromPending(from: number): true {
    this.#recordLine = this.#takePendingLine();
    const brackets =
      this.#window.at(from) === CLOSING_BRACE ? new Uint8Array() : Uint8Array.of(OPENING_BRACE);
    this.#beginSearch({ from, brackets, isInText: false });
    return true;
  }

  #takePendingLine(): number {
    const { line } = this.#pending as Ended;
    this.#pending = null;
    return line;
  }

  #beginSearch({
    from,
    brackets,
    isInText,
  }: {
    readonly from: number;
    readonly brackets: Uint8Array | null;
    readonly isInText: boolean;
  }): void {
    const isInRecord = this.#state === "in-record";
    const own =
      isInRecord && !this.#isTooLong ? { at: this.#recordAt, firstKeyAt: this.#scanner.firstKeyAt } : null;
    this.#lostFrom = isInRecord ? this.#recordAt : from;
    this.#state = "lost";
    this.#search.begin(
      { from, brokenAt: this.#at, line: this.#lineAt(from), brackets, isInText },
      this.#shapes.shapeBehindDamage(this.#window, own),
      this.#window,
    );
    this.#at = from;
  }

  /** Of a place before the one that is being looked at. */
  #lineAt(place: number): number {
    let line = this.#line;
    for (const byte of this.#window.slice(place, this.#at)) if (byte === LINE_FEED) line--;
    return line;
  }

  #searchRecord(): boolean {
    const search = this.#search;
    const end = search.search(this.#window, this.#isAtEnd);
    this.#at = search.at;
    if (end === "more") return false;
    this.#line = search.line;
    this.#emitLost();
    this.#commas = 0;
    this.#lostReason = null;
    if (end === "start") return this.#beginRecord();
    this.#state = "between";
    return true;
  }

  /** What was passed over; damage without a text in it can't have been a record. */
  #emitLost(): void {
    const { possibleRecords, hasText, lastLine } = this.#search;
    if (this.#lostReason !== null && !hasText) {
      this.#isBadlySeparated = true;
      return;
    }
    const isStretch = possibleRecords > 0 || this.#at - this.#lostFrom > this.#maxRecordBytes;
    const fault: Fault = isStretch ? "stretch" : "not-json";
    const line = this.#recordLine;
    this.#emit({ line, lastLine, value: undefined, fault, ...this.#takeSeparation() });
  }

  /** The file is whole where it ends as the document does; then the damaged record was the last. */
  #concludeSearch(): void {
    const { lastByte, line } = this.#search;
    this.#line = line;
    if (this.#lostReason !== null) this.#stop(this.#lostReason, this.#failLine);
    else if (lastByte === this.#surroundings.rootClosing) this.#emitLost();
    else this.#stop(lastByte === 0 ? "nul-bytes" : "cut-off", this.#recordLine);
  }

  // --- newline-delimited JSON

  #beginLine(): void {
    this.#state = "in-line";
    this.#recordAt = this.#at;
    this.#isTooLong = false;
  }

  #readLine(): boolean {
    const { end } = this.#window;
    if (this.#index === 0 && this.#recordAt + 1 < end && this.#window.at(this.#recordAt + 1) === 0) {
      return this.#stop("utf-16");
    }
    const found = this.#window.slice(this.#at, end).indexOf(LINE_FEED);
    const isFound = found >= 0;
    this.#at = isFound ? this.#at + found : end;
    if (this.#at - this.#recordAt > this.#maxRecordBytes) this.#isTooLong = true;
    if (!isFound) return false;
    this.#endLine();
    this.#line++;
    this.#at++;
    this.#beginLine();
    return true;
  }

  #endLine(): void {
    const line = this.#line;
    if (this.#isTooLong) this.#emit({ line, value: undefined, fault: "too-long" });
    else if (!this.#isBlankLine()) this.#emit(this.#lineRecord(line));
  }

  #isBlankLine(): boolean {
    return this.#window.slice(this.#recordAt, this.#at).every(isWhiteSpace);
  }

  #lineRecord(line: number): Ended {
    const bytes = this.#window.slice(this.#recordAt, this.#at);
    this.#scanLine();
    return { line, ...parseRecord(bytes, this.#scanner.keys) };
  }

  #scanLine() {
    const scanner = this.#scanner;
    scanner.begin();
    scanner.at = this.#recordAt;
    return scanner.scan(this.#window);
  }

  /** The last line may lack its end, but not the end of its record. */
  #concludeLine(): void {
    const isWhole = this.#at === this.#recordAt || this.#isTooLong || this.#isBlankLine();
    const bytes = this.#window.slice(this.#recordAt, this.#at);
    if (!isWhole && bytes.every((byte) => byte === 0)) this.#stop("nul-bytes");
    else if (!isWhole && this.#scanLine() === "more") this.#stop("cut-off");
    else this.#endLine();
  }

  // --- items

  #emitPending(): void {
    if (this.#pending === null) return;
    this.#emit(this.#pending);
    this.#pending = null;
  }

  #emit(record: Ended): void {
    this.#items.push({ kind: "record", index: this.#index++, ...record });
  }
}
