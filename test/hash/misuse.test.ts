import { describe, expect, it } from "vitest";
import { identifyHash, normalizeHash, parseArgon2, parseBcrypt, parseProviderScrypt } from "../../src/index.js";

/** A caller's bug is an exception whose message names the argument. */
describe.each(Object.entries({ identifyHash, normalizeHash, parseArgon2, parseBcrypt, parseProviderScrypt }))(
  "%s",
  (_, read) => {
    it.each([undefined, null, 42, {}, new Uint8Array(60)])("says that its text is %o and no string", (given) => {
      expect(() => read(given as never)).toThrow(new TypeError("text must be a string"));
    });
  },
);
