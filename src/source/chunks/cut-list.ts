import { ByteWindow } from "../../lib/json-records/byte-window.js";
import * as ascii from "../../lib/json-records/json-bytes.js";
import { isFields } from "../fields/field.js";

/** A place where one chunk ends and the next one begins; what is between (a comma) belongs to neither. */
export interface CutPlace {
  readonly end: number;
  readonly next: number;
}

/** Finds places between records at which a file may be divided. Places are counted from the file's first byte. */
export interface Cutter {
  /** Where the first chunk begins. */
  readonly from: number;
  /** The places in these bytes, in order; undefined if the file can't be divided. `window` has the file's bytes from `settled` on. */
  push(bytes: Uint8Array, window: ByteWindow): readonly CutPlace[] | undefined;
  /** All chunks that end before this place are known; `at` unless it is given. */
  readonly settled?: number;
  /** Where the last chunk ends, once all bytes were given, if not with them; undefined where the file ends wrongly. */
  end?(): number | undefined;
  /** Line on which the file can't be divided any more is counted by the caller, up to this place. */
  readonly at: number;
}

const BEFORE_RECORD = 0;
const IN_RECORD = 1;
const AFTER_RECORD = 2;
const AFTER_LIST = 3;

/** Divides a JSON list at commas between sound objects. Where anything else is in it, it can't: the next record is a guess. */
export class ListCutter implements Cutter {
  readonly from: number;
  at: number;
  readonly #chunkBytes: number;
  readonly #most: number;
  readonly #window = new ByteWindow();
  #chunkFrom: number;
  #state = BEFORE_RECORD;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isFirst = true;
  #recordFrom = -1;
  /** The comma after a sound record, where the chunk before it is long enough. */
  #comma = -1;
  #isSound = false;
  #listEnd = -1;
  #found: CutPlace[] = [];

  /** @param from After the opening bracket of the list; `most` is the number of places that are looked for. */
  constructor(from: number, chunkBytes: number, most = Number.POSITIVE_INFINITY) {
    this.from = from;
    this.at = from;
    this.#chunkBytes = chunkBytes;
    this.#most = most;
    this.#chunkFrom = from;
    this.#window.base = from;
    this.#window.end = from;
  }

  get settled(): number {
    if (this.#comma >= 0) return this.#comma;
    return this.#isLongEnough() && this.#state !== BEFORE_RECORD ? this.#recordFrom : this.at;
  }

  push(bytes: Uint8Array): readonly CutPlace[] | undefined {
    this.#window.add(bytes, Math.min(this.settled, this.at));
    const end = this.#window.end;
    while (this.at < end && this.#state !== AFTER_LIST && this.#found.length < this.#most) {
      const isFine = this.#state === IN_RECORD ? this.#inRecord(end) : this.#between();
      if (!isFine) return undefined;
    }
    const found = this.#found;
    this.#found = [];
    return found;
  }

  end(): number | undefined {
    return this.#state === AFTER_LIST ? this.#listEnd : undefined;
  }

  #isLongEnough(): boolean {
    return this.#recordFrom - this.#chunkFrom >= this.#chunkBytes;
  }

  #between(): boolean {
    const byte = this.#window.at(this.at);
    if (ascii.isWhiteSpace(byte)) this.at++;
    else if (this.#state === BEFORE_RECORD && byte === ascii.OPENING_BRACE) this.#begin();
    else if (this.#state === AFTER_RECORD && byte === ascii.COMMA) this.#passComma();
    else if (byte === ascii.CLOSING_BRACKET && (this.#state === AFTER_RECORD || this.#isFirst)) this.#endList();
    else return false;
    return true;
  }

  #begin(): void {
    this.#isFirst = false;
    this.#recordFrom = this.at++;
    this.#state = IN_RECORD;
    this.#depth = 1;
  }

  #passComma(): void {
    if (this.#isSound && this.#isLongEnough()) this.#comma = this.at;
    this.at++;
    this.#state = BEFORE_RECORD;
  }

  #endList(): void {
    this.#listEnd = this.at;
    this.#state = AFTER_LIST;
  }

  /** In the numbers of one loop: most of a file is inside its records. */
  #inRecord(end: number): boolean {
    const { bytes, base } = this.#window;
    const last = end - base;
    let at = this.at - base;
    let depth = this.#depth;
    while (at < last && depth > 0) {
      if (this.#isInText) {
        at = this.#passText(bytes, at, last);
        if (at < 0) return this.#stopAt(base - at - 1);
        continue;
      }
      const byte = bytes[at++] as number;
      if (byte === ascii.QUOTE) this.#isInText = true;
      else if (byte === ascii.OPENING_BRACE || byte === ascii.OPENING_BRACKET) depth++;
      else if (byte === ascii.CLOSING_BRACE || byte === ascii.CLOSING_BRACKET) depth--;
    }
    this.#depth = depth;
    this.at = at + base;
    if (depth === 0) this.#endRecord();
    return true;
  }

  /** After the text, or the last byte; where a line ends in it, that place is given as a negative number less one. */
  #passText(bytes: Uint8Array, from: number, last: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < last; at++) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === ascii.BACKSLASH) isEscaped = true;
      else if (byte === ascii.QUOTE) {
        this.#isInText = false;
        at++;
        break;
      } else if (byte === ascii.LINE_FEED) return -at - 1;
    }
    this.#isEscaped = isEscaped;
    return at;
  }

  #stopAt(place: number): false {
    this.at = place;
    return false;
  }

  #endRecord(): void {
    this.#state = AFTER_RECORD;
    if (!this.#isLongEnough()) return;
    this.#isSound = isObject(this.#window.slice(this.#recordFrom, this.at));
    if (this.#comma < 0) return;
    if (this.#isSound) {
      this.#found.push({ end: this.#comma, next: this.#comma + 1 });
      this.#chunkFrom = this.#comma + 1;
      this.#isSound = false;
    }
    this.#comma = -1;
  }
}

function isObject(bytes: Uint8Array): boolean {
  try {
    return isFields(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return false;
  }
}
