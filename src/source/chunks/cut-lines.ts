import { LINE_FEED, OPENING_BRACE } from "../../lib/json-records/json-bytes.js";
import type { CutPlace, Cutter } from "./cutter.js";

/**
 * Divides newline-delimited JSON. Each line is for itself, so damage never leaves a chunk; one begins with a line
 * that begins an object, as the first line of a file is taken for something else otherwise. So has the first one such
 * a line, however the file begins.
 */
export class LineCutter implements Cutter {
  readonly from = 0;
  at = 0;
  readonly #chunkBytes: number;
  #chunkFrom = 0;
  /** Where the first line begins that begins an object; -1 before it was seen. */
  #objectAt = -1;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  get settled(): number {
    return this.at;
  }

  push(bytes: Uint8Array): readonly CutPlace[] {
    const found: CutPlace[] = [];
    const base = this.at;
    if (this.#objectAt < 0) this.#objectAt = this.#firstObject(bytes);
    while (this.#objectAt >= 0) {
      const from = Math.max(this.#chunkFrom + this.#chunkBytes - 1, this.#objectAt, base) - base;
      const cut = from < bytes.length ? nextBeginning(bytes, from) : -1;
      if (cut < 0) break;
      this.#chunkFrom = base + cut;
      found.push({ end: base + cut, next: base + cut });
    }
    this.at = base + bytes.length;
    return found;
  }

  #firstObject(bytes: Uint8Array): number {
    if (this.at === 0 && bytes[0] === OPENING_BRACE) return 0;
    const found = nextBeginning(bytes, 0);
    return found < 0 ? -1 : this.at + found;
  }

  end(size: number): number {
    return size;
  }
}

/** Where a line begins with an object, not before a place; -1 where these bytes show none. */
function nextBeginning(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (bytes[at + 1] === OPENING_BRACE) return at + 1;
  }
  return -1;
}
