import { base64Padding, decodeBase64, scanBase64 } from "../lib/base64.js";
import { type Result, refuse } from "../result.js";
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

/** Standard base64, padded or bare; null where it is cut off, dirty or wrongly padded. */
export function base64Bytes(text: string): Uint8Array | null {
  const scan = scanBase64(text);
  const padded = scan.padding === 0 || scan.padding === base64Padding(scan.bodyEnd);
  const sound = scan.illegalAt < 0 && !scan.hasUrlSafeOnly && !scan.impossibleLength && !scan.unusedBits;
  return sound && padded ? decodeBase64(text, 0, scan.bodyEnd) : null;
}

/** passlib's base64: without padding and with a dot for the plus sign. */
export function passlibBase64Bytes(text: string): Uint8Array | null {
  return base64Bytes(text.replaceAll(".", "+"));
}

/** For a string of the right shape whose content can't be right. */
export function malformed(what: string): Result<never> {
  return refuse("scheme/malformed", what);
}
