import { isWhiteSpace, LINE_FEED, OPENING_BRACE, OPENING_BRACKET } from "./json-bytes.js";
import type { JsonReading, Phase, Turn } from "./json-reading.js";
import type { JsonStopReason } from "./json-surroundings.js";

/** Reads what is around the list, byte by byte. */
export class OutsidePhase implements Phase {
  readonly #reading: JsonReading;
  /** Line of the first text. */
  #firstLine = 0;
  /** Where the list ended, should it turn out that it did not. */
  #listEndLine = 1;

  constructor(reading: JsonReading) {
    this.#reading = reading;
  }

  begin(): void {
    this.#listEndLine = this.#reading.line;
  }

  neededFrom(): number {
    return this.#reading.at;
  }

  step(): Turn | null {
    const reading = this.#reading;
    const { bytes, base, end } = reading.window;
    while (reading.at < end) {
      const byte = bytes[reading.at - base] as number;
      if (this.#firstLine === 0 && !isWhiteSpace(byte)) this.#firstLine = reading.line;
      const what = reading.surroundings.next(byte);
      if (what === "line") return { to: "line" };
      if (what === "line-after-damaged-one") return this.#beginLinesAfterDamagedOne();
      if (what !== null && what !== "list") return this.#fail(what, byte);
      if (byte === LINE_FEED) reading.line++;
      reading.at++;
      if (what === "list") return { to: "list" };
    }
    return null;
  }

  conclude(): null {
    const { surroundings } = this.#reading;
    const reason = surroundings.reasonAtEnd;
    this.#reading.emitPending();
    return reason === null ? null : this.#reading.stop(reason, this.#lineOf(reason));
  }

  #beginLinesAfterDamagedOne(): Turn {
    this.#reading.emit({ line: this.#firstLine, value: undefined, fault: "not-json" });
    return { to: "line" };
  }

  /** A text that is not JSON at all is named by its beginning. */
  #lineOf(reason: JsonStopReason): number {
    const { surroundings, line } = this.#reading;
    const isOfText = !surroundings.sawRecords && (reason === "csv" || reason === "not-json");
    return isOfText && surroundings.rootClosing === 0 ? this.#firstLine : line;
  }

  /** What looked like the list's end may have been damage in it: then other records follow. */
  #fail(reason: JsonStopReason, byte: number): Turn | null {
    const { surroundings, at, isBadlySeparated } = this.#reading;
    const begins = byte === OPENING_BRACE || byte === OPENING_BRACKET;
    const isSecondDocument = surroundings.isBehindDocument && begins && !isBadlySeparated;
    const { sawRecords, sawText } = surroundings;
    if (!sawRecords || reason === "no-records" || reason === "nul-bytes" || isSecondDocument) {
      return this.#reading.stop(reason, this.#lineOf(reason));
    }
    const place = { from: at, recordAt: at, recordLine: this.#listEndLine, firstKeyAt: null };
    return {
      to: "lost",
      damage: { ...place, brackets: null, isInText: false, outside: { reason, sawText } },
    };
  }
}
