import type { Computation } from "../../hash/internal.js";
import { joined, utf8 } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { createHash, hash } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

type Phpass = Extract<Computation, { kind: "phpass" }>;

/** phpass' portable hash and Drupal's, which is the same over SHA-512. */
export const PHPASS: StepRunner<Phpass> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, step, signal) => {
    const text = await phpass(received.bytes, step, signal);
    // Drupal cuts its digest off at the width of its column.
    return digestOf(received, utf8(text.slice(0, step.length)));
  },
};

/** H(salt password), then as often as the rounds say H(digest password), in crypt(3)'s base64. */
async function phpass(
  password: Uint8Array,
  { digest: algorithm, rounds, salt }: Phpass,
  signal?: AbortSignal,
): Promise<string> {
  let digest = createHash(algorithm).update(salt).update(password).digest();
  const both = joined(digest, password);
  await inSlices(
    rounds,
    () => {
      both.set(digest);
      digest = hash(algorithm, both);
    },
    signal,
  );
  return encodeCryptBase64(digest);
}
