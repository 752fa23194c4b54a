import { createHmac } from "node:crypto";
import { decodeCryptBase64 } from "../../lib/crypt-base64.js";
import { failure, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { coverageOfHmacKey } from "../coverage.js";
import { field, numberField } from "../fields.js";
import { inSlices } from "../in-slices.js";
import { overLimit } from "../limits.js";
import type { Planner } from "../plan.js";

const DIGEST_BYTES = 20;
/**
 * The order in which the digest's bytes are written, least significant first. The last group has one
 * byte to spare: NetBSD repeats the first byte there, others write something else.
 */
const OUTPUT_ORDER = [2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 17, 16, 15, null, 19, 18];

/** NetBSD's: HMAC-SHA1 under the password, over the settings and then over itself. */
export const SHA1_CRYPT: Readonly<Record<string, Planner>> = {
  "sha1-crypt": (groups, context) => {
    const rounds = numberField(groups, "rounds");
    const over = overLimit(context, { digestRounds: rounds });
    if (over !== null) return failure(over);
    const settings = `${field(groups, "salt")}$sha1$${rounds}`;
    const expected = digestIn(field(groups, "digest"));
    return success({
      scheme: "sha1-crypt",
      parameters: { rounds },
      memoryBytes: 0,
      needsRehash: true,
      matches: async (password, signal) =>
        equalBytes(await sha1Crypt(password, settings, rounds, signal), expected),
      coverage: coverageOfHmacKey,
    });
  },
};

async function sha1Crypt(
  password: Uint8Array,
  settings: string,
  rounds: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  let digest = createHmac("sha1", password).update(settings).digest();
  await inSlices(
    rounds - 1,
    () => {
      digest = createHmac("sha1", password).update(digest).digest();
    },
    signal,
  );
  return digest;
}

/** The bytes that the text writes, without those that belong to none. */
function digestIn(text: string): Uint8Array {
  const written = decodeCryptBase64(text);
  const digest = new Uint8Array(DIGEST_BYTES);
  for (const [place, at] of OUTPUT_ORDER.entries()) {
    if (at !== null) digest[at] = written[place] as number;
  }
  return digest;
}
