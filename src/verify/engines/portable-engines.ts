import { utf8Text } from "../../lib/bytes.js";
import type { Argon2Request, BcryptRequest, Engine, ScryptRequest } from "./engine.js";
import { nodeModule } from "./node-module.js";
import { prepareWorker, runInWorker } from "./portable-worker.js";
import { repeatedKey, signExtendedKey } from "./sign-extended-key.js";

/** The package's file, for a worker thread; throws where it isn't installed or no thread may be started. */
function workerFile(name: string): string {
  // Not when the module is loaded: in a CommonJS bundle there is no import.meta.url.
  const module = nodeModule("node:module");
  if (module === undefined) throw new Error("this runtime has no worker thread for a package");
  const file = module.createRequire(import.meta.url).resolve(name);
  prepareWorker();
  return file;
}

/** `hash-wasm`, WebAssembly: takes any bytes but those on which crypt_blowfish's `$2a$` differs from all others. */
export async function loadHashWasmBcrypt(): Promise<Engine<BcryptRequest>> {
  const file = workerFile("hash-wasm");
  return {
    name: "hash-wasm",
    kind: "wasm",
    supports: ({ password }) => !hasBlowfishCountermeasure(password),
    derive: ({ password, salt, cost }, signal) => {
      const input = { password: withoutEmptiness(password), salt, costFactor: cost };
      return runInWorker({ file, task: "hash-wasm-bcrypt", input }, signal);
    },
  };
}

/** hash-wasm refuses an empty password; one NUL is the same key, because bcrypt repeats the password with a NUL. */
export function withoutEmptiness(password: Uint8Array): Uint8Array {
  return password.length === 0 ? new Uint8Array(1) : password;
}

/**
 * hash-wasm computes `$2a$` as crypt_blowfish does: when sign extension of the bytes
 * would not change a single one of the 18 words, although a byte from 0x80 on appears
 * after the first of a word, one bit of the initial state is turned over. UTF-8 has
 * no such bytes: it takes 0xFF before each of them.
 */
export function hasBlowfishCountermeasure(password: Uint8Array): boolean {
  const key = repeatedKey(password);
  const extended = signExtendedKey(password);
  return key.some((byte, at) => at % 4 > 0 && byte >= 0x80) && key.every((byte, at) => byte === extended[at]);
}

/** `bcryptjs`, JavaScript: takes text, so only bytes that are UTF-8 (or UTF-8 cut off at 72 bytes). */
export async function loadBcryptjs(): Promise<Engine<BcryptRequest>> {
  const file = workerFile("bcryptjs");
  return {
    name: "bcryptjs",
    kind: "portable",
    supports: ({ password }) => textOfBcryptPassword(password) !== null,
    derive: ({ password, salt, cost }, signal) => {
      const text = textOfBcryptPassword(password);
      return runInWorker({ file, task: "bcryptjs", input: { text, salt, cost } }, signal);
    },
  };
}

/** `hash-wasm`, WebAssembly: version 19 only, and no empty password. */
export async function loadHashWasmArgon2(): Promise<Engine<Argon2Request>> {
  const file = workerFile("hash-wasm");
  return {
    name: "hash-wasm",
    kind: "wasm",
    supports: ({ version, password }) => version === 19 && password.length > 0,
    derive: ({ password, salt, variant, memoryCost, timeCost, parallelism, length }, signal) => {
      const costs = { memorySize: memoryCost, iterations: timeCost, parallelism, hashLength: length };
      const input = { variant, password, salt, ...costs };
      return runInWorker({ file, task: "hash-wasm-argon2", input }, signal);
    },
  };
}

/** `scrypt-js`, JavaScript. */
export async function loadScryptJs(): Promise<Engine<ScryptRequest>> {
  const file = workerFile("scrypt-js");
  return {
    name: "scrypt-js",
    kind: "portable",
    supports: () => true,
    derive: (request, signal) => runInWorker({ file, task: "scrypt-js", input: request }, signal),
  };
}

const MOST_PASSWORD_BYTES = 72;

/**
 * Text whose UTF-8 begins with these bytes and differs from them, if at all, only
 * after the 72 bytes that bcrypt reads; null where there is none.
 */
export function textOfBcryptPassword(password: Uint8Array): string | null {
  const whole = utf8Text(password);
  if (whole !== null || password.length < MOST_PASSWORD_BYTES) return whole;
  // The cut went through a character: complete it, with whichever continuation its lead byte takes.
  for (const first of [0x80, 0xa0]) {
    for (const missing of [1, 2, 3]) {
      const completion = [first, 0x80, 0x80].slice(0, missing);
      const completed = utf8Text(Uint8Array.from([...password, ...completion]));
      if (completed !== null) return completed;
    }
  }
  return null;
}
