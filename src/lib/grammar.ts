import { hexBytesAt } from "./hex.js";

/**
 * A text's layout as a row of parts, each read once from left to right: what comes out
 * is typed, and what does not fit says where. No part looks back, so reading is linear.
 */

/** Where a part ends in the text; or, as `broken(at)`, the place that does not fit. */
type End = number;

/** What parts have found: names and values by turns. An object of them is made on demand. */
type Finds = unknown[];

/** One part of a layout. `Fields` are the values that it adds. */
export interface Part<Fields extends object = object> {
  readonly read: (text: string, at: number, into: Finds) => End;
  /** Carries the type alone. */
  readonly fields?: Fields;
  /** The texts that it can begin with, in lower case where the case does not count; without them any. */
  readonly begins?: readonly string[];
  /** Nothing comes after these beginnings. */
  readonly isWhole?: boolean;
}

// biome-ignore lint/complexity/noBannedTypes: the neutral element of an intersection
type None = {};
type FieldsOf<P> = P extends Part<infer Fields> ? Fields : None;
type Together<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
  ? FieldsOf<First> & Together<Others>
  : None;

/** What reading a whole text gives: its fields, or the offset of the first character that does not fit. */
type Read<Fields> = { readonly fields: Fields } | { readonly brokenAt: number };

/** A whole text. */
export interface Layout<Fields extends object> {
  readonly read: (text: string) => Read<Fields>;
  /** The texts that it can begin with, as far as its first part that can be any. */
  readonly beginnings: readonly string[];
}

function broken(at: number): End {
  return ~at;
}

