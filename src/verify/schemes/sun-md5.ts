import type { Computation } from "../../hash/internal.js";
import { joined, utf8 } from "../../lib/bytes.js";
import { hash } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";
import { md5CryptText } from "./md5-crypt.js";

/** How many times as long a round takes as one of other digests: every second is over 1.5 kB. */
const TIMES_DIGEST = 4;

/** Solaris' MD5 of crypt(3). */
export const SUN_MD5: StepRunner<Extract<Computation, { kind: "sun-md5" }>> = {
  costs: ({ rounds }) => ({ digestRounds: TIMES_DIGEST * rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, { rounds, setting }, signal) => {
    const { sunMd5Round } = await import("../engines/sun-md5.js");
    let digest = hash("md5", joined(received.bytes, utf8(setting)));
    await inSlices(
      rounds,
      (round) => {
        digest = sunMd5Round(digest, round);
      },
      signal,
    );
    return digestOf(received, utf8(md5CryptText(digest)));
  },
};
