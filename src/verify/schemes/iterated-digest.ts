import type { Computation } from "../../hash/internal.js";
import { joined, utf8 } from "../../lib/bytes.js";
import { hexOf } from "../../lib/hex.js";
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

/** A digest whose hexadecimal digits come before the password in the next round. */
export const CHAINED_DIGEST: StepRunner<Extract<Computation, { kind: "chained-digest" }>> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ digest, rounds }) => ({ digest, rounds }),
  run: async (received, { digest, rounds }, signal) => {
    let made = hash(digest, received.bytes);
    await inSlices(
      rounds - 1,
      () => {
        made = hash(digest, joined(utf8(hexOf(made)), received.bytes));
      },
      signal,
    );
    return digestOf(received, made);
  },
};
