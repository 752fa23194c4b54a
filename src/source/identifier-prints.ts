import { createCipheriv, randomBytes } from "../runtime/index.js";
import type { Identifier, IdentifierKind } from "./normalized-user.js";

export const PRINT_WORDS = 4;
/** Bits of the last word that say which kind of identifier it is of. */
export const KIND_MASK = 15;
/** Set of what is less the user's than it can be another's: otherwise its fingerprint is that of any such address or name. */
export const LESSER = 8;

/** In the order in which a record's problems name them. */
const KIND_BITS: Readonly<Record<IdentifierKind, number>> = {
  ...{ email: 0, phone: 1, "third-party": 2, id: 3, name: 4 },
  ...{ "login-email": LESSER, "listed-name": LESSER + 4 },
};
const IDENTIFIER_KINDS = Object.keys(KIND_BITS) as readonly IdentifierKind[];

export function bitsOf(kind: IdentifierKind): number {
  return KIND_BITS[kind];
}

/** What kinds of one number share: a name may be another user's address. */
export function comparedAs(kind: IdentifierKind): number {
  return KIND_BITS[kind] % 4;
}

const KEY_BYTES = 16;
/** 16-bit units of a block: those of the text, and two that say which block it is. */
const BLOCK_UNITS = 8;
const TEXT_UNITS = 6;
/** Characters below U+0100, of which a unit holds two. */
const NARROW_CHARACTERS = TEXT_UNITS * 2;
const IS_LAST = 1 << 13;
const IS_NARROW = 1 << 12;
const LENGTH_SHIFT = 8;
const SMALLEST_UNITS = 1 << 14;

/** What tells an identifier from others of its kind: the service takes white space off the ends of an ID. */
export const distinctText = ({ kind, value }: Identifier): string => (kind === "id" ? value.trim() : value);

/** Makes a key under which identifiers are fingerprinted; it never leaves the process. */
export function printKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

export function kindOf(bits: number): IdentifierKind {
  return IDENTIFIER_KINDS.find((kind) => KIND_BITS[kind] === bits) as IdentifierKind;
}

/** ECB takes none. Not null, which Node takes as well: on workerd it is a TypeError. */
const NO_IV = new Uint8Array(0);

/**
 * Fingerprints identifiers, many in one call of the cipher. A text is divided into blocks, each with its number, the kind of
 * identifier and how many characters of what width are in it; a fingerprint is the exclusive or of the blocks' encryptions with
 * AES-128. Two identifiers have the same one with a chance of 1 in 2^124 (4 bits say the kind): among a thousand million, less
 * than 1 in 10^20 for any two. Without the key, no attacker can choose such a pair.
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
    this.#cipher = createCipheriv("aes-128-ecb", key, NO_IV).setAutoPadding(false);
  }

  add(identifier: Identifier): void {
    const value = distinctText(identifier);
    const hashed = comparedAs(identifier.kind);
    if (!this.#addNarrow(value, hashed)) this.#addWide(value, hashed);
    this.#ends.push(this.#used);
    this.#kinds.push(bitsOf(identifier.kind));
  }

  /** Two characters in a unit; false, and nothing is added, where one of them is too wide for that. */
  #addNarrow(value: string, kind: number): boolean {
    const { length } = value;
    const units = this.#roomFor((Math.floor(length / NARROW_CHARACTERS) + 1) * BLOCK_UNITS);
    const whole = Math.floor(length / NARROW_CHARACTERS);
    let at = this.#used;
    let widest = 0;
    for (let block = 0; block <= whole; block++) {
      const from = block * NARROW_CHARACTERS;
      const taken = block < whole ? NARROW_CHARACTERS : length - from;
      for (let place = 0; place < taken; place += 2) {
        const low = value.charCodeAt(from + place);
        const high = place + 1 < taken ? value.charCodeAt(from + place + 1) : 0;
        widest |= low | high;
        units[at + (place >> 1)] = low | (high << 8);
      }
      for (let unit = (taken + 1) >> 1; unit < TEXT_UNITS; unit++) units[at + unit] = 0;
      units[at + TEXT_UNITS] = block & 0xffff;
      units[at + TEXT_UNITS + 1] = closing(kind, block, taken, block === whole) | IS_NARROW;
      at += BLOCK_UNITS;
    }
    if (widest > 0xff) return false;
    this.#used = at;
    return true;
  }

  #addWide(value: string, kind: number): void {
    const blocks = Math.ceil(value.length / TEXT_UNITS);
    const units = this.#roomFor(blocks * BLOCK_UNITS);
    let at = this.#used;
    for (let block = 0; block < blocks; block++) {
      const from = block * TEXT_UNITS;
      const length = Math.min(TEXT_UNITS, value.length - from);
      for (let unit = 0; unit < TEXT_UNITS; unit++) {
        units[at + unit] = unit < length ? value.charCodeAt(from + unit) : 0;
      }
      units[at + TEXT_UNITS] = block & 0xffff;
      units[at + TEXT_UNITS + 1] = closing(kind, block, length, block === blocks - 1);
      at += BLOCK_UNITS;
    }
    this.#used = at;
  }

  /** The fingerprints of what was added, in its order: four words each, one every `stride` words. */
  take(stride = PRINT_WORDS): Uint32Array {
    const words = wordsOf(this.#cipher.update(new Uint8Array(this.#units.buffer, 0, this.#used * 2)));
    const ends = this.#ends;
    const prints = new Uint32Array(ends.length * stride);
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
      const at = index * stride;
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

/** The last unit of a block. A record, and so an identifier, is too short for blocks of more than 24 bits. */
function closing(kind: number, block: number, length: number, isLast: boolean): number {
  return (kind << 14) | (isLast ? IS_LAST : 0) | (length << LENGTH_SHIFT) | (block >>> 16);
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const isAligned = bytes.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, bytes.length / 4);
}
