import type { Computation } from "../../hash/internal.js";
import { joinerOf, utf8 } from "../../lib/bytes.js";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import type { DigestName } from "../../lib/digest-bytes.js";
import { createHash, hash } from "../engines/digests.js";
import { inSlices } from "../steps/in-slices.js";
import { digestOf, type StepRunner } from "../steps/step-runner.js";

type ShaCrypt = Extract<Computation, { kind: "sha-crypt" }>;

/** Ulrich Drepper's SHA-crypt. */
export const SHA_CRYPT: StepRunner<ShaCrypt> = {
  costs: ({ rounds }) => ({ digestRounds: rounds }),
  parameters: ({ rounds }) => ({ rounds }),
  run: async (received, step, signal) => digestOf(received, utf8(await shaCrypt(step, received.bytes, signal))),
};

/** The letters are those of the specification: digests A and B, sequences P and S, then the rounds. */
async function shaCrypt(
  { digest: algorithm, rounds, salt }: ShaCrypt,
  password: Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  const b = createHash(algorithm).update(password).update(salt).update(password).digest();
  const outer = createHash(algorithm).update(password).update(salt).update(repeated(b, password.length));
  for (let bits = password.length; bits > 0; bits >>= 1) outer.update(bits & 1 ? b : password);
  let digest = outer.digest();
  const p = repeated(repeatedDigest(algorithm, password, password.length), password.length);
  const s = repeated(repeatedDigest(algorithm, salt, 16 + (digest[0] as number)), salt.length);
  const join = joinerOf(digest.length + s.length + 2 * p.length);
  await inSlices(
    rounds,
    (round) => {
      const odd = round % 2 === 1;
      const parts = [odd ? p : digest];
      if (round % 3 !== 0) parts.push(s);
      if (round % 7 !== 0) parts.push(p);
      parts.push(odd ? digest : p);
      digest = hash(algorithm, join(parts));
    },
    signal,
  );
  return encodeCryptBase64(Uint8Array.from(OUTPUT_ORDER[algorithm], (at) => digest[at] as number));
}

function repeatedDigest(algorithm: DigestName, bytes: Uint8Array, times: number): Uint8Array {
  const digest = createHash(algorithm);
  for (let time = 0; time < times; time++) digest.update(bytes);
  return digest.digest();
}

/** As many bytes of it, over and over, as are asked for. */
function repeated(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => bytes[at % bytes.length] as number);
}

/** Triples of bytes a third of the digest apart, turned further by one place in each group. */
function rotatedTriples(bytes: number, turn: (triple: number) => number): number[] {
  const third = Math.floor(bytes / 3);
  return Array.from({ length: third }, (_, triple) => {
    const columns = [triple, triple + third, triple + 2 * third];
    return [2, 1, 0].map((place) => columns[(place + turn(triple)) % 3] as number);
  }).flat();
}

/** The order in which the digest's bytes are written, least significant first. */
const OUTPUT_ORDER = {
  sha256: [...rotatedTriples(32, (triple) => (2 * triple) % 3), 30, 31],
  sha512: [...rotatedTriples(64, (triple) => triple % 3), 63],
} as const;
