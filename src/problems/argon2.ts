import { area } from "./problem-maker.js";

/** argon2. */
export const {
  rows: ARGON2_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "argon2/not-argon2": "Run credport identify to see what the string is.",
  "argon2/malformed": "Export the hash again.",
  "argon2/parameter-out-of-range": "Export the hash again.",
  "argon2/keyed": {
    remedy: "Let the user reset their password: the service does not have that key or data.",
    outOfReach: true,
  },
  "argon2/parameter-order":
    "Write the parameters in the order m,t,p: normalizing the hash, as check and import do, does it and says so.",
  "argon2/unusual-digest-length":
    "Export the hash again if the column cut it off: a shortened digest never verifies. A whole one is verified by the login-time fallback, to which check and import leave the user.",
  "argon2/base64-form":
    "Export the hash again: a mix of both alphabets and wrong padding are damage. A URL-safe alphabet alone is rewritten when the hash is normalized, and correct padding is taken off.",
  "argon2/truncated": "Export the hash again from a column that holds at least 255 characters: a part was cut off.",
});
