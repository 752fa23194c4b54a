import * as ascii from "./json-bytes.js";
import { Phase, type Turn } from "./json-reading.js";
import { JsonScanner } from "./json-scanner.js";
import type { JsonBeginning, JsonStopReason } from "./json-surroundings.js";

/** White space before an element that can tell how far in it is. */
const MOST_WHITE_SPACE = 256;

/** Reads what is around the list: its structure byte by byte, and other values by the grammar. */
export class OutsidePhase extends Phase {
  #firstLine = 0;
  /** Where the list ended, should it turn out that it did not. */
  #listEndLine = 1;
  #lastByte = 0;
  /** Where what follows the first document begins; 0 where nothing does. */
  #pageLine = 0;
  readonly #scanner = new JsonScanner();
  /** In the value of another key, or in another element. */
  #isInValue = false;
  #valueAt = 0;
  /** After the last byte between values that is not white space. */
  #spaceAt = 0;
  /** An element after a damaged list, which may be a record of that list: its brace and line; -1 where there is none. */
  #elementAt = -1;
  #elementLine = 1;

  begin(): void {
    this.#isInValue = false;
    this.#elementAt = -1;
    this.#spaceAt = this.reading.at;
    this.#listEndLine = this.reading.line;
    this.#lastByte = ascii.CLOSING_BRACKET;
  }

  neededFrom(): number {
    const { at, isListDamaged } = this.reading;
    const inStructure = isListDamaged ? Math.max(this.#spaceAt, at - MOST_WHITE_SPACE) : at;
    const from = this.#isInValue ? this.#neededInValue() : inStructure;
    return this.#isElementAtHand() ? Math.min(this.#elementAt, from) : from;
  }

  #isElementAtHand(): boolean {
    const { at, maxRecordBytes } = this.reading;
    return this.#elementAt >= 0 && at - this.#elementAt <= maxRecordBytes;
  }

  #neededInValue(): number {
    const { at, surroundings, maxRecordBytes } = this.reading;
    if (at - this.#valueAt <= surroundings.mostKeptBytes) return this.#valueAt;
    // A list may begin in a text that was not closed.
    const { textStart, isInText } = this.#scanner;
    return isInText && at - textStart <= maxRecordBytes ? textStart : at;
  }

  step(): Turn | "on" | null {
    return this.#isInValue ? this.#passOver() : this.#readStructure();
  }

  #readStructure(): Turn | "on" | null {
    const reading = this.reading;
    const { bytes, base, end } = reading.window;
    while (reading.at < end) {
      const byte = bytes[reading.at - base] as number;
      if (this.#firstLine === 0 && !ascii.isWhiteSpace(byte)) this.#firstLine = reading.line;
      if (byte === ascii.OPENING_BRACE || byte === ascii.OPENING_BRACKET) this.#noteBeginning(byte);
      const what = reading.surroundings.next(byte);
      if (what !== null && what !== "list") return this.#leaveStructure(what, byte);
      this.#passByte(byte);
      if (what === "list") return { to: "list" };
      if (byte === ascii.CLOSING_BRACE && this.#isRecordOfDamagedList()) return this.#returnToElement();
    }
    return null;
  }

  #leaveStructure(what: JsonStopReason | JsonBeginning, byte: number): Turn | "on" | null {
    if (what === "value") return this.#beginValue();
    if (what === "line") return { to: "line" };
    if (what === "line-after-damaged-one") return this.#beginLinesAfterDamagedOne();
    return this.#fail(what as JsonStopReason, byte, this.reading.at);
  }

