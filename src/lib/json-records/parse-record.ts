import { type DuplicateKey, duplicateKeys, hasDuplicateKeys } from "./duplicate-keys.js";

/** What the text of one record holds. */
export interface ParsedRecord {
  readonly value: unknown;
  readonly fault?: "not-json" | "not-utf8";
  readonly duplicateKeys?: readonly DuplicateKey[];
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param keys Keys that appear in the text, in all its objects; null where it is known not to be JSON. */
export function parseRecord(bytes: Uint8Array, keys: number | null): ParsedRecord {
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch {
    return { value: undefined, fault: "not-utf8" };
  }
  return (keys === null ? undefined : parseText(text, keys)) ?? { value: undefined, fault: "not-json" };
}

/**
 * Undefined where the text is not JSON.
 *
 * @param keys As many keys as appear in the text, or more.
 */
export function parseText(text: string, keys: number): ParsedRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!hasDuplicateKeys(value, keys)) return { value };
  const found = duplicateKeys(text);
  return found.length === 0 ? { value } : { value, duplicateKeys: found };
}
