import type { DerivingDigest, DigestName } from "../../lib/digest-bytes.js";
import type { Engine, Pbkdf2Request } from "./engine.js";
import { EngineMissing } from "./engine-missing.js";

/** What Web Crypto computes; it has neither MD5, SHA-224 nor SHA-3. */
const WEB_DIGESTS: Partial<Readonly<Record<DigestName | DerivingDigest, string>>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};

type Subtle = typeof globalThis.crypto.subtle;

/** HMAC pads a key with NULs, so one NUL is the empty key, which runtimes refuse. */
function usableKey(key: Uint8Array): Uint8Array<ArrayBuffer> {
  return key.length === 0 ? new Uint8Array(1) : Uint8Array.from(key);
}

/** Web Crypto of the runtime, or undefined: browsers give it to secure pages only. */
export function webCrypto(): Subtle | undefined {
  return globalThis.crypto?.subtle;
}

export function hasWebDigest(digest: DigestName): boolean {
  return webCrypto() !== undefined && WEB_DIGESTS[digest] !== undefined;
}

/** Web Crypto and its name of a digest; throws `EngineMissing` where either is missing. */
function webEngine(digest: DigestName, primitive: EngineMissing["primitive"]): [Subtle, string] {
  const subtle = webCrypto();
  const name = WEB_DIGESTS[digest];
  if (subtle === undefined || name === undefined) throw new EngineMissing(primitive, false);
  return [subtle, name];
}

/** A digest by Web Crypto; rejects with `EngineMissing` where it has none of this name. */
export async function webDigest(digest: DigestName, bytes: Uint8Array): Promise<Uint8Array> {
  const [subtle, name] = webEngine(digest, "digest");
  return new Uint8Array(await subtle.digest(name, Uint8Array.from(bytes)));
}

/** HMAC by Web Crypto; rejects with `EngineMissing` where it has no such digest. */
export async function webHmac(digest: DigestName, key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const [subtle, hash] = webEngine(digest, "HMAC");
  const imported = await subtle.importKey("raw", usableKey(key), { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, Uint8Array.from(bytes)));
}

/** AES-256-CTR with a counter that begins at 0, by Web Crypto, and in JavaScript on a page that is not secure. */
export async function webAesCtr(key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = webCrypto();
  if (subtle === undefined) {
    const { ctr } = await import("@noble/ciphers/aes.js");
    return ctr(key, new Uint8Array(16)).encrypt(bytes);
  }
  const imported = await subtle.importKey("raw", Uint8Array.from(key), "AES-CTR", false, ["encrypt"]);
  const algorithm = { name: "AES-CTR", counter: new Uint8Array(16), length: 128 };
  return new Uint8Array(await subtle.encrypt(algorithm, imported, Uint8Array.from(bytes)));
}

/** PBKDF2 by Web Crypto, in a thread of the runtime. */
export async function loadWebPbkdf2(): Promise<Engine<Pbkdf2Request>> {
  const subtle = webCrypto();
  if (subtle === undefined) throw new Error("this runtime has no Web Crypto");
  return {
    name: "Web Crypto",
    kind: "native",
    supports: ({ digest }) => WEB_DIGESTS[digest] !== undefined,
    derive: async ({ password, salt, iterations, digest, length }) => {
      const key = await subtle.importKey("raw", usableKey(password), "PBKDF2", false, ["deriveBits"]);
      const hash = WEB_DIGESTS[digest] as string;
      const algorithm = { name: "PBKDF2", hash, salt: Uint8Array.from(salt), iterations };
      return new Uint8Array(await subtle.deriveBits(algorithm, key, length * 8));
    },
  };
}