  #passByte(byte: number): void {
    const reading = this.reading;
    reading.at++;
    if (byte === ascii.LINE_FEED) reading.line++;
    if (ascii.isWhiteSpace(byte)) return;
    this.#lastByte = byte;
    this.#spaceAt = reading.at;
  }

  #noteBeginning(byte: number): void {
    const reading = this.reading;
    if (!reading.surroundings.isBehindDocument) {
      if (byte === ascii.OPENING_BRACE) this.#noteElement();
      return;
    }
    this.#pageLine = reading.line;
    reading.surroundings.takesPages = !reading.isBadlySeparated;
    if (reading.surroundings.takesPages) reading.isListDamaged = false;
  }

  /**
   * The bracket that ended a damaged list may be one of a damaged record. The brackets after it then close what is
   * around the list, and the records after that look like other elements, but for the list that those have.
   */
  #noteElement(): void {
    const { surroundings, isListDamaged, shapes, window, at, line } = this.reading;
    if (!isListDamaged || !surroundings.isBeforeElement) return;
    this.#elementAt = shapes.isAtIndent(window, at) ? at : -1;
    this.#elementLine = line;
  }

  /** Whether the element that may be a record has ended, without a list in it. */
  #isRecordOfDamagedList(): boolean {
    const { surroundings, shapes, window } = this.reading;
    if (this.#elementAt < 0 || !surroundings.isBeforeElement) return false;
    return !this.#isElementAtHand() || shapes.beginsLikeRecord(window, this.#elementAt);
  }

  #returnToElement(): Turn {
    const reading = this.reading;
    reading.around = undefined;
    reading.isListEndDoubtful = true;
    if (!this.#isElementAtHand()) {
      reading.emit({ line: this.#elementLine, value: undefined, fault: "too-long" });
      return { to: "between" };
    }
    reading.at = this.#elementAt;
    reading.line = this.#elementLine;
    return { to: "record" };
  }

  #beginValue(): "on" {
    this.#isInValue = true;
    this.#valueAt = this.reading.at;
    this.#scanner.begin();
    this.#scanner.at = this.reading.at;
    return "on";
  }

  #passOver(): Turn | "on" | null {
    const reading = this.reading;
    const scanner = this.#scanner;
    scanner.line = reading.line;
    const end = scanner.scan(reading.window);
    reading.at = scanner.at;
    reading.line = scanner.line;
    if (end === "more") return null;
    this.#isInValue = false;
    if (end !== "done") {
      const from = Math.min(Math.max(scanner.textStart + 1, this.#valueAt, reading.window.base), reading.at);
      return this.#fail("not-json", reading.window.at(reading.at), from);
    }
    const isKept = reading.at - this.#valueAt <= reading.surroundings.mostKeptBytes;
    reading.surroundings.endValue(isKept ? reading.window.slice(this.#valueAt, reading.at) : null);
    this.#lastByte = reading.window.at(reading.at - 1);
    return "on";
  }

  conclude(): null {
    const { surroundings, isListDamaged } = this.reading;
    const reason = surroundings.reasonAtEnd;
    this.reading.emitPending();
    // Damage may have hidden brackets of what is around the list; the document's last one shows that it is whole.
    if (reason === "cut-off" && isListDamaged && this.#lastByte === surroundings.rootClosing) return null;
    if (reason === null) return null;
    // A document without a list is named by its beginning.
    return this.reading.stop(reason, reason === "no-records" ? this.#firstLine : this.#lineOf(reason));
  }

  #beginLinesAfterDamagedOne(): Turn {
    this.reading.emit({ line: this.#firstLine, value: undefined, fault: "not-json" });
    return { to: "line" };
  }

  /** A text that is not JSON at all is named by its beginning. */
  #lineOf(reason: JsonStopReason): number {
    const { surroundings, line } = this.reading;
    if (reason === "trailing" && this.#pageLine > 0) return this.#pageLine;
    const isOfText = !surroundings.sawRecords && (reason === "csv" || reason === "not-json");
    return isOfText && surroundings.rootClosing === 0 ? this.#firstLine : line;
  }

  /** What looked like the list's end may have been damage in it: then other records follow. */
  #fail(reason: JsonStopReason, byte: number, from: number): Turn | null {
    const { surroundings, at, isBadlySeparated } = this.reading;
    const begins = byte === ascii.OPENING_BRACE || byte === ascii.OPENING_BRACKET;
    const { sawRecords, sawText, hasList } = surroundings;
    // What is not a page is named, and with it all that follows.
    const isSecondDocument = reason === "trailing" && (!hasList || (begins && !isBadlySeparated));
    if (!sawRecords || reason === "no-records" || reason === "nul-bytes" || isSecondDocument) {
      return this.reading.stop(reason, this.#lineOf(reason));
    }
    const place = { from, recordAt: at, recordLine: this.#listEndLine, firstKeyAt: null };
    return { to: "lost", damage: { ...place, brackets: null, isInText: false, outside: { reason, sawText } } };
  }
}