/** A whole text as it is written, with parts in place of what differs: layout`{MD5}${hexOf("key", 16)}`. */
export function layout<const Parts extends readonly (Part | string)[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Layout<Together<Parts>> {
  const row = sequence(texts, ...parts);
  return {
    beginnings: row.begins as readonly string[],
    read: (text) => {
      const finds: Finds = [];
      const end = row.read(text, 0, finds);
      if (end === text.length) return new Fit(finds);
      return { brokenAt: end < 0 ? ~end : end };
    },
  };
}

/** A text that fits whole. */
class Fit<Fields extends object> {
  readonly #finds: Finds;

  constructor(finds: Finds) {
    this.#finds = finds;
  }

  get fields(): Fields {
    const fields: Record<string, unknown> = {};
    for (let at = 0; at < this.#finds.length; at += 2) fields[this.#finds[at] as string] = this.#finds[at + 1];
    return fields as Fields;
  }
}

/** A piece of such a text. */
export function sequence<const Parts extends readonly (Part | string)[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Part<Together<Parts>> {
  const row = texts
    .flatMap((text, at): readonly (Part | string)[] => [text, ...parts.slice(at, at + 1)])
    .filter((part) => part !== "")
    .map((part) => (typeof part === "string" ? literal(part) : part));
  let begins: readonly string[] = [""];
  let isWhole = true;
  for (const part of row) {
    if (!isWhole) break;
    begins = begins.flatMap((text) => (part.begins ?? [""]).map((next) => text + next));
    isWhole = part.isWhole === true;
  }
  return {
    begins,
    isWhole,
    read: (text, at, into) => {
      let end = at;
      for (let next = 0; next < row.length && end >= 0; next++) end = (row[next] as Part).read(text, end, into);
      return end;
    },
  };
}

/** A part that may be missing. */
export function optional<Fields extends object = None>(given: Part<Fields> | string): Part<Partial<Fields>> {
  const part = typeof given === "string" ? literal(given) : given;
  return {
    begins: ["", ...(part.begins ?? [])],
    isWhole: part.isWhole === true,
    read: (text, at, into) => {
      const before = into.length;
      const end = part.read(text, at, into);
      if (end >= 0) return end;
      into.length = before;
      return at;
    },
  };
}

/** The first of the parts that fits; where none does, the place that the furthest came to. */
export function either<const Parts extends readonly (Part | string)[]>(
  ...given: Parts
): Part<Partial<Together<Parts>>> {
  const parts = given.map((part) => (typeof part === "string" ? literal(part) : part));
  return {
    begins: parts.flatMap(({ begins = [""] }) => begins),
    isWhole: parts.every(({ isWhole }) => isWhole),
    read: (text, at, into) => {
      const before = into.length;
      let furthest = at;
      for (const part of parts) {
        const end = part.read(text, at, into);
        if (end >= 0) return end;
        into.length = before;
        furthest = Math.max(furthest, ~end);
      }
      return broken(furthest);
    },
  };
}

/** This text, letter for letter. */
export function literal(expected: string): Part<None> {
  return {
    begins: [expected],
    isWhole: true,
    read: (text, at) => {
      if (text.startsWith(expected, at)) return at + expected.length;
      let same = 0;
      while (text.charCodeAt(at + same) === expected.charCodeAt(same)) same++;
      return broken(at + same);
    },
  };
}

/** This text in upper or lower case. */
export function caseless(expected: string): Part<None> {
  const lower = expected.toLowerCase();
  return {
    begins: [lower],
    isWhole: true,
    read: (text, at) => {
      const end = at + lower.length;
      return text.slice(at, end).toLowerCase() === lower ? end : broken(at);
    },
  };
}

/** One of these words; the value is what it stands for. A longer word goes before one that it begins with. */
export function word<Name extends string, const Value>(
  name: Name,
  words: Readonly<Record<string, Value>>,
): Part<Record<Name, Value>> {
  const entries = Object.entries(words);
  return {
    begins: Object.keys(words),
    isWhole: true,
    read: (text, at, into) => {
      for (const [spelling, value] of entries) {
        if (text.startsWith(spelling, at)) {
          into.push(name, value);
          return at + spelling.length;
        }
      }
      return broken(at);
    },
  };
}

/** A whole number without leading zeros, of at most `digits` digits; `least` 1 unless it says otherwise. */
export function decimal<Name extends string>(
  name: Name,
  { digits = 10, least = 1 }: { digits?: number; least?: number } = {},
): Part<Record<Name, number>> {
  return {
    read: (text, at, into) => {
      let value = 0;
      let end = at;
      for (; end < text.length && end - at <= digits; end++) {
        const digit = text.charCodeAt(end) - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      const length = end - at;
      const leadingZero = length > 1 && text.charCodeAt(at) === 48;
      if (length === 0 || length > digits || leadingZero || value < least) return broken(at);
      into.push(name, value);
      return end;
    },
  };
}

/** A set of ASCII characters. */
export type CharacterSet = Uint8Array;

export function characters(members: string): CharacterSet {
  const set = new Uint8Array(128);
  for (const member of members) set[member.charCodeAt(0)] = 1;
  return set;
}

/** `from` to `most` characters of the set, as many as there are. */
export function run<Name extends string>(
  name: Name,
  set: CharacterSet,
  least: number,
  most = least,
): Part<Record<Name, string>> {
  return {
    read: (text, at, into) => {
      const end = runEnd(text, at, set, most);
      if (end - at < least) return broken(end);
      into.push(name, text.slice(at, end));
      return end;
    },
  };
}

/** `least` to `most` characters, up to the first of the stops. */
export function textWithout<Name extends string>(
  name: Name,
  stops: string,
  least: number,
  most: number,
): Part<Record<Name, string>> {
  return {
    read: (text, at, into) => {
      let end = at;
      while (end < text.length && end - at < most && !stops.includes(text.charAt(end))) end++;
      if (end - at < least) return broken(end);
      into.push(name, text.slice(at, end));
      return end;
    },
  };
}

/** Bytes in a stretch of text that has been checked: decoded when they are asked for. */
export interface EncodedBytes {
  readonly length: number;
  readonly bytes: () => Uint8Array;
}

class HexStretch implements EncodedBytes {
  readonly length: number;
  readonly #text: string;
  readonly #start: number;

  constructor(text: string, start: number, length: number) {
    this.length = length;
    this.#text = text;
    this.#start = start;
  }

  bytes(): Uint8Array {
    return hexBytesAt(this.#text, this.#start, this.length);
  }
}

class Base64Stretch implements EncodedBytes {
  readonly length: number;
  readonly #text: string;
  readonly #start: number;
  readonly #table: Uint8Array;

  constructor(text: string, start: number, length: number, table: Uint8Array) {
    this.length = length;
    this.#text = text;
    this.#start = start;
    this.#table = table;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.length);
    let held = 0;
    let bits = 0;
    let written = 0;
    for (let at = this.#start; written < bytes.length; at++) {
      held = ((held << 6) | sixBits(this.#table, this.#text, at)) & 0xfff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[written++] = held >> bits;
      }
    }
    return bytes;
  }
}

const HEX = {
  lower: characters("0123456789abcdef"),
  upper: characters("0123456789ABCDEF"),
  any: characters("0123456789abcdefABCDEF"),
};

/** Hexadecimal digits of `least` to `most` bytes. */
export function hexOf<Name extends string>(
  name: Name,
  least: number,
  most = least,
  letters: keyof typeof HEX = "lower",
): Part<Record<Name, EncodedBytes>> {
  const set = HEX[letters];
  return {
    read: (text, at, into) => {
      const end = runEnd(text, at, set, 2 * most);
      const length = end - at;
      if (length < 2 * least || length % 2 !== 0) return broken(end);
      into.push(name, new HexStretch(text, at, length / 2));
      return end;
    },
  };
}

/** A whole number above 0 in hexadecimal, without leading zeros, of at most `digits` digits. */
export function hexNumber<Name extends string>(name: Name, digits: number): Part<Record<Name, number>> {
  return {
    read: (text, at, into) => {
      const end = runEnd(text, at, HEX.any, digits);
      if (end === at || text.charCodeAt(at) === 48) return broken(at);
      into.push(name, Number.parseInt(text.slice(at, end), 16));
      return end;
    },
  };
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const INVALID = 64;

/** Six-bit values of an alphabet; 64 for every other character. */
function values(alphabet: string): Uint8Array {
  const table = new Uint8Array(128).fill(INVALID);
  for (let value = 0; value < alphabet.length; value++) table[alphabet.charCodeAt(value)] = value;
  return table;
}

/** RFC 4648 section 4, section 5, passlib's with a dot for the plus sign, and crypt(3)'s in the order of RFC 4648. */
const ALPHABETS: Readonly<Record<Base64Alphabet, Uint8Array>> = {
  standard: values(`${BASE64}+/`),
  "url-safe": values(`${BASE64}-_`),
  passlib: values(`${BASE64}./`),
  crypt: values("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
};

/** Which characters stand for 62 and 63. */
type Base64Alphabet = "standard" | "url-safe" | "passlib" | "crypt";

interface Base64Rules {
  readonly alphabet?: Base64Alphabet;
  /** Whether `=` fills the last group: it must, it may, or it never does. */
  readonly padding?: "whole" | "optional" | "none";
  readonly least?: number;
  readonly most?: number;
}

/** Base64 of `least` to `most` bytes (1 to 1,024 unless it says otherwise), without a stray bit. */
export function base64Of<Name extends string>(
  name: Name,
  { alphabet = "standard", padding = "optional", least = 1, most = 1024 }: Base64Rules = {},
): Part<Record<Name, EncodedBytes>> {
  const table = ALPHABETS[alphabet];
  const mostCharacters = Math.ceil((most * 4) / 3);
  return {
    read: (text, at, into) => {
      const limit = Math.min(text.length, at + mostCharacters);
      let bodyEnd = at;
      let last = 0;
      for (; bodyEnd < limit; bodyEnd++) {
        const value = sixBits(table, text, bodyEnd);
        if (value === INVALID) break;
        last = value;
      }
      const characters = bodyEnd - at;
      const length = Math.floor((characters * 3) / 4);
      if (length < least || !isWhole(characters, last)) return broken(bodyEnd);
      const end = paddingEnd(text, bodyEnd, (4 - (characters % 4)) % 4, padding);
      if (end >= 0) into.push(name, new Base64Stretch(text, at, length, table));
      return end;
    },
  };
}

/** Whether so many characters can be bytes, and the last of them has no stray bit. */
function isWhole(characters: number, last: number): boolean {
  const rest = characters % 4;
  if (rest === 1) return false;
  return (last & (rest === 2 ? 15 : rest === 3 ? 3 : 0)) === 0;
}

function paddingEnd(text: string, bodyEnd: number, fill: number, padding: "whole" | "optional" | "none"): End {
  if (padding === "none" || fill === 0) return bodyEnd;
  const end = bodyEnd + fill;
  if (text.startsWith("==".slice(0, fill), bodyEnd)) return end;
  return padding === "optional" ? bodyEnd : broken(bodyEnd);
}

function sixBits(table: Uint8Array, text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (table[code] as number) : INVALID;
}

function runEnd(text: string, at: number, set: CharacterSet, most: number): number {
  const last = Math.min(text.length, at + most);
  let end = at;
  while (end < last) {
    const code = text.charCodeAt(end);
    if (code > 127 || set[code] === 0) break;
    end++;
  }
  return end;
}
