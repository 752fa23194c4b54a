import { hmac } from "@noble/hashes/hmac.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { PortableDigests } from "./portable-digests.js";

const DIGESTS = { md5, sha1, sha224, sha256, sha384, sha512 } as const;

/** Those of `@noble/hashes`: Web Crypto has neither MD5 nor a digest that is done at once. */
export const PORTABLE_DIGESTS: PortableDigests = {
  createHash: (digest) => DIGESTS[digest].create(),
  createHmac: (digest, key) => hmac.create(DIGESTS[digest], key),
  hash: (digest, bytes) => DIGESTS[digest](bytes),
};
