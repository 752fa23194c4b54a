import { base64Bytes } from "../lib/base64.js";
import { refuse } from "../problems/scheme.js";
import type { Result } from "../result.js";
import type { Groups } from "./plan.js";

/** A named group that the pattern always fills. */
export function field(groups: Groups, name: string): string {
  return groups[name] as string;
}

/** A decimal group; the pattern bounds its length, so it is exact. */
export function numberField(groups: Groups, name: string): number {
  return Number(groups[name]);
}

/** Text as its UTF-8 bytes. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Hexadecimal whose shape the pattern has checked. */
export function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "hex"));
}

/** passlib's base64: without padding and with a dot for the plus sign. */
export function passlibBase64Bytes(text: string): Uint8Array | null {
  return base64Bytes(text.replaceAll(".", "+"));
}

/** For a string of the right shape whose content can't be right. */
export function malformed(what: string): Result<never> {
  return refuse("scheme/malformed", what);
}
