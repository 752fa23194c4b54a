import { LINE_FEED } from "./json-bytes.js";
import { type Damage, type JsonReading, Phase, type Turn } from "./json-reading.js";
import type { JsonFault } from "./json-record.js";
import { RecordSearch } from "./record-search.js";

/** Searches for the next record after a damaged one, and names what it passes over. */
export class LostPhase extends Phase {
  readonly #search: RecordSearch;
  readonly #damage: Damage;
  readonly #noticedOnLine: number;

  constructor(reading: JsonReading, damage: Damage) {
    super(reading);
    const { window, shapes, at, line } = reading;
    const { from, brackets, isInText, recordAt, firstKeyAt, outside } = damage;
    const own = firstKeyAt === null ? null : { at: recordAt, firstKeyAt };
    this.#damage = damage;
    this.#noticedOnLine = line;
    const start = { from, brokenAt: at, line: this.#lineAt(from), brackets, isInText };
    this.#search = new RecordSearch(start, shapes.shapeBehindDamage(window, own), window);
    if (outside !== undefined) this.#search.hasText = outside.sawText;
    reading.isListDamaged = true;
    reading.at = from;
  }

  neededFrom(): number {
    return this.reading.at;
  }

  step(): Turn | null {
    const reading = this.reading;
    const search = this.#search;
    const end = search.search(reading.window, reading.isAtEnd);
    reading.at = search.at;
    if (end === "more") return null;
    reading.line = search.line;
    this.#emitLost();
    if (end === "list") {
      reading.surroundings.beginListAfterDamage();
      return { to: "list" };
    }
    // What has ended with keys or text after it may have been the list: what is around this record is not known.
    if (this.#damage.outside !== undefined && search.hasText) reading.around = undefined;
    return { to: end === "start" ? "record" : "between" };
  }

  /** The file is whole where it ends as the document does; then the damaged record was the last. */
  conclude(): null {
    const reading = this.reading;
    const { lastByte, line } = this.#search;
    const { outside, recordLine } = this.#damage;
    reading.line = line;
    if (outside !== undefined) return reading.stop(outside.reason, this.#noticedOnLine);
    if (lastByte !== reading.surroundings.rootClosing) {
      return reading.stop(lastByte === 0 ? "nul-bytes" : "cut-off", recordLine);
    }
    this.#emitLost();
    return null;
  }

  /** Of a place before the one that is being looked at. */
  #lineAt(place: number): number {
    const { window, at } = this.reading;
    let { line } = this.reading;
    for (const byte of window.slice(place, at)) if (byte === LINE_FEED) line--;
    return line;
  }

  /** What was passed over; damage without a text in it can't have been a record. */
  #emitLost(): void {
    const reading = this.reading;
    const { possibleRecords, hasText, lastLine } = this.#search;
    const { outside, recordAt, recordLine } = this.#damage;
    if (outside !== undefined && !hasText) {
      reading.isBadlySeparated = true;
      return;
    }
    const isStretch = possibleRecords > 0 || reading.at - recordAt > reading.maxRecordBytes;
    const fault: JsonFault = isStretch ? "stretch" : "not-json";
    reading.emit(reading.withSeparation({ line: recordLine, lastLine, value: undefined, fault }));
  }
}
