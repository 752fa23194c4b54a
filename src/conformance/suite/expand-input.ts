import { isJsonObject } from "../../lib/json-text.js";
import type { JsonObject } from "./conformance-case.js";

/** UTF-16 code units of a text that is written out; no vector comes near it. */
const LONGEST_TEXT = 1 << 24;

/**
 * The input as it is sent. Vector files write long and ill-formed text as `{ repeat }` and `{ textUtf16 }`, so that
 * they stay readable; an adapter gets the text itself. Bytes stay `{ hex }`, and text with half a surrogate pair
 * stays `{ textUtf16 }`: many languages can't hold it, and their JSON readers refuse the line.
 *
 * @returns Null where a field is in none of these forms.
 */
export function expandInput(input: JsonObject): JsonObject | null {
  const { textUtf16, repeat, ...others } = input;
  const text = textUtf16 === undefined ? (repeat === undefined ? undefined : { repeat }) : { textUtf16 };
  const named = text === undefined ? others : { text, ...others };
  const expanded = Object.entries(named).map(([name, value]) => [name, expandValue(value)] as const);
  return expanded.some(([, value]) => value === undefined) ? null : Object.fromEntries(expanded);
}

/** Undefined where it is ill-formed. */
function expandValue(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, "textUtf16")) return expandUtf16(value.textUtf16);
  return Object.hasOwn(value, "repeat") ? expandRepeat(value.repeat) : value;
}

function expandRepeat(repeat: unknown): string | undefined {
  const { text, times } = isJsonObject(repeat) ? repeat : {};
  if (typeof text !== "string" || !Number.isInteger(times) || Number(times) < 0) return undefined;
  return text.length * Number(times) > LONGEST_TEXT ? undefined : text.repeat(Number(times));
}

function expandUtf16(hex: unknown): unknown {
  if (typeof hex !== "string" || !/^(?:[0-9a-f]{4})*$/.test(hex) || hex.length > LONGEST_TEXT) return undefined;
  const text = fromUtf16(hex);
  return /\p{Surrogate}/u.test(text) ? { textUtf16: hex } : text;
}

/** Text of UTF-16 code units in big-endian hexadecimal. */
export function fromUtf16(hex: string): string {
  const units = hex.match(/[0-9A-Fa-f]{4}/g) ?? [];
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}
