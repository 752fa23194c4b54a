import { ByteWindow } from "../../lib/json-records/byte-window.js";
import * as ascii from "../../lib/json-records/json-bytes.js";
import { type CutPlace, type Cutter, ListCutter } from "./cut-list.js";

/** What is around a chunk whose place was guessed: a list that goes beyond it shows. */
export const GUESSED_FRAME: { readonly head: Uint8Array; readonly tail: Uint8Array } = {
  head: Uint8Array.of(ascii.OPENING_BRACKET),
  tail: Uint8Array.of(ascii.CLOSING_BRACKET),
};

/** After so many chunks without a place that looks right the list is followed, byte by byte, to the next place. */
const MOST_CHUNKS_WITHOUT = 2;

/**
 * Divides a JSON list where it looks as it does between two of its first records. Each guess is confirmed by reading the chunk
 * before it as a list. A text never looks like this (a quotation mark after a brace); a list inside a record can.
 */
export class GuessedListCutter implements Cutter {
  readonly from: number;
  at: number;
  readonly #chunkBytes: number;
  readonly #pattern: BetweenRecords;
  #window = new ByteWindow();
  #chunkFrom: number;
  /** Up to here no place was found. */
  #searched: number;
  /** Follows the list to the first place, and where none looks right. */
  #exact: ListCutter | undefined;

  /** @param from After the opening bracket of the list. */
  constructor(from: number, chunkBytes: number, pattern: BetweenRecords) {
    this.from = from;
    this.at = from;
    this.#chunkBytes = chunkBytes;
    this.#pattern = pattern;
    this.#chunkFrom = from;
    this.#searched = from;
    this.#exact = new ListCutter(from, chunkBytes, 1);
  }

  get settled(): number {
    return this.#exact === undefined ? this.#chunkFrom : this.#exact.settled;
  }

  push(bytes: Uint8Array, window: ByteWindow): readonly CutPlace[] | undefined {
    this.#window = window;
    const found: CutPlace[] = [];
    let fresh = bytes;
    // Where places are has nothing to do with how many bytes come at once: a second pass has to find the same.
    for (;;) {
      const place = this.#exact === undefined ? this.#guess() : this.#follow(this.#exact, fresh);
      if (place === "damaged") return undefined;
      if (place === undefined) return found;
      if (place === "unlike") {
        this.#exact = new ListCutter(this.#chunkFrom, this.#chunkBytes, 1);
        fresh = this.#window.slice(this.#chunkFrom, this.#window.end);
        continue;
      }
      found.push(place);
      this.#chunkFrom = place.next;
      this.#searched = place.next;
      this.#exact = undefined;
    }
  }

  end(): number | undefined {
    if (this.#exact !== undefined) return this.#exact.end();
    const last = new ListCutter(this.#chunkFrom, Number.POSITIVE_INFINITY);
    const found = last.push(this.#window.slice(this.#chunkFrom, this.#window.end));
    this.at = last.at;
    return found === undefined ? undefined : last.end();
  }

  /** The next place as the list has it, once it is known. */
  #follow(exact: ListCutter, bytes: Uint8Array): CutPlace | "damaged" | undefined {
    const places = exact.push(bytes);
    this.at = exact.at;
    return places === undefined ? "damaged" : places[0];
  }

  #guess(): CutPlace | "unlike" | undefined {
    const { base, end, bytes } = this.#window;
    const pattern = this.#pattern.bytes;
    this.at = end;
    const least = this.#chunkFrom + this.#chunkBytes;
    const most = this.#chunkFrom + this.#chunkBytes * MOST_CHUNKS_WITHOUT;
    const from = Math.max(least, this.#searched);
    const at = base + placeOf(pattern, bytes.subarray(0, Math.min(end, most) - base), from - base);
    if (at >= base) return { end: at + this.#pattern.comma, next: at + this.#pattern.comma + 1 };
    if (end >= most) return "unlike";
    // The bytes that are looked for may have begun.
    this.#searched = Math.max(this.#searched, end - pattern.length + 1);
    return undefined;
  }
}

/** What is between two records: from the closing brace of the one to the first key of the other. */
interface BetweenRecords {
  readonly bytes: Uint8Array;
  readonly comma: number;
}

/** What is between the first records of a list that opens before `from`; undefined where the beginning does not show two. */
export function betweenRecords(beginning: Uint8Array, from: number): BetweenRecords | undefined {
  const cut = new ListCutter(from, 1, 1).push(beginning.subarray(from))?.[0];
  if (cut === undefined) return undefined;
  let brace = cut.end - 1;
  while (ascii.isWhiteSpace(beginning[brace] as number)) brace--;
  const key = skipSpace(beginning, skipSpace(beginning, cut.next) + 1);
  const end = beginning[key] === ascii.QUOTE ? endOfText(beginning, key) : beginning.length + 1;
  if (beginning[brace] !== ascii.CLOSING_BRACE || end > beginning.length) return undefined;
  return { bytes: beginning.slice(brace, end), comma: cut.end - brace };
}

/** Where some bytes are within others, not before a place; -1 where they are not. */
function placeOf(wanted: Uint8Array, bytes: Uint8Array, from: number): number {
  const first = wanted[0] as number;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(first, from); at >= 0 && at <= last; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** Whether a chunk with unreadable records still begins and ends between two records: strings and brackets pair. */
export function isPairedList(body: Uint8Array): boolean {
  const cutter = new ListCutter(0, Number.POSITIVE_INFINITY);
  const isFollowed = cutter.push(body) !== undefined && cutter.push(GUESSED_FRAME.tail) !== undefined;
  return isFollowed && cutter.end() === body.length;
}

/** Whether the end of a document closes what its beginning opened and has no further list: chunks are read between the two. */
export function isPlainFrame(head: Uint8Array, tail: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const end = decoder.decode(tail);
    JSON.parse(decoder.decode(head) + end);
    return !/[[{]/.test(end);
  } catch {
    return false;
  }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && ascii.isWhiteSpace(bytes[at] as number)) at++;
  return at;
}

/** After the closing quotation mark. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== ascii.QUOTE) at += bytes[at] === ascii.BACKSLASH ? 2 : 1;
  return at + 1;
}
