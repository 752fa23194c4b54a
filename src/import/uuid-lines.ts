import { randomFillSync } from "node:crypto";

const SMALLEST = 1 << 8;
/** Filled to at most so much, so that a search stays short. */
const MOST_FILLED = 0.7;
/** Of 32 bits each. */
const WORDS = 4;
const LENGTH = 36;
const DIGITS_IN_WORD = 8;
const DASH = 0x2d;

/**
 * A line for each UUID (RFC 9562 section 4), in the lower-case form only: 24 bytes a slot, and nothing that a garbage
 * collector has to look at.
 */
export class UuidLines {
  #words = new Uint32Array(SMALLEST * WORDS);
  /** One more than the line; 0 is free. */
  #lines = new Float64Array(SMALLEST);
  #size = 0;
  readonly #asked = new Uint32Array(WORDS);
  /** By chance, so that nobody can choose IDs that all come to one slot. */
  readonly #factors = randomFillSync(new Uint32Array(WORDS));

  get size(): number {
    return this.#size;
  }

  /** False where the ID is not a UUID. */
  set(id: string, line: number): boolean {
    if (!readUuid(id, this.#asked)) return false;
    if (this.#size >= this.#lines.length * MOST_FILLED) this.#grow();
    this.#put(this.#asked, line + 1);
    return true;
  }

  get(id: string): number | undefined {
    if (!readUuid(id, this.#asked)) return undefined;
    const line = this.#lines[this.#slotOf(this.#asked)] as number;
    return line === 0 ? undefined : line - 1;
  }

  #put(uuid: Uint32Array, line: number): void {
    const slot = this.#slotOf(uuid);
    if (this.#lines[slot] === 0) this.#size++;
    this.#words.set(uuid, slot * WORDS);
    this.#lines[slot] = line;
  }

  /** That of the UUID, or the free one where it would be. */
  #slotOf(uuid: Uint32Array): number {
    const mask = this.#lines.length - 1;
    let slot = mixed(uuid, this.#factors) & mask;
    while (this.#lines[slot] !== 0 && !this.#holds(slot, uuid)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(slot: number, uuid: Uint32Array): boolean {
    const words = this.#words;
    const at = slot * WORDS;
    return (
      words[at] === uuid[0] &&
      words[at + 1] === uuid[1] &&
      words[at + 2] === uuid[2] &&
      words[at + 3] === uuid[3]
    );
  }

  #grow(): void {
    const [words, lines] = [this.#words, this.#lines];
    this.#words = new Uint32Array(words.length * 2);
    this.#lines = new Float64Array(lines.length * 2);
    this.#size = 0;
    for (const [slot, line] of lines.entries()) {
      if (line !== 0) this.#put(words.subarray(slot * WORDS, (slot + 1) * WORDS), line);
    }
  }
}

/** The best bits of such a sum are its high ones. */
function mixed(uuid: Uint32Array, factors: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < WORDS; at++) {
    sum = (sum + Math.imul((uuid[at] as number) ^ (sum >>> 15), (factors[at] as number) | 1)) | 0;
  }
  return sum ^ (sum >>> 16);
}

/** Puts the UUID into the words; false where the text is not one. */
function readUuid(text: string, words: Uint32Array): boolean {
  if (text.length !== LENGTH) return false;
  let word = 0;
  let digits = 0;
  for (let at = 0; at < LENGTH; at++) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== DASH) return false;
      continue;
    }
    const digit = digitOf(code);
    if (digit < 0) return false;
    word = (word << 4) | digit;
    digits++;
    if (digits % DIGITS_IN_WORD === 0) words[digits / DIGITS_IN_WORD - 1] = word;
  }
  return true;
}

/** Of a hexadecimal digit in lower case; -1 of anything else. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}
