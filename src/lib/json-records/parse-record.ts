import { type DuplicateKey, duplicateKeys, hasDuplicateKeys } from "./duplicate-keys.js";

/** What the text of one record holds. */
export interface ParsedRecord {
  readonly value: unknown;
  readonly fault?: "not-json" | "not-utf8";
  readonly duplicateKeys?: readonly DuplicateKey[];
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param keys Keys that appear in the text, in all its objects. */
export function parseRecord(bytes: Uint8Array, keys: number): ParsedRecord {
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch {
    return { value: undefined, fault: "not-utf8" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, fault: "not-json" };
  }
  return hasDuplicateKeys(value, keys) ? { value, duplicateKeys: duplicateKeys(text) } : { value };
}
