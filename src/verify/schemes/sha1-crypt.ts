import { createHmac } from "node:crypto";
import type { Computation } from "../../hash/recipe.js";
import { utf8 } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { inSlices } from "../in-slices.js";
import { digestOf, type StepRunner } from "../run/step-runner.js";

/** The order in which the digest's bytes are written, least significant first; the first stands twice. */
const OUTPUT_ORDER = [2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 17, 16, 15, 0, 19, 18];

/** NetBSD's: HMAC-SHA1 under the password, over the settings and then over itself. */
export const SHA1_CRYPT: StepRunner<Extract<Computation, { kind: "sha1-crypt" }>> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, { rounds, salt }, signal) =>
    digestOf(received, utf8(await sha1Crypt(received.bytes, `${salt}$sha1$${rounds}`, rounds, signal))),
};

async function sha1Crypt(
  password: Uint8Array,
  settings: string,
  rounds: number,
  signal?: AbortSignal,
): Promise<string> {
  let digest = createHmac("sha1", password).update(settings).digest();
  await inSlices(
    rounds - 1,
    () => {
      digest = createHmac("sha1", password).update(digest).digest();
    },
    signal,
  );
  return encodeCryptBase64(Uint8Array.from(OUTPUT_ORDER, (at) => digest[at] as number));
}
