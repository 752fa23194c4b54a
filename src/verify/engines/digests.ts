import type { DigestName } from "../../lib/digest-bytes.js";
import { EngineMissing } from "./engine-missing.js";
import { md4, runningHmacMd4, runningMd4 } from "./md4.js";
import { nodeModule } from "./node-module.js";
import { PORTABLE_DIGESTS, type PortableDigests, type RunningDigest } from "./portable-digests.js";
import { hasWebDigest, webDigest, webHmac } from "./web-crypto.js";

/** Digests that are done at once, as the iterated ones need them: Web Crypto has none. */

/** A digest of several pieces; throws `EngineMissing` where nothing computes one at once. */
export function createHash(digest: DigestName): RunningDigest {
  if (digest === "md4") return runningMd4();
  return (nodeModule("node:crypto") ?? portable("digest")).createHash(digest);
}

/** An HMAC of several pieces; throws `EngineMissing` where nothing computes one at once. */
export function createHmac(digest: DigestName, key: Uint8Array): RunningDigest {
  if (digest === "md4") return runningHmacMd4(key);
  return (nodeModule("node:crypto") ?? portable("HMAC")).createHmac(digest, key);
}

/** The digest of one piece; throws `EngineMissing` where nothing computes one at once. */
export function hash(digest: DigestName, bytes: Uint8Array): Uint8Array {
  if (digest === "md4") return md4(bytes);
  const crypto = nodeModule("node:crypto");
  return crypto === undefined ? portable("digest").hash(digest, bytes) : crypto.hash(digest, bytes, "buffer");
}

function portable(primitive: EngineMissing["primitive"]): PortableDigests {
  if (PORTABLE_DIGESTS === undefined) throw new EngineMissing(primitive, false);
  return PORTABLE_DIGESTS;
}

/** A digest, at once where `node:crypto` is there, else by Web Crypto where it has this one. */
export function digestBytes(digest: DigestName, bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  if (isDoneByWebCrypto(digest)) return webDigest(digest, bytes);
  return hash(digest, bytes);
}

/** An HMAC, at once where `node:crypto` is there, else by Web Crypto where it has this digest. */
export function hmacBytes(digest: DigestName, key: Uint8Array, bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  if (isDoneByWebCrypto(digest)) return webHmac(digest, key, bytes);
  return createHmac(digest, key).update(bytes).digest();
}

function isDoneByWebCrypto(digest: DigestName): boolean {
  return nodeModule("node:crypto") === undefined && hasWebDigest(digest);
}
