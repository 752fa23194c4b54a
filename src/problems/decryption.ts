import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Encrypted second factors and hashes */
export const DECRYPTION_PROBLEMS = {
  /**
   * The file that should hold the old system's keys holds none, or far more than a system has.
   * @cause a path of another file.
   * @inCode `parseDecryptionKeys`.
   */
  "decryption/no-keys": {
    remedy: "Write the old system's keys into the file, one a line, as its configuration has them.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The secret does not have the form in which the old system writes encrypted ones.
   * @cause a secret that was kept in clear before encryption was switched on; a column of something else.
   */
  "decryption/malformed": {
    remedy: "Look at the column that the message names: it does not hold what the old system encrypts.",
  },
  /**
   * The secret has the right form, and no key that was given opens it.
   * @cause a key that was replaced since the user enrolled; a staging system's key; a missing key derivation salt.
   */
  "decryption/no-key-fits": {
    remedy:
      "Add the keys that the system had before to the file of keys, such as its previous keys and salts.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A key opened the secret, and what it holds is not text.
   * @cause Gitea, whose encryption does not notice a wrong key; a column of something else.
   */
  "decryption/not-text": {
    remedy: "Check the keys in the file: this one decrypts the secret to something that is not text.",
    fault: "settings",
    repeat: "later",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

/** Problems of encrypted second factors and hashes. */
export type DecryptionProblemCode = keyof typeof DECRYPTION_PROBLEMS;

export const { problem } = /* @__PURE__ */ problemMaker(DECRYPTION_PROBLEMS);
