import type { Computation } from "../../hash/index.js";
import { createHash, hash } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

/** A digest of salt and password that is taken again and again: PBKDF1 by another name. */
export const ITERATED_DIGEST: StepRunner<Extract<Computation, { kind: "iterated-digest" }>> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ digest, rounds }) => ({ digest, rounds }),
  run: async (received, { digest, rounds, salt }, signal) => {
    let made = createHash(digest).update(salt).update(received.bytes).digest();
    await inSlices(
      rounds - 1,
      () => {
        made = hash(digest, made);
      },
      signal,
    );
    return digestOf(received, made);
  },
};
