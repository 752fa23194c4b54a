import { joined } from "../../lib/bytes.js";
import type { DigestName } from "../../lib/digest-bytes.js";
import { EngineMissing } from "./engine-missing.js";
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

const BLOCK_BYTES = 64;

type Words = readonly [number, number, number, number];

interface Round {
  readonly mix: (x: number, y: number, z: number) => number;
  readonly constant: number;
  /** The words of a block in the order in which they are taken. */
  readonly order: readonly number[];
  readonly shifts: Words;
}

const ROUNDS: readonly Round[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    constant: 0,
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
];

/** MD4 (RFC 1320): OpenSSL 3 has it in a module that is not loaded, and Web Crypto not at all. */
function md4(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
  let state: Words = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) state = afterBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [place, word] of state.entries()) digest.setUint32(4 * place, word, true);
  return new Uint8Array(digest.buffer);
}

function afterBlock(before: Words, view: DataView, at: number): Words {
  let [a, b, c, d] = before;
  for (const { mix, constant, order, shifts } of ROUNDS) {
    for (const [place, word] of order.entries()) {
      const sum = (a + mix(b, c, d) + view.getUint32(at + 4 * word, true) + constant) | 0;
      const shift = shifts[place % 4] as number;
      [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
    }
  }
  return [a + before[0], b + before[1], c + before[2], d + before[3]];
}

/** Of several pieces; `finish` makes the digest of all. */
function runningMd4(finish = md4): RunningDigest {
  const pieces: Uint8Array[] = [];
  const running: RunningDigest = {
    update: (bytes) => {
      pieces.push(Uint8Array.from(bytes));
      return running;
    },
    digest: () => finish(joined(...pieces)),
  };
  return running;
}

/** HMAC (RFC 2104) over MD4. */
function runningHmacMd4(key: Uint8Array): RunningDigest {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? md4(key) : key);
  const padded = (pad: number) => block.map((byte) => byte ^ pad);
  return runningMd4((bytes) => md4(joined(padded(0x5c), md4(joined(padded(0x36), bytes)))));
}
