import * as ascii from "./json-bytes.js";
import { Phase, type Turn } from "./json-reading.js";
import { type EndedRecord, endedRecord } from "./json-record.js";
import { JsonScanner } from "./json-scanner.js";
import { parseRecord } from "./parse-record.js";
import { RecordEnds } from "./record-ends.js";
import { listAfter } from "./record-search.js";

/** Between the beginning of a key and the bracket of its list. */
const MOST_LIST_START = 1 << 10;

/**
 * Reads the list of records. A record is damaged from the byte on that the grammar
 * forbids; what comes after that is for the phase that searches for the next one.
 */
export class ListPhase extends Phase {
  readonly #scanner = new JsonScanner();
  #isInRecord = false;
  #recordAt = 0;
  #recordLine = 1;
  #isTooLong = false;
  #commas = 0;
  /** The last byte between records that is not white space. */
  #lastByte = -1;
  /** After the bracket of a top-level array, where a NUL byte shows UTF-16. */
  #utf16At = -1;
  /** Until a record is whole again, what looks like one may be what is around another list. */
  #isAfterDamage = false;
  readonly #ends = new RecordEnds();

  beginList(): void {
    // As many as there are before every record but the first.
    this.#commas = 1;
    if (this.reading.surroundings.isRootList) this.#utf16At = this.reading.at;
    this.#isInRecord = false;
    this.#isAfterDamage = false;
  }

  /** After damage. */
  beginBetween(): void {
    this.#commas = 0;
    this.#isInRecord = false;
    this.#isAfterDamage = true;
  }

  /** A record that was found after damage. */
  beginFoundRecord(): void {
    this.#commas = 0;
    this.#isAfterDamage = true;
    this.#beginRecord();
  }

  neededFrom(): number {
    const { at, maxRecordBytes } = this.reading;
    if (!this.#isInRecord) return at;
    if (!this.#isTooLong) return this.#recordAt;
    // A record may begin in a text that was not closed.
    const { textStart, isInText, watchesLists } = this.#scanner;
    const isNeeded = isInText ? at - textStart <= maxRecordBytes : watchesLists && at - textStart <= MOST_LIST_START;
    return isNeeded ? textStart : at;
  }

  step(): Turn | "on" | null {
    return this.#isInRecord ? this.#scanRecord() : this.#between();
  }

  conclude(): Turn | null {
    if (this.#isInRecord) return this.#concludeRecord();
    return this.reading.stop(this.#lastByte === 0 ? "nul-bytes" : "cut-off");
  }

  /** A text that was not closed takes the document's last brackets along; they show that it is whole. */
  #concludeRecord(): Turn | null {
    const { window, surroundings } = this.reading;
    const isWhole = this.#scanner.isInText && this.#lastByteOf(window.end) === surroundings.rootClosing;
    return isWhole ? this.#loseRecord() : this.reading.stop("cut-off", this.#recordLine);
  }

  #lastByteOf(place: number): number {
    const { window } = this.reading;
    let at = place - 1;
    while (at > window.base && ascii.isWhiteSpace(window.at(at))) at--;
    return window.at(at);
  }

  // --- between records

  #between(): Turn | "on" | null {
    const reading = this.reading;
    const { bytes, base, end } = reading.window;
    for (; reading.at < end; reading.at++) {
      const byte = bytes[reading.at - base] as number;
      if (byte === ascii.LINE_FEED) reading.line++;
      const turn = ascii.isWhiteSpace(byte) ? null : this.#betweenByte(byte);
      if (turn !== null) return turn;
      if (reading.isStopped) return null;
    }
    return null;
  }

  /** What begins or ends with this byte, if anything does. */
  #betweenByte(byte: number): Turn | "on" | null {
    this.#lastByte = byte;
    const reading = this.reading;
    if (reading.text !== null) {
      if (byte === ascii.COLON) return this.#loseFields(reading.text);
      reading.emitPending();
      reading.pending = reading.text;
      reading.text = null;
    }
    if (byte === ascii.OPENING_BRACE || byte === ascii.OPENING_BRACKET || ascii.beginsBareValue(byte)) {
      this.#noteSeparator();
      reading.emitPending();
      return this.#beginRecord();
    }
    // Fields after an object that one brace too many has ended.
    const isBehindRecord = reading.pending !== null && this.#commas === 0;
    if (isBehindRecord && (byte === ascii.QUOTE || byte === ascii.CLOSING_BRACE)) return this.#loseFromPending();
    if (byte === ascii.QUOTE) {
      this.#noteSeparator();
      return this.#beginRecord();
    }
    if (byte === ascii.CLOSING_BRACKET) return this.#endList();
    if (byte === ascii.COMMA) this.#commas++;
    else if (byte === 0 && reading.at === this.#utf16At) return reading.stop("utf-16");
    else reading.isBadlySeparated = true;
    return null;
  }

  #noteSeparator(): void {
    if (this.#commas !== 1) this.reading.isBadlySeparated = true;
  }

  #endList(): Turn {
    const reading = this.reading;
    if (this.#commas > 0 && reading.pending !== null) reading.isBadlySeparated = true;
    if (reading.pending !== null && reading.isBadlySeparated) {
      reading.pending = { ...reading.pending, isBadlySeparated: true };
    }
    reading.emitPending();
    reading.at++;
    reading.surroundings.endList();
    return { to: "outside" };
  }

  // --- in a record

  #beginRecord(): "on" {
    const { at, line } = this.reading;
    this.#isInRecord = true;
    this.#recordAt = at;
    this.#recordLine = line;
    this.#isTooLong = false;
    if (!this.#isAfterDamage && this.#readWhole()) return "on";
    this.#ends.noteBeginning(this.reading.window, at);
    this.#scanner.begin();
    this.#scanner.at = at;
    this.#scanner.watchesLists = this.#isAfterDamage && this.reading.shapes.listKeys.size > 0;
    return "on";
  }

  /** A record whose end is found by what is between records; the same as the scan gives, in less time. */
  #readWhole(): boolean {
    const reading = this.reading;
    const { window, maxRecordBytes } = reading;
    const found = this.#ends.wholeRecord(window, reading.at, maxRecordBytes);
    if (found === null) return false;
    const { record, bytes, lines, firstKeyAt } = found;
    reading.shapes.learn(window, { at: reading.at, firstKeyAt }, record.value);
    reading.pending = reading.withSeparation(endedRecord(reading.line, record));
    reading.at += bytes;
    reading.line += lines;
    this.#commas = 0;
    this.#isInRecord = false;
    return true;
  }

