import { Buffer } from "../../runtime/index.js";
/** A value as PHP's serialize() writes it. */
export type PhpValue = string | number | boolean | null | PhpArray;

/** An array by its keys, which PHP has as text or whole numbers. */
type PhpArray = ReadonlyMap<string, PhpValue>;

/** Deeper than this nothing is that a system keeps for a user. */
const MOST_DEPTH = 16;
const MOST_CHARACTERS = 1 << 20;

/**
 * What PHP's serialize() wrote: texts, numbers, booleans, null and arrays of them; undefined where the text is
 * anything else. Objects are not read. Lengths of texts are in bytes, so the text is read as its bytes.
 *
 * @see https://www.php.net/manual/en/function.serialize.php
 */
export function readPhpSerialized(text: string): PhpValue | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const reading = new Reading(Buffer.from(text, "utf8").toString("latin1"));
  const value = reading.value(MOST_DEPTH);
  return reading.isAtEnd ? value : undefined;
}

class Reading {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  value(depth: number): PhpValue | undefined {
    const simple = this.#take(/(?:i:(-?\d{1,19})|d:([-+.\dEe]{1,32})|b:([01])|(N));/y);
    if (simple !== undefined) {
      const [, whole, decimal, flag] = simple;
      if (flag !== undefined) return flag === "1";
      return whole === undefined && decimal === undefined ? null : Number(whole ?? decimal);
    }
    return this.#textValue() ?? (depth > 0 ? this.#array(depth - 1) : undefined);
  }

  #textValue(): string | undefined {
    const length = this.#take(/s:(\d{1,7}):"/y)?.[1];
    if (length === undefined) return undefined;
    const end = this.#at + Number(length);
    if (this.#text.slice(end, end + 2) !== '";') return undefined;
    const bytes = this.#text.slice(this.#at, end);
    this.#at = end + 2;
    return Buffer.from(bytes, "latin1").toString("utf8");
  }

  #array(depth: number): PhpArray | undefined {
    const length = this.#take(/a:(\d{1,6}):\{/y)?.[1];
    if (length === undefined) return undefined;
    const array = new Map<string, PhpValue>();
    for (let left = Number(length); left > 0; left--) {
      const key = this.#take(/i:(-?\d{1,19});/y)?.[1] ?? this.#textValue();
      const value = key === undefined ? undefined : this.value(depth);
      if (key === undefined || value === undefined) return undefined;
      array.set(key, value);
    }
    return this.#take(/\}/y) === undefined ? undefined : array;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }
}
