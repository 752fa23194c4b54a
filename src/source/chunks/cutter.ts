import type { ByteWindow } from "../../lib/json-records/byte-window.js";

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
  /** All chunks that end before this place are known. */
  readonly settled: number;
  /** Where the last chunk ends, once all bytes were given; undefined where the file does not end as it should. */
  end(size: number): number | undefined;
  /** Line on which the file can't be divided any more is counted by the caller, up to this place. */
  readonly at: number;
}
