import { timingSafeEqual } from "node:crypto";

/** Compares in a time that depends on the lengths only, which are not secret. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
