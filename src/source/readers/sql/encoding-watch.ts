import { Buffer, isUtf8 } from "../../../runtime/index.js";
import { endOfLetters, RecodedLetters } from "./recoded-letters.js";

const BACKSLASH = 0x5c;
/** What a byte order mark begins with, and nothing else that a dump begins with. */
const MARK = 0xef;
const MARK_BYTES = 3;
/** Places that were read and are kept until they are removed together. */
const MOST_READ = 1024;

/**
 * Looks at all bytes of a dump for texts in GBK, Big5 or Shift-JIS, where the second byte of a letter may be a backslash that escapes
 * nothing: read as an escape, a name ends where its user likes, also one of a table that is not asked for. In UTF-8 and Latin-1
 * the same bytes are a letter and an escape, so that one alone says nothing: somewhere a text must not be UTF-8 as well.
 */
export class EncodingWatch {
  #passed = 0;
  #isMarked = false;
  #beyondAscii = 0;
  #last = 0;
  /** Bytes of a letter of which the rest is still to come. */
  #begun: Uint8Array = new Uint8Array();
  #isOther = false;
  /** Where the first backslash after a letter beyond ASCII is. */
  #firstAt = Number.POSITIVE_INFINITY;
  /** Where all of them are that were not read yet, from the number below on: pieces are read ahead of the statements. */
  #places: number[] = [];
  #unread = 0;
  #isSaid = false;
  readonly #recoded = new RecodedLetters();
  /** Whether such a backslash was, or may have been, read as an escape. */
  #hasEscaped = false;

  push(piece: Uint8Array): void {
    if (this.#passed === 0) this.#isMarked = piece[0] === MARK;
    if (this.#isMarked && !this.isMarkedWithLetters) this.#beyondAscii += piece.filter((byte) => byte >= 0x80).length;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (!this.#isSaid) this.#watch(bytes);
    this.#recoded.push(bytes);
    this.#passed += bytes.length;
  }

  /** Whether the file begins with a byte order mark, and has other letters beyond ASCII. */
  get isMarkedWithLetters(): boolean {
    return this.#beyondAscii > MARK_BYTES;
  }

  /** Whether its letters are UTF-8 that was read in another encoding, as far as can be seen. */
  get isRecoded(): boolean {
    return this.#recoded.areFound;
  }

  #watch(bytes: Buffer): void {
    if (!this.#hasEscaped) this.#findBackslashes(bytes);
    if (!this.#isOther) this.#findOther(bytes);
    this.#last = bytes.at(-1) ?? this.#last;
  }

  /** What was said does not hold from this place on. The rest was pushed already. What was found where nothing was said stays. */
  beginAt(at: number, rest: Uint8Array): void {
    if (!this.#isSaid) return;
    this.#isSaid = false;
    this.#isOther = false;
    this.#begun = new Uint8Array();
    this.#places = [];
    this.#unread = 0;
    this.#firstAt = Number.POSITIVE_INFINITY;
    this.#last = 0;
    const passed = this.#passed;
    this.#passed = at;
    this.#watch(Buffer.from(rest));
    this.#passed = passed;
  }

  /** A line at this place says the encoding: it counts for what follows it. */
  say(at: number): void {
    if (at > this.#firstAt) return;
    this.#isSaid = true;
    this.#hasEscaped = false;
  }

  /** Backslashes before this place were not read as escapes. */
  escapesFrom(at: number): void {
    while ((this.#places[this.#unread] ?? at) < at) this.#unread++;
    if (this.#unread < MOST_READ) return;
    this.#places = this.#places.slice(this.#unread);
    this.#unread = 0;
  }

  /** Those before this place may have been. */
  escapesTo(at: number): void {
    this.#hasEscaped ||= (this.#places[this.#unread] ?? at) < at;
  }

  /** Whether a backslash that was read as an escape may be the half of a letter. */
  get isUnsafe(): boolean {
    return !this.#isSaid && this.#isOther && this.#hasEscaped;
  }

  #findBackslashes(bytes: Buffer): void {
    for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
      const before = at === 0 ? this.#last : (bytes[at - 1] as number);
      if (before >= 0x80) this.#places.push(this.#passed + at);
    }
    this.#firstAt = Math.min(this.#firstAt, this.#places[0] ?? this.#firstAt);
  }

  #findOther(bytes: Buffer): void {
    const whole = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const end = endOfLetters(whole);
    this.#isOther = !isUtf8(whole.subarray(0, end));
    // A copy: the caller may use its buffer again.
    this.#begun = Buffer.from(whole.subarray(end));
  }
}
