import { Buffer, isUtf8 } from "../../../runtime/index.js";

const BACKSLASH = 0x5c;

/**
 * Looks at all bytes of a dump for texts in GBK, Big5 or Shift-JIS, where the second byte of a letter may be a backslash that escapes
 * nothing: read as an escape, a name ends where its user likes, also one of a table that is not asked for. In UTF-8 and Latin-1
 * the same bytes are a letter and an escape, so that one alone says nothing: somewhere a text must not be UTF-8 as well.
 */
export class EncodingWatch {
  #passed = 0;
  #last = 0;
  /** Bytes of a letter of which the rest is still to come. */
  #begun: Uint8Array = new Uint8Array();
  #isOther = false;
  /** Where the first backslash after a letter beyond ASCII is, and the last one so far. */
  #firstAt = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Where backslashes last began to be escapes, as far as anything says it. */
  #escapesFrom = 0;
  #isSaid = false;
  /** Whether such a backslash was, or may have been, read as an escape. */
  #hasEscaped = false;

  push(piece: Uint8Array): void {
    if (this.#isSaid) return;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    this.#findBackslashes(bytes);
    if (!this.#isOther) this.#findOther(bytes);
    this.#last = bytes.at(-1) ?? this.#last;
    this.#passed += bytes.length;
  }

  /** A line at this place says the encoding: it counts for what follows it. */
  say(at: number): void {
    this.#isSaid ||= at <= this.#firstAt;
  }

  /** Backslashes may be escapes from this place on. */
  escapesFrom(at: number): void {
    this.#escapesFrom = at;
  }

  /** Backslashes may have been read as escapes as far as this place. */
  escapesTo(at: number): void {
    this.#hasEscaped ||= this.#firstAt < at && this.#lastAt >= this.#escapesFrom;
  }

  /** Whether a backslash that was read as an escape may be the half of a letter. */
  get isUnsafe(): boolean {
    return !this.#isSaid && this.#isOther && this.#hasEscaped;
  }

  #findBackslashes(bytes: Buffer): void {
    const isAfterLetter = (at: number) => (at === 0 ? this.#last : (bytes[at - 1] as number)) >= 0x80;
    let at = bytes.lastIndexOf(BACKSLASH);
    while (at >= 0 && !isAfterLetter(at)) at = at === 0 ? -1 : bytes.lastIndexOf(BACKSLASH, at - 1);
    if (at < 0) return;
    this.#lastAt = this.#passed + at;
    if (this.#firstAt < this.#lastAt) return;
    at = bytes.indexOf(BACKSLASH);
    while (!isAfterLetter(at)) at = bytes.indexOf(BACKSLASH, at + 1);
    this.#firstAt = this.#passed + at;
  }

  #findOther(bytes: Buffer): void {
    const whole = this.#begun.length === 0 ? bytes : Buffer.concat([this.#begun, bytes]);
    const end = endOfLetters(whole);
    this.#isOther = !isUtf8(whole.subarray(0, end));
    // A copy: the caller may use its buffer again.
    this.#begun = Buffer.from(whole.subarray(end));
  }
}

/** The end of the last letter that is whole, as UTF-8 has it. */
function endOfLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
