import type { Computation } from "../../hash/internal.js";
import { derive } from "../engines/derive.js";
import { scryptMemoryBytes } from "../engines/native-engines.js";
import { coverageOfHmacKey, narrower } from "../steps/coverage.js";
import { scryptNeedsRehash } from "../steps/needs-rehash.js";
import { digestOf, type Received, type StepRunner } from "../steps/step-runner.js";

type Scrypt = Extract<Computation, { kind: "scrypt" }>;

/** RFC 7914. */
export const SCRYPT: StepRunner<Scrypt> = {
  costs: (step) => ({ memoryBytes: scryptMemoryBytes(step.n, step.r, step.p), scryptWork: scryptWork(step) }),
  parameters: ({ n, r, p }) => ({ n, r, p }),
  needsRehash: scryptNeedsRehash,
  run: async (received, { kind, ...parameters }, signal) =>
    digestOf(keyOfHmac(received), await derive("scrypt", { password: received.bytes, ...parameters }, signal)),
};

/** PBKDF2 makes 128·r·p bytes first, and reads them again for each 32 bytes of the key. */
function scryptWork({ n, r, p, length }: Scrypt): number {
  return r * p * Math.max(n, 2 * (8 + Math.ceil(length / 32)));
}

/** HMAC, as PBKDF2 and scrypt use it, pads the password with NULs. */
export function keyOfHmac(received: Received): Received {
  if (received.isDigest) return received;
  return {
    ...received,
    coverage: narrower(received.coverage, coverageOfHmacKey(received.bytes, received.isUtf16)),
  };
}
