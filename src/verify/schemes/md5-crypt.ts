import type { Computation } from "../../hash/internal.js";
import { joined, joinerOf, utf8 } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { createHash, hash } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

const ROUNDS = 1000;
const NUL = new Uint8Array(1);
/** The order in which md5-crypt writes the digest's bytes, least significant first. */
const OUTPUT_ORDER = [12, 6, 0, 13, 7, 1, 14, 8, 2, 15, 9, 3, 5, 10, 4, 11];

/** FreeBSD's md5-crypt and Apache's, which differs in its marker only. */
export const MD5_CRYPT: StepRunner<Extract<Computation, { kind: "md5-crypt" }>> = {
  costs: () => ({ digestRounds: ROUNDS }),
  parameters: () => ({ rounds: ROUNDS }),
  run: async (received, { salt, marker }, signal) =>
    digestOf(received, utf8(await md5Crypt(received.bytes, salt, marker, signal))),
};

async function md5Crypt(password: Uint8Array, salt: Uint8Array, marker: string, signal?: AbortSignal): Promise<string> {
  let digest = firstDigest(password, salt, marker);
  const join = joinerOf(digest.length + salt.length + 2 * password.length);
  await inSlices(
    ROUNDS,
    (round) => {
      const odd = round % 2 === 1;
      const parts = [odd ? password : digest];
      if (round % 3 !== 0) parts.push(salt);
      if (round % 7 !== 0) parts.push(password);
      parts.push(odd ? digest : password);
      digest = hash("md5", join(parts));
    },
    signal,
  );
  return md5CryptText(digest);
}

function md5CryptText(digest: Uint8Array): string {
  return encodeCryptBase64(Uint8Array.from(OUTPUT_ORDER, (at) => digest[at] as number));
}

function firstDigest(password: Uint8Array, salt: Uint8Array, marker: string): Uint8Array {
  const inner = createHash("md5").update(password).update(salt).update(password).digest();
  const outer = createHash("md5").update(password).update(utf8(marker)).update(salt);
  for (let left = password.length; left > 0; left -= 16) outer.update(inner.subarray(0, Math.min(16, left)));
  // One byte for each bit of the length: NUL for a 1, the password's first byte for a 0.
  const first = password.subarray(0, 1);
  for (let bits = password.length; bits > 0; bits >>= 1) outer.update(bits & 1 ? NUL : first);
  return outer.digest();
}

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
