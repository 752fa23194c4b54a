import { LINE_FEED, OPENING_BRACE } from "../../lib/json-records/json-bytes.js";
import type { CutPlace, Cutter } from "./cutter.js";

/**
 * Divides newline-delimited JSON. Each line is for itself, so damage never leaves a chunk; one begins with a line
 * that begins an object, as the first line of a file is taken for something else otherwise.
 */
export class LineCutter implements Cutter {
  readonly from = 0;
  at = 0;
  readonly #chunkBytes: number;
  #chunkFrom = 0;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  get settled(): number {
    return this.at;
  }

  push(bytes: Uint8Array): readonly CutPlace[] {
    const found: CutPlace[] = [];
    const base = this.at;
    for (;;) {
      const from = Math.max(this.#chunkFrom + this.#chunkBytes - 1, base) - base;
      const cut = from < bytes.length ? nextBeginning(bytes, from) : -1;
      if (cut < 0) break;
      this.#chunkFrom = base + cut;
      found.push({ end: base + cut, next: base + cut });
    }
    this.at = base + bytes.length;
    return found;
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
