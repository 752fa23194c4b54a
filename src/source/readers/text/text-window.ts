import { Buffer } from "../../../runtime/index.js";

/** Bytes that are worked on at once, however large the chunks are. */
const MOST_CHUNK_BYTES = 1 << 16;

/**
 * The stretch of a file that is being read, one character for each byte (`utf8Text` makes the real text), so that no encoding is
 * assumed before a field is known. Linear in what is added: a piece that is too short is read again once it has doubled.
 */
export class TextWindow {
  text = "";
  /** What is in front of it has been read. */
  at = 0;
  /** The line of `at`, from 1. */
  line = 1;
  isAtEnd = false;
  /** Characters that were in front of the text. */
  passed = 0;
  #pending: string[] = [];
  #pendingLength = 0;
  #wanted = 1;
  /** The first line feed at or after `at`, or where the search for it has to continue. */
  #lineFeed = -1;
  #searchedTo = 0;

  /** Pieces of a chunk that are worked on one after the other. */
  static *piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
    for (let from = 0; from < chunk.length; from += MOST_CHUNK_BYTES) {
      yield chunk.subarray(from, from + MOST_CHUNK_BYTES);
    }
  }

  /** Adds a piece; false while there is not enough to look at again. */
  push(piece: Uint8Array): boolean {
    this.#pending.push(latin1(piece));
    this.#pendingLength += piece.length;
    if (this.#pendingLength < this.#wanted) return false;
    this.#take();
    return true;
  }

  end(): void {
    this.#take();
    this.isAtEnd = true;
  }

  /** Says that what is left can't be read before there is more. */
  wantMore(): void {
    this.#wanted = Math.max(1, this.text.length - this.at);
  }

  get left(): number {
    return this.text.length - this.at;
  }

  moveTo(place: number): void {
    for (let next = this.#nextLineFeed(); next >= 0 && next < place; next = this.#nextLineFeed()) {
      this.line++;
      this.#lineFeed = -1;
      this.#searchedTo = next + 1;
    }
    this.at = place;
  }

  #nextLineFeed(): number {
    if (this.#lineFeed < 0) {
      this.#lineFeed = this.text.indexOf("\n", this.#searchedTo);
      this.#searchedTo = this.#lineFeed < 0 ? this.text.length : this.#lineFeed;
    }
    return this.#lineFeed;
  }

  #take(): void {
    this.text = this.text.slice(this.at) + this.#pending.join("");
    this.passed += this.at;
    this.#searchedTo = Math.max(0, this.#searchedTo - this.at);
    if (this.#lineFeed >= 0) this.#lineFeed -= this.at;
    this.at = 0;
    this.#pending = [];
    this.#pendingLength = 0;
    this.#wanted = 1;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
