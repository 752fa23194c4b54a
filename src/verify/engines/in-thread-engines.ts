import { decodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import type { Argon2Request, BcryptRequest, Engine, ScryptRequest } from "./engine.js";
import { hasBlowfishCountermeasure, textOfBcryptPassword, withoutEmptiness } from "./portable-engines.js";

/**
 * Where no worker thread can compute: in a bundle, whose worker finds no package, and
 * in a process that may start none. The packages are named literally, so that bundlers
 * take them along. Those in JavaScript give way to other work; WebAssembly holds this thread
 * until it is done.
 */

/** `bcryptjs` in slices of 100 ms, which are its own. */
export async function loadBcryptjsInThread(): Promise<Engine<BcryptRequest>> {
  const { default: bcrypt } = await import("bcryptjs");
  return {
    name: "bcryptjs",
    kind: "portable",
    supports: ({ password }) => textOfBcryptPassword(password) !== null,
    derive: async ({ password, salt, cost }) => {
      const setting = `$2b$${String(cost).padStart(2, "0")}$${bcrypt.encodeBase64(salt, 16)}`;
      const text = textOfBcryptPassword(password) ?? "";
      // At Next's edge the pauses between its slices throw, so there it is done in one.
      const whole = await bcrypt.hash(text, setting).catch(() => bcrypt.hashSync(text, setting));
      return decodeBcryptBase64(whole.slice(setting.length));
    },
  };
}

/** `scrypt-js` in slices of a thousand blocks, between which it can be aborted. */
export async function loadScryptJsInThread(): Promise<Engine<ScryptRequest>> {
  const { default: scryptJs } = await import("scrypt-js");
  return {
    name: "scrypt-js",
    kind: "portable",
    supports: () => true,
    derive: async ({ password, salt, n, r, p, length }, signal) => {
      const isOver = (): boolean => signal?.aborted ?? false;
      const derived = scryptJs.scrypt(password, salt, n, r, p, length, isOver);
      // Stopped, it rejects with an error of its own; at Next's edge because its pauses throw.
      const key = await derived.catch(() => {
        signal?.throwIfAborted();
        return scryptJs.syncScrypt(password, salt, n, r, p, length);
      });
      signal?.throwIfAborted();
      return key;
    },
  };
}

/** The smallest module there is: throws where code may not be made from bytes, as on workerd. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** In a `try`, or a bundler stops where it does not find the package. */
async function importHashWasm(): Promise<typeof import("hash-wasm")> {
  try {
    return await import("hash-wasm");
  } catch (cause) {
    throw new Error("hash-wasm can't be loaded", { cause });
  }
}

async function loadHashWasm(): Promise<typeof import("hash-wasm")> {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Module: new (code: Uint8Array) => object };
  };
  new WebAssembly.Module(EMPTY_MODULE);
  const wasm = await importHashWasm();
  // A bundle of webpack's rejects the first import of a package that is not there, and gives an empty one to the second.
  if (typeof wasm.bcrypt !== "function") throw new Error("there is no hash-wasm in this bundle");
  return wasm;
}

/** `hash-wasm` for the bytes that are not text, for which bcryptjs has no input. */
export async function loadHashWasmBcryptInThread(): Promise<Engine<BcryptRequest>> {
  const wasm = await loadHashWasm();
  return {
    name: "hash-wasm",
    kind: "wasm",
    supports: ({ password }) => !hasBlowfishCountermeasure(password),
    derive: async ({ password, salt, cost }) => {
      const input = { password: withoutEmptiness(password), salt, costFactor: cost };
      return (await wasm.bcrypt({ ...input, outputType: "binary" })).slice(0, 23);
    },
  };
}

/** N·r·p that `hash-wasm` takes about 80 ms for: longer than a slice of bcryptjs it may not hold the thread. */
const MOST_SCRYPT_WORK = 2 ** 18;

/** `hash-wasm`'s scrypt, five times as fast as scrypt-js: for costs as most systems have them. */
export async function loadHashWasmScryptInThread(): Promise<Engine<ScryptRequest>> {
  const wasm = await loadHashWasm();
  return {
    name: "hash-wasm",
    kind: "wasm",
    supports: ({ n, r, p }) => n * r * p <= MOST_SCRYPT_WORK,
    derive: ({ password, salt, n, r, p, length }) => {
      const costs = { costFactor: n, blockSize: r, parallelism: p, hashLength: length };
      return wasm.scrypt({ password, salt, ...costs, outputType: "binary" });
    },
  };
}

/** `hash-wasm`'s argon2: version 19 only, and no empty password. */
export async function loadHashWasmArgon2InThread(): Promise<Engine<Argon2Request>> {
  const wasm = await loadHashWasm();
  return {
    name: "hash-wasm",
    kind: "wasm",
    supports: ({ version, password }) => version === 19 && password.length > 0,
    derive: ({ password, salt, variant, memoryCost, timeCost, parallelism, length }) => {
      const costs = { memorySize: memoryCost, iterations: timeCost, parallelism, hashLength: length };
      return wasm[variant]({ password, salt, ...costs, outputType: "binary" });
    },
  };
}