  #scanRecord(): Turn | "on" | null {
    const reading = this.reading;
    const scanner = this.#scanner;
    scanner.line = reading.line;
    const end = scanner.scan(reading.window);
    reading.at = scanner.at;
    reading.line = scanner.line;
    if (reading.at - this.#recordAt > reading.maxRecordBytes) this.#isTooLong = true;
    if (end === "more") return null;
    if (end === "list") return this.#isOtherList() ? this.#beginOtherList() : "on";
    if (end === "broken") return this.#loseRecord();
    const isText = scanner.depth === 0 && scanner.textStart === this.#recordAt && scanner.keys === 0;
    const record = this.#endOfRecord();
    if (isText) reading.text = record;
    else reading.pending = record;
    this.#commas = 0;
    this.#isInRecord = false;
    return "on";
  }

  /** Whether what was taken for a record is what is around another list, and that list begins here. */
  #isOtherList(): boolean {
    const { window, at, shapes } = this.reading;
    const { textStart } = this.#scanner;
    return textStart >= window.base && listAfter(window, textStart, shapes.listKeys) === at;
  }

  #beginOtherList(): Turn {
    this.#isInRecord = false;
    this.reading.surroundings.beginListAfterDamage();
    return { to: "list" };
  }

  #endOfRecord(): EndedRecord {
    const reading = this.reading;
    this.#isAfterDamage = reading.isListEndDoubtful;
    const line = this.#recordLine;
    if (this.#isTooLong) return reading.withSeparation({ line, value: undefined, fault: "too-long" });
    const { keys, firstKeyAt } = this.#scanner;
    this.#ends.noteEnd(reading.window, this.#recordAt, firstKeyAt, reading.at);
    const record = parseRecord(reading.window.slice(this.#recordAt, reading.at), keys);
    if (record.fault === undefined) {
      reading.shapes.learn(reading.window, { at: this.#recordAt, firstKeyAt }, record.value);
    }
    return reading.withSeparation(endedRecord(line, record));
  }

  // --- damage

  #loseRecord(): Turn {
    const { at, window, pending } = this.reading;
    const { textStart, brackets, isInText, firstKeyAt } = this.#scanner;
    // Beside the field's own text nothing is in doubt before the place.
    const from = Math.min(Math.max(textStart + 1, this.#recordAt + 1, window.base), at);
    const isText = brackets.length === 0;
    const damage = {
      from,
      brackets,
      isInText: this.#keepsText(isInText),
      recordAt: this.#recordAt,
      recordLine: isText && pending !== null ? this.#takePendingLine() : this.#recordLine,
      firstKeyAt: this.#isTooLong ? null : firstKeyAt,
    };
    return { to: "lost", damage };
  }

  /** A line end ends a text; in another control character, such as a raw tab, the text continues. */
  #keepsText(isInText: boolean): boolean {
    return isInText && this.reading.window.at(this.reading.at) !== ascii.LINE_FEED;
  }

  /** The record before continues after its brace, or the brace of this one is missing. */
  #loseFields(text: EndedRecord): Turn {
    const reading = this.reading;
    reading.text = null;
    const isFirstKey = reading.shapes.isFirstKey(text.value);
    if (!isFirstKey && reading.pending !== null) return this.#loseFromPending();
    reading.emitPending();
    return this.#loseFrom(text.line, Uint8Array.of(ascii.OPENING_BRACE));
  }

  #loseFromPending(): Turn {
    const { at, window } = this.reading;
    const brackets = window.at(at) === ascii.CLOSING_BRACE ? new Uint8Array() : Uint8Array.of(ascii.OPENING_BRACE);
    return this.#loseFrom(this.#takePendingLine(), brackets);
  }

  #loseFrom(recordLine: number, brackets: Uint8Array): Turn {
    const { at } = this.reading;
    const place = { from: at, recordAt: at, recordLine, firstKeyAt: null };
    return { to: "lost", damage: { ...place, brackets, isInText: false } };
  }

  #takePendingLine(): number {
    const { line } = this.reading.pending as EndedRecord;
    this.reading.pending = null;
    return line;
  }
}
