import { pbkdf2 } from "node:crypto";
import type { Computation } from "../../hash/index.js";
import { DIGEST_BYTES } from "../../lib/digest-bytes.js";
import { pbkdf2NeedsRehash } from "../run/needs-rehash.js";
import { digestOf, type StepRunner } from "../run/step-runner.js";
import { keyOfHmac } from "./scrypt.js";

type Pbkdf2 = Extract<Computation, { kind: "pbkdf2" }>;

/** RFC 8018 section 5.2. */
export const PBKDF2: StepRunner<Pbkdf2> = {
  costs: ({ digest, iterations, length }) => ({
    pbkdf2Iterations: iterations * Math.ceil(length / DIGEST_BYTES[digest]),
  }),
  parameters: ({ digest, iterations }) => ({ digest, iterations }),
  needsRehash: ({ digest, iterations }) => pbkdf2NeedsRehash(digest, iterations),
  run: async (received, step) => digestOf(keyOfHmac(received), await deriveKey(received.bytes, step)),
};

function deriveKey(password: Uint8Array, { digest, iterations, salt, length }: Pbkdf2): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Not `=== null`: Bun gives undefined.
    pbkdf2(password, salt, iterations, length, digest, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
