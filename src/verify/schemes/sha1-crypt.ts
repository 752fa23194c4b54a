import { createHmac } from "node:crypto";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { failure, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { coverageOfHmacKey } from "../coverage.js";
import { field, numberField, utf8 } from "../fields.js";
import { inSlices } from "../in-slices.js";
import { overLimit } from "../limits.js";
import type { Planner } from "../plan.js";

/** The order in which the digest's bytes are written, least significant first; the first stands twice. */
const OUTPUT_ORDER = [2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 17, 16, 15, 0, 19, 18];

/** NetBSD's: HMAC-SHA1 under the password, over the settings and then over itself. */
export const SHA1_CRYPT: Readonly<Record<string, Planner>> = {
  "sha1-crypt": (groups, context) => {
    const rounds = numberField(groups, "rounds");
    const over = overLimit(context, { digestRounds: rounds });
    if (over !== null) return failure(over);
    const settings = `${field(groups, "salt")}$sha1$${rounds}`;
    const expected = utf8(field(groups, "digest"));
    return success({
      scheme: "sha1-crypt",
      parameters: { rounds },
      memoryBytes: 0,
      needsRehash: true,
      matches: async (password, signal) =>
        equalBytes(utf8(await sha1Crypt(password, settings, rounds, signal)), expected),
      coverage: coverageOfHmacKey,
    });
  },
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
