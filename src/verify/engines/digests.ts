import type { Hash, Hmac } from "node:crypto";
import type { DigestName } from "../../lib/digest-bytes.js";
import { EngineMissing } from "./engine-missing.js";
import { nodeModule } from "./node-module.js";
import { webDigest, webHmac } from "./web-crypto.js";

/** Digests that are done at once, as the iterated ones need them: Web Crypto has none. */

/** A digest of several pieces; throws `EngineMissing` where the runtime has no `node:crypto`. */
export function createHash(digest: string): Hash {
  return nodeCrypto("digest").createHash(digest);
}

/** An HMAC of several pieces; throws `EngineMissing` where the runtime has no `node:crypto`. */
export function createHmac(digest: string, key: Uint8Array): Hmac {
  return nodeCrypto("HMAC").createHmac(digest, key);
}

/** The digest of one piece; throws `EngineMissing` where the runtime has no `node:crypto`. */
export function hash(digest: string, bytes: Uint8Array): NonSharedBuffer {
  return nodeCrypto("digest").hash(digest, bytes, "buffer");
}

function nodeCrypto(primitive: EngineMissing["primitive"]): typeof import("node:crypto") {
  const crypto = nodeModule("node:crypto");
  if (crypto === undefined) throw new EngineMissing(primitive, false);
  return crypto;
}

/** A digest, at once where `node:crypto` is there, and else by Web Crypto. */
export function digestBytes(digest: DigestName, bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  if (nodeModule("node:crypto") !== undefined) return createHash(digest).update(bytes).digest();
  return webDigest(digest, bytes);
}

/** An HMAC, at once where `node:crypto` is there, and else by Web Crypto. */
export function hmacBytes(
  digest: DigestName,
  key: Uint8Array,
  bytes: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  if (nodeModule("node:crypto") !== undefined) return createHmac(digest, key).update(bytes).digest();
  return webHmac(digest, key, bytes);
}
