import { nodeModule } from "../engines/node-module.js";
import { webCrypto } from "../engines/web-crypto.js";

/** Compares in a time that depends on the lengths only, which are not secret. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  const crypto = (nodeModule("node:crypto") ?? webCrypto()) as TimingSafe | undefined;
  return crypto?.timingSafeEqual?.(one, other) ?? differences(one, other) === 0;
}

/** `node:crypto` has it, and of the runtimes with Web Crypto alone workerd. */
interface TimingSafe {
  timingSafeEqual?(one: Uint8Array, other: Uint8Array): boolean;
}

/** All bytes are looked at, wherever the first difference is. */
function differences(one: Uint8Array, other: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < one.length; at++) bits |= (one[at] as number) ^ (other[at] as number);
  return bits;
}
