import type { Computation } from "../../hash/internal.js";
import { utf8 } from "../../lib/bytes.js";
import { createHmac } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";
import { keyOfHmac } from "./scrypt.js";

/** NetBSD's: HMAC-SHA1 under the password, over the settings and then over itself. */
export const SHA1_CRYPT: StepRunner<Extract<Computation, { kind: "sha1-crypt" }>> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, { rounds, salt }, signal) =>
    digestOf(keyOfHmac(received), await sha1Crypt(received.bytes, `${salt}$sha1$${rounds}`, rounds, signal)),
};

async function sha1Crypt(
  password: Uint8Array,
  settings: string,
  rounds: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  let digest = createHmac("sha1", password).update(utf8(settings)).digest();
  await inSlices(
    rounds - 1,
    () => {
      digest = createHmac("sha1", password).update(digest).digest();
    },
    signal,
  );
  return digest;
}
