import type { BcryptRequest, Engine, ScryptRequest } from "./engine.js";
import { decodeBcryptDigest } from "./native-engines.js";
import { textOfBcryptPassword } from "./portable-engines.js";

/**
 * Where no worker thread can compute: in a bundle, whose worker finds no package, and
 * in a process that may start none. The packages are named literally, so that bundlers
 * take them along. They give way to other work, but can't be aborted in a slice.
 */

/** `bcryptjs` in slices of 100 ms, which are its own. */
export async function loadBcryptjsInThread(): Promise<Engine<BcryptRequest>> {
  const { default: bcrypt } = await import("bcryptjs");
  return {
    name: "bcryptjs",
    native: false,
    supports: ({ password }) => textOfBcryptPassword(password) !== null,
    derive: async ({ password, salt, cost }) => {
      const setting = `$2b$${String(cost).padStart(2, "0")}$${bcrypt.encodeBase64(salt, 16)}`;
      const text = await bcrypt.hash(textOfBcryptPassword(password) ?? "", setting);
      return decodeBcryptDigest(text.slice(setting.length));
    },
  };
}

/** `scrypt-js` in slices of a thousand blocks, between which it can be aborted. */
export async function loadScryptJsInThread(): Promise<Engine<ScryptRequest>> {
  const { default: scryptJs } = await import("scrypt-js");
  return {
    name: "scrypt-js",
    native: false,
    supports: () => true,
    derive: async ({ password, salt, n, r, p, length }, signal) => {
      const isOver = (): boolean => signal?.aborted ?? false;
      const key = await scryptJs.scrypt(password, salt, n, r, p, length, isOver);
      signal?.throwIfAborted();
      return key;
    },
  };
}
