import { isWhiteSpace, LINE_FEED } from "./json-bytes.js";
import { Phase } from "./json-reading.js";
import { type EndedRecord, endedRecord } from "./json-record.js";
import { JsonScanner, type ScanEnd } from "./json-scanner.js";
import { parseRecord, parseText } from "./parse-record.js";
import { TextAhead } from "./text-ahead.js";

/** Sound lines after a damaged one that are scanned first. */
const DOUBTFUL_LINES = 16;

/** Reads newline-delimited JSON: each line is for itself, so damage never leaves its line. */
export class LinesPhase extends Phase {
  readonly #scanner = new JsonScanner();
  readonly #ahead = new TextAhead();
  #lineAt = 0;
  #isTooLong = false;
  /** Sound lines that are still to come before one is taken whole again: a text that is not JSON costs much to refuse. */
  #doubt = 0;

  begin(): void {
    this.#lineAt = this.reading.at;
    this.#isTooLong = false;
  }

  neededFrom(): number {
    return this.#isTooLong ? this.reading.at : this.#lineAt;
  }

  step(): "on" | null {
    return this.#readLine() ? "on" : null;
  }

  /** The last line may lack its end, but not the end of its record. */
  conclude(): null {
    const isWhole = this.reading.at === this.#lineAt || this.#isTooLong || this.#isBlank();
    if (!isWhole && this.#bytes().every((byte) => byte === 0)) return this.reading.stop("nul-bytes");
    if (!isWhole && this.#scan() === "more") return this.reading.stop("cut-off");
    this.#endLine();
    return null;
  }

  /** Whether there was a whole line. */
  #readLine(): boolean {
    const reading = this.reading;
    const { window } = reading;
    if (this.#readWhole()) return true;
    if (!reading.hasRecords && this.#lineAt + 1 < window.end && window.at(this.#lineAt + 1) === 0) {
      reading.stop("utf-16");
      return false;
    }
    const found = window.slice(reading.at, window.end).indexOf(LINE_FEED);
    const isFound = found >= 0;
    reading.at = isFound ? reading.at + found : window.end;
    if (reading.at - this.#lineAt > reading.maxRecordBytes) this.#isTooLong = true;
    if (!isFound) return false;
    this.#endLine();
    reading.line++;
    reading.at++;
    this.begin();
    return true;
  }

  /** A line that `JSON.parse` takes whole: what the scan of it gives, in less time. */
  #readWhole(): boolean {
    const reading = this.reading;
    const ahead = this.#ahead;
    if (!reading.hasRecords || this.#doubt > 0 || reading.at !== this.#lineAt) return false;
    if (!ahead.moveTo(reading.window, this.#lineAt)) return false;
    const text = ahead.until("\n", 0);
    if (text === null) return false;
    ahead.measure(text);
    if (ahead.bytes > reading.maxRecordBytes) return false;
    const record = parseText(text, ahead.keys);
    if (record === undefined) {
      this.#doubt = DOUBTFUL_LINES;
      return false;
    }
    reading.emit(endedRecord(reading.line++, record));
    reading.at += ahead.bytes + 1;
    ahead.passOver(text, 1);
    this.begin();
    return true;
  }

  #endLine(): void {
    const { line } = this.reading;
    if (this.#isTooLong) this.reading.emit({ line, value: undefined, fault: "too-long" });
    else if (!this.#isBlank()) this.reading.emit(this.#record(line));
  }

  #record(line: number): EndedRecord {
    const record = parseRecord(this.#bytes(), this.#isValue() ? this.#scanner.keys : null);
    this.#doubt = record.fault === undefined ? Math.max(0, this.#doubt - 1) : DOUBTFUL_LINES;
    return endedRecord(line, record);
  }

  /** Whether the grammar allows for the line as one value; a number or word may end with it. */
  #isValue(): boolean {
    const end = this.#scan();
    if (end === "more") return this.#scanner.depth === 0 && !this.#scanner.isInText;
    return end === "done" && this.reading.window.slice(this.#scanner.at, this.reading.at).every(isWhiteSpace);
  }

  #isBlank(): boolean {
    return this.#bytes().every(isWhiteSpace);
  }

  #bytes(): Uint8Array {
    return this.reading.window.slice(this.#lineAt, this.reading.at);
  }

  /** The line alone: a list that it leaves open does not continue on the next one. */
  #scan(): ScanEnd {
    const { window, at } = this.reading;
    this.#scanner.begin();
    this.#scanner.at = this.#lineAt;
    return this.#scanner.scan({ bytes: window.bytes, base: window.base, end: at });
  }
}
