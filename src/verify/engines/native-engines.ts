import { decodeBcryptBase64, encodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import type { Argon2Request, BcryptRequest, Engine, Pbkdf2Request, ScryptRequest } from "./engine.js";
import { nodeModule } from "./node-module.js";

const ARGON2_TYPES = { argon2d: 0, argon2i: 1, argon2id: 2 } as const;
/** Digits of `$2b$<cost>$<salt>` before the digest of a bcrypt string. */
const BCRYPT_DIGEST_AT = 29;

type Native<Exports> = Promise<Exports & { readonly default: Exports }>;

/**
 * A package with native code, which no bundle can hold. Its name is not written in the import, so bundlers don't look
 * for it; a program that is bundled finds it where it is installed beside it, or beside the package that it is made of:
 * pnpm puts it there alone, and some bundlers keep this module's address.
 */
async function native<Exports>(name: string): Native<Exports> {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);
  } catch (cause) {
    try {
      const exports = nodeModule("node:module")?.createRequire(import.meta.url)(name);
      return { ...exports, default: exports };
    } catch (error) {
      // One is not found, and the other one may say that native code is forbidden.
      const failed = error as Error;
      throw Object.assign(failed, { cause: failed.cause ?? cause });
    }
  }
}

/** One that computes whatever is asked. */
function nativeEngine<Request>(name: string, derive: Engine<Request>["derive"]): Engine<Request> {
  return { name, kind: "native", supports: () => true, derive };
}

/** Takes cost and salt one by one until version 1, and in an object from version 2 on. */
type BcryptHash = (password: Uint8Array, ...options: readonly unknown[]) => Promise<string>;

/** `@node-rs/bcrypt`: Rust, in libuv's thread pool. */
export async function loadNodeRsBcrypt(): Promise<Engine<BcryptRequest>> {
  const { hash } = await native<{ readonly hash: BcryptHash }>("@node-rs/bcrypt");
  const withOptions = (hashed: (request: BcryptRequest) => Promise<string>) =>
    nativeEngine<BcryptRequest>("@node-rs/bcrypt", async (request) =>
      decodeBcryptBase64((await hashed(request)).slice(BCRYPT_DIGEST_AT)),
    );
  const second = withOptions(({ password, salt, cost }) => hash(password, { salt, cost }));
  const first = withOptions(({ password, salt, cost }) => hash(password, cost, salt));
  return proven(first, BCRYPT_PROOF).catch(() => proven(second, BCRYPT_PROOF));
}

/**
 * A release that has not been tried here may take its arguments in another way: it counts as not installed, so that the next
 * engine computes, and no login fails. The answers are those of two implementations.
 */
async function proven<Request>(engine: Engine<Request>, [request, answer]: Proof<Request>): Promise<Engine<Request>> {
  const digest = await engine.derive(request);
  if (encodeBcryptBase64(digest) !== answer) throw new Error(engine.name);
  return engine;
}

type Proof<Request> = readonly [request: Request, answer: string];

const NOTHING = { password: new Uint8Array(), salt: new Uint8Array(16) };
const BCRYPT_PROOF: Proof<BcryptRequest> = [{ ...NOTHING, cost: 4 }, "w74bL5gU7LSJClZClCa.Pkz14aTv/XO"];
const ARGON2_PROOF: Proof<Argon2Request> = [
  { ...NOTHING, variant: "argon2id", version: 19, memoryCost: 8, timeCost: 1, parallelism: 1, length: 4 },
  "DQErmu",
];

/** `@node-rs/argon2`: Rust, in libuv's thread pool. */
export async function loadNodeRsArgon2(): Promise<Engine<Argon2Request>> {
  const { hashRaw } = await native<typeof import("@node-rs/argon2")>("@node-rs/argon2");
  return proven(
    nativeEngine("@node-rs/argon2", ({ password, salt, variant, version, memoryCost, timeCost, parallelism, length }) =>
      hashRaw(password, {
        salt,
        memoryCost,
        timeCost,
        parallelism,
        outputLen: length,
        algorithm: ARGON2_TYPES[variant],
        // Their enumeration counts the versions from 0: V0x10, V0x13.
        version: version === 16 ? 0 : 1,
      }),
    ),
    ARGON2_PROOF,
  );
}

/** `argon2`: the reference library in C, in libuv's thread pool. */
export async function loadNodeArgon2(): Promise<Engine<Argon2Request>> {
  const { default: argon2 } = await native<typeof import("argon2")>("argon2");
  return proven(
    nativeEngine("argon2", ({ password, salt, variant, version, memoryCost, timeCost, parallelism, length }) =>
      argon2.hash(asBuffer(password), {
        raw: true,
        salt: asBuffer(salt),
        memoryCost,
        timeCost,
        parallelism,
        hashLength: length,
        type: ARGON2_TYPES[variant],
        version,
      }),
    ),
    ARGON2_PROOF,
  );
}

/** OpenSSL's scrypt in libuv's thread pool. */
export async function loadNodeScrypt(): Promise<Engine<ScryptRequest>> {
  const crypto = nodeModule("node:crypto");
  if (typeof crypto?.scrypt !== "function") throw new Error("this runtime has no crypto.scrypt");
  return nativeEngine(
    "node:crypto",
    ({ password, salt, n, r, p, length }) =>
      new Promise((resolve, reject) => {
        // The default of 32 MiB is below what the common parameters take.
        const options = { N: n, r, p, maxmem: scryptMemoryBytes(n, r, p) + 65_536 };
        crypto.scrypt(password, salt, length, options, (error, key) =>
          // Not `=== null`: Bun gives undefined.
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/** OpenSSL's PBKDF2 in libuv's thread pool. */
export async function loadNodePbkdf2(): Promise<Engine<Pbkdf2Request>> {
  const crypto = nodeModule("node:crypto");
  if (typeof crypto?.pbkdf2 !== "function") throw new Error("this runtime has no crypto.pbkdf2");
  return nativeEngine(
    "node:crypto",
    ({ password, salt, iterations, digest, length }) =>
      new Promise((resolve, reject) => {
        crypto.pbkdf2(password, salt, iterations, length, digest, (error, key) =>
          // Not `=== null`: Bun gives undefined.
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/** What scrypt holds at once: the table V, the blocks B and two blocks of scratch. */
export function scryptMemoryBytes(n: number, r: number, p: number): number {
  return 128 * r * (n + p + 2);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
