import { createCipheriv, randomBytes } from "node:crypto";
import type { Identifier, IdentifierKind } from "./normalized-user.js";

/** Words of a fingerprint. */
export const PRINT_WORDS = 4;
/** Bits of the last word that say which kind of identifier it is of. */
export const KIND_MASK = 3;

/** In the order in which a record's problems name them. */
export const IDENTIFIER_KINDS: readonly IdentifierKind[] = ["email", "phone", "third-party", "id"];
const KEY_BYTES = 16;
/** UTF-16 units of a block: those of the text, and two that say which block it is. */
const BLOCK_UNITS = 8;
const TEXT_UNITS = 6;
const LAST_BLOCK = 1 << 13;
const SMALLEST_UNITS = 1 << 14;

/** Makes a key under which identifiers are fingerprinted; it never leaves the process. */
export function printKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** The kind of those bits. */
export function kindOf(bits: number): IdentifierKind {
  return IDENTIFIER_KINDS[bits] as IdentifierKind;
}

/**
 * Fingerprints identifiers, as many in one call of the cipher as come together. A text is divided into blocks, each
 * of which says its number, the kind of identifier, and how many units of text are in it; a fingerprint is the exclusive
 * or of the blocks' encryptions with AES-128. Two different identifiers have different sets of blocks, so that theirs
 * are the same with a chance of 1 in 2^126 (126 bits are kept, and two say the kind): among a thousand million
 * identifiers, for any two of them, less than 1 in 10^20. Without the key nobody can choose such a pair.
 */
export class IdentifierPrints {
  readonly #cipher: ReturnType<typeof createCipheriv>;
  #units = new Uint16Array(SMALLEST_UNITS);
  #used = 0;
  /** Where each identifier's blocks end. */
  #ends: number[] = [];
  #kinds: number[] = [];

  constructor(key: Uint8Array) {
    // No mode of operation: each block is encrypted once, under a key of one run.
    this.#cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  }

  add({ kind, value }: Identifier): void {
    const number = IDENTIFIER_KINDS.indexOf(kind);
    const blocks = Math.max(1, Math.ceil(value.length / TEXT_UNITS));
    const units = this.#roomFor(blocks * BLOCK_UNITS);
    let at = this.#used;
    for (let block = 0; block < blocks; block++) {
      const from = block * TEXT_UNITS;
      const length = Math.min(TEXT_UNITS, value.length - from);
      for (let unit = 0; unit < TEXT_UNITS; unit++) {
        units[at + unit] = unit < length ? value.charCodeAt(from + unit) : 0;
      }
      units[at + TEXT_UNITS] = block & 0xffff;
      const isLast = block === blocks - 1 ? LAST_BLOCK : 0;
      units[at + TEXT_UNITS + 1] = (number << 14) | isLast | (length << 10) | (block >>> 16);
      at += BLOCK_UNITS;
    }
    this.#used = at;
    this.#ends.push(at);
    this.#kinds.push(number);
  }

  /** The fingerprints of what was added, in its order, four words each. */
  take(): Uint32Array {
    const words = wordsOf(this.#cipher.update(new Uint8Array(this.#units.buffer, 0, this.#used * 2)));
    const ends = this.#ends;
    const prints = new Uint32Array(ends.length * PRINT_WORDS);
    let from = 0;
    for (let index = 0; index < ends.length; index++) {
      const to = (ends[index] as number) / 2;
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let word = from; word < to; word += PRINT_WORDS) {
        a ^= words[word] as number;
        b ^= words[word + 1] as number;
        c ^= words[word + 2] as number;
        d ^= words[word + 3] as number;
      }
      const at = index * PRINT_WORDS;
      prints[at] = a;
      prints[at + 1] = b;
      prints[at + 2] = c;
      prints[at + 3] = (d & ~KIND_MASK) | (this.#kinds[index] as number);
      from = to;
    }
    this.#used = 0;
    this.#ends = [];
    this.#kinds = [];
    return prints;
  }

  #roomFor(units: number): Uint16Array {
    const needed = this.#used + units;
    if (needed > this.#units.length) {
      const larger = new Uint16Array(needed * 2);
      larger.set(this.#units.subarray(0, this.#used));
      this.#units = larger;
    }
    return this.#units;
  }
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const isAligned = bytes.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, bytes.length / 4);
}
