import type { Argon2Request, Engine, Pbkdf2Request } from "./engine.js";

/**
 * Milliseconds for which a computation holds the event loop: giving way costs up to 4 ms in a browser, and these
 * computations run one at a time or not at all.
 */
const SLICE = 10;

/** Shortest salt and digest that `@noble/hashes` computes argon2 with. */
const LEAST_SALT = 8;
const LEAST_DIGEST = 4;

/** `@noble/hashes`' argon2: every version and any password, a quarter as fast as WebAssembly. */
export async function loadNobleArgon2(): Promise<Engine<Argon2Request>> {
  const noble = await import("@noble/hashes/argon2.js");
  const functions = {
    argon2d: noble.argon2dAsync,
    argon2i: noble.argon2iAsync,
    argon2id: noble.argon2idAsync,
  };
  return {
    name: "@noble/hashes",
    kind: "portable",
    supports: ({ salt, length }) => salt.length >= LEAST_SALT && length >= LEAST_DIGEST,
    derive: async (request, signal) => {
      const { password, salt, variant, version, memoryCost, timeCost, parallelism, length } = request;
      const costs = { m: memoryCost, t: timeCost, p: parallelism, dkLen: length, maxmem: 2 ** 32 - 1 };
      // What it throws ends the computation.
      const onProgress = (): void => signal?.throwIfAborted();
      return functions[variant](password, salt, { ...costs, version, asyncTick: SLICE, onProgress });
    },
  };
}

/** `@noble/hashes`' PBKDF2, for MD5, SHA-224 and SHA-3, and for pages that are not secure: those have no Web Crypto. */
export async function loadNoblePbkdf2(): Promise<Engine<Pbkdf2Request>> {
  const [{ pbkdf2Async }, { md5, sha1 }, { sha224, sha256, sha384, sha512 }, { sha3_224, sha3_384 }] =
    await Promise.all([
      import("@noble/hashes/pbkdf2.js"),
      import("@noble/hashes/legacy.js"),
      import("@noble/hashes/sha2.js"),
      import("@noble/hashes/sha3.js"),
    ]);
  const digests = { md5, sha1, sha224, sha256, sha384, sha512, "sha3-224": sha3_224, "sha3-384": sha3_384 };
  return {
    name: "@noble/hashes",
    kind: "portable",
    supports: () => true,
    derive: ({ password, salt, iterations, digest, length }) =>
      pbkdf2Async(digests[digest], password, salt, { c: iterations, dkLen: length, asyncTick: SLICE }),
  };
}
