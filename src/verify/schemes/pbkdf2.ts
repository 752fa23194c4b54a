import type { Computation } from "../../hash/internal.js";
import { DERIVING_BYTES } from "../../lib/digest-bytes.js";
import { derive } from "../engines/derive.js";
import { pbkdf2NeedsRehash } from "../steps/needs-rehash.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";
import { keyOfHmac } from "./scrypt.js";

type Pbkdf2 = Extract<Computation, { kind: "pbkdf2" }>;

/** RFC 8018 section 5.2. */
export const PBKDF2: StepRunner<Pbkdf2> = {
  costs: ({ digest, iterations, length }) => ({
    pbkdf2Iterations: iterations * Math.ceil(length / DERIVING_BYTES[digest]),
  }),
  parameters: ({ digest, iterations }) => ({ digest, iterations }),
  needsRehash: ({ digest, iterations }) => pbkdf2NeedsRehash(digest, iterations),
  run: async (received, { digest, iterations, salt, length }, signal) => {
    const request = { password: received.bytes, digest, iterations, salt, length };
    return digestOf(keyOfHmac(received), await derive("pbkdf2", request, signal));
  },
};
