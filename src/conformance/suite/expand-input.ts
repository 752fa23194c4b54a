import type { JsonObject } from "./conformance-case.js";

/**
 * The input as it is sent. Vector files write long and ill-formed text as
 * `{ repeat }` and `{ textUtf16 }`, so that they stay readable; an adapter gets
 * the text itself. Bytes stay `{ hex }`.
 */
export function expandInput(input: JsonObject): JsonObject {
  const { textUtf16, repeat, ...others } = input;
  const ownText =
    textUtf16 === undefined && repeat === undefined ? {} : { text: expandValue({ textUtf16, repeat }) };
  const expanded = Object.entries(others).map(([name, value]) => [name, expandValue(value)] as const);
  return { ...ownText, ...Object.fromEntries(expanded) };
}

function expandValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { textUtf16, repeat } = value as {
    textUtf16?: unknown;
    repeat?: { text?: unknown; times?: unknown };
  };
  if (typeof textUtf16 === "string") return fromUtf16(textUtf16);
  if (typeof repeat?.text === "string" && typeof repeat.times === "number") {
    return repeat.text.repeat(repeat.times);
  }
  return value;
}

function fromUtf16(hex: string): string {
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}
