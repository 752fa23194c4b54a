import { area } from "./problem-maker.js";

/** Encrypted second factors and hashes. */
export const { rows: DECRYPTION_PROBLEMS, problem } = /* @__PURE__ */ area({
  "decryption/no-keys":
    "Write the old system's keys into the file, one a line, as its configuration has them; where nothing is encrypted, leave the file out of the command.",
  "decryption/malformed": "Look at the column that the message names: it does not hold what the old system encrypts.",
  "decryption/no-key-fits":
    "Check the keys in the file, with the names or numbers that the configuration has for them, and add those that the system had before, such as its previous keys and salts.",
});
