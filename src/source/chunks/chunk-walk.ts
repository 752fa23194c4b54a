import { ByteWindow } from "../../lib/json-records/byte-window.js";
import type { Failure } from "../../result.js";
import { Buffer } from "../../runtime/index.js";
import { BEGINNING_BYTES } from "../input/input-beginning.js";
import { type ChosenCutter, notDivisible } from "./choose-cutter.js";
import type { CutPlace, Cutter } from "./cut-list.js";
import { isPlainFrame } from "./guess-list.js";

export interface ChunkSpan {
  readonly from: number;
  readonly to: number;
  /** Line of its first byte, from 1. */
  readonly line: number;
}

export interface ChunkTaker {
  /** The next bytes of a chunk; they are changed afterwards. */
  readonly add: (bytes: Uint8Array) => void;
  /** The chunk of all bytes since the last one is whole. */
  readonly end: (span: ChunkSpan) => void;
}

interface ChunkFrame {
  readonly bytes: number;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** What is around a list, at most. */
const MOST_TAIL_BYTES = BEGINNING_BYTES;
/** What two records, or the end of a file, can take. */
const MOST_HELD_BYTES = 1 << 24;
/** A chunk that gets so much longer than it should has no places between sound records. */
const MOST_FACTOR = 4;

/** Hands the chunks of a file on while it goes by. */
export class ChunkWalk {
  readonly #cutter: Cutter;
  readonly #lineEnd: number;
  readonly #mostBytes: number;
  readonly #taker: ChunkTaker;
  readonly #window = new ByteWindow();
  #head: Uint8Array = new Uint8Array(0);
  /** Up to here all is handed on. */
  #done = 0;
  #line = 1;
  #chunkFrom = 0;
  #chunkLine = 1;
  #hasBegun = false;
  /** Up to here the cutter has got all. */
  #given = 0;

  constructor({ cutter, lineEnd }: ChosenCutter, chunkBytes: number, taker: ChunkTaker) {
    this.#cutter = cutter;
    this.#lineEnd = lineEnd;
    this.#mostBytes = chunkBytes * MOST_FACTOR + MOST_HELD_BYTES;
    this.#taker = taker;
  }

  /** What is before the first chunk; nothing until one has begun. */
  get head(): Uint8Array {
    return this.#head;
  }

  push(bytes: Uint8Array): Failure | undefined {
    this.#window.add(bytes, this.#done);
    const begun = this.#begin();
    if (begun === undefined) return undefined;
    const cutter = this.#cutter;
    const places = cutter.push(begun, this.#window);
    if (places === undefined) return this.#damaged();
    for (const place of places) this.#cut(place);
    this.#handTo(Math.min(cutter.settled ?? cutter.at, this.#window.end));
    const isTooLong = this.#done - this.#chunkFrom > this.#mostBytes;
    return isTooLong || this.#window.end - this.#done > MOST_HELD_BYTES ? this.#damaged() : undefined;
  }

  finish(): ChunkFrame | Failure {
    const bytes = this.#window.end;
    const to = this.#cutter.end === undefined ? bytes : this.#cutter.end();
    if (to === undefined || !this.#hasBegun) return this.#damaged();
    const tail = this.#window.slice(to, bytes).slice();
    if (tail.length > MOST_TAIL_BYTES || (tail.length > 0 && !isPlainFrame(this.#head, tail))) {
      return notDivisible("something follows the list of users");
    }
    this.#handTo(to);
    this.#endChunk(to);
    return { bytes, head: this.#head, tail };
  }

  /** What the cutter is to see of the newest bytes; undefined while the head is not whole. */
  #begin(): Uint8Array | undefined {
    const { from } = this.#cutter;
    const { end } = this.#window;
    if (!this.#hasBegun && end < from) return undefined;
    if (!this.#hasBegun) this.#beginChunks(from);
    const bytes = this.#window.slice(this.#given, end);
    this.#given = end;
    return bytes;
  }

  #beginChunks(from: number): void {
    this.#hasBegun = true;
    this.#given = this.#cutter.at;
    this.#head = this.#window.slice(0, from).slice();
    this.#countLines(0, from);
    this.#done = from;
    this.#chunkFrom = from;
    this.#chunkLine = this.#line;
  }

  #damaged(): Failure {
    const to = Math.min(this.#cutter.at, this.#window.end);
    if (to > this.#done) this.#countLines(this.#done, to);
    const line = this.#line;
    const message = `the list of users is damaged, or has something else than users in it, about line ${line}`;
    return notDivisible(message, `line ${line}`);
  }

  #cut({ end, next }: CutPlace): void {
    this.#handTo(end);
    this.#endChunk(end);
    this.#countLines(end, next);
    this.#done = next;
    this.#chunkFrom = next;
    this.#chunkLine = this.#line;
  }

  #endChunk(to: number): void {
    this.#taker.end({ from: this.#chunkFrom, to, line: this.#chunkLine });
  }

  #handTo(to: number): void {
    if (to <= this.#done) return;
    this.#taker.add(this.#window.slice(this.#done, to));
    this.#countLines(this.#done, to);
    this.#done = to;
  }

  /** `Buffer` finds a byte five times as fast as other arrays do. */
  #countLines(from: number, to: number): void {
    const { buffer, byteOffset, length } = this.#window.slice(from, to);
    const bytes = Buffer.from(buffer, byteOffset, length);
    for (let at = bytes.indexOf(this.#lineEnd); at >= 0; at = bytes.indexOf(this.#lineEnd, at + 1)) this.#line++;
  }
}
