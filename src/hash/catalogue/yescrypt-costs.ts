import { cryptValue } from "../../lib/crypt-base64.js";

export interface YescryptCosts {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly t: number;
}

/** The flavour that crypt(3) writes: memory that is read and written, tables of 12 KiB. */
const FLAVOUR = "j";
/** scrypt itself (RFC 7914), with yescrypt's way to write its costs. */
const CLASSIC = ".";
const MOST_LOG_N = 31;
const MOST_BLOCKS = 2 ** 30;
/** What may follow N and r; upgrades and memory that is shared with others come from no system. */
const HAS_P = 1;
const HAS_T = 2;

/** The costs in a string of yescrypt, such as `j9T`; null where it is another flavour, or none. */
export function readYescryptCosts(text: string): YescryptCosts | null {
  return text.startsWith(FLAVOUR) ? costsOf(text.slice(FLAVOUR.length)) : null;
}

/** The costs in a string such as `.A5`, which has no passes to add. */
export function readClassicCosts(text: string): YescryptCosts | null {
  const costs = text.startsWith(CLASSIC) ? costsOf(text.slice(CLASSIC.length)) : null;
  return costs?.t === 0 ? costs : null;
}

function costsOf(text: string): YescryptCosts | null {
  const numbers = new Numbers(text);
  const [logN, r] = [numbers.next(1), numbers.next(1)];
  const more = numbers.isAtEnd ? 0 : numbers.next(1);
  const p = more % 2 === HAS_P ? numbers.next(2) : 1;
  const t = more >= HAS_T ? numbers.next(1) : 0;
  const n = 2 ** logN;
  const isWhole = numbers.isAtEnd && more <= HAS_P + HAS_T && logN <= MOST_LOG_N;
  return isWhole && r * p < MOST_BLOCKS && n / p >= 2 ? { n, r, p, t } : null;
}

/** Numbers one after the other: the first character says how many follow, and is a part of the number itself. */
class Numbers {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** The next one, of which `least` is written as 0; not a number where there is none. */
  next(least: number): number {
    const first = this.#value();
    let [start, end, value, bits] = [0, 47, least, 0];
    while (first > end) {
      value += (end + 1 - start) * 2 ** bits;
      [start, end] = [end + 1, end + 1 + Math.floor((62 - end) / 2)];
      bits += 6;
    }
    value += (first - start) * 2 ** bits;
    for (; bits > 0; bits -= 6) value += this.#value() * 2 ** (bits - 6);
    return value;
  }

  #value(): number {
    const character = this.#text[this.#at++];
    return character === undefined ? Number.NaN : cryptValue(character);
  }
}
