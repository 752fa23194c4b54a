import { area } from "./problem-maker.js";

/** argon2. */
export const {
  rows: ARGON2_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "argon2/not-argon2": "Run credport identify to see what the string is.",
  "argon2/unknown-variant": "Export the hash again.",
  "argon2/unknown-version": "Export the hash again.",
  "argon2/malformed-number": "Export the hash again.",
  "argon2/parameter-missing": "Export the hash again.",
  "argon2/parameter-duplicate": "Export the hash again.",
  "argon2/parameter-unknown": "Export the hash again.",
  "argon2/keyed": {
    remedy: "Let the user reset their password: the service does not have that key or data.",
    outOfReach: true,
  },
  "argon2/parameter-order":
    "Write the parameters in the order m,t,p: normalizing the hash, as check and import do, does it and says so.",
  "argon2/memory-out-of-range": "Export the hash again.",
  "argon2/time-out-of-range": "Export the hash again.",
  "argon2/parallelism-out-of-range": "Export the hash again.",
  "argon2/salt-length": "Export the hash again.",
  "argon2/digest-length": "Export the hash again.",
  "argon2/unusual-digest-length":
    "Check that the column did not cut the string off: a shortened digest never verifies.",
  "argon2/base64-alphabet":
    "Export the hash again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  "argon2/base64-padding":
    "Export the hash again: wrong padding is damage. Correct padding is taken off when the hash is normalized.",
  "argon2/base64-length": "Export the hash again: a part was cut off.",
  "argon2/padding-bits": "Export the hash again: a part was probably cut off.",
  "argon2/illegal-character": "Export the hash again.",
  "argon2/truncated": "Export the hash again from a column that holds at least 255 characters.",
  "argon2/trailing-characters": "Export the hash again.",
});
