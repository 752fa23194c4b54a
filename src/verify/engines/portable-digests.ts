import type { PortableDigest } from "../../lib/digest-bytes.js";

/** A digest, or an HMAC, of several pieces. */
export interface RunningDigest {
  update(bytes: Uint8Array): RunningDigest;
  digest(): Uint8Array;
}

/** Digests in JavaScript that are done at once, as the iterated ones and TOTP codes need them. */
export interface PortableDigests {
  readonly createHash: (digest: PortableDigest) => RunningDigest;
  readonly createHmac: (digest: PortableDigest, key: Uint8Array) => RunningDigest;
  readonly hash: (digest: PortableDigest, bytes: Uint8Array) => Uint8Array;
}

/**
 * None: runtimes that take this module have `node:crypto`, and need not load 30 kB that they never use. In a bundle
 * for browsers `portable-digests-in-browsers.ts` takes its place, by `browser` in package.json.
 */
export const PORTABLE_DIGESTS = undefined as PortableDigests | undefined;
