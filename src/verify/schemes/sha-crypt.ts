import { createHash, hash } from "node:crypto";
import { encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { failure, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { field, utf8 } from "../fields.js";
import { inSlices } from "../in-slices.js";
import { overLimit } from "../limits.js";
import type { Planner } from "../plan.js";

const DEFAULT_ROUNDS = 5000;

interface Variant {
  readonly algorithm: "sha256" | "sha512";
  readonly scheme: "sha256-crypt" | "sha512-crypt";
  /** The order in which the digest's bytes are written, least significant first. */
  readonly outputOrder: readonly number[];
}

const SHA256_CRYPT = planner({
  algorithm: "sha256",
  scheme: "sha256-crypt",
  outputOrder: [...rotatedTriples(32, (triple) => (2 * triple) % 3), 30, 31],
});
const SHA512_CRYPT = planner({
  algorithm: "sha512",
  scheme: "sha512-crypt",
  outputOrder: [...rotatedTriples(64, (triple) => triple % 3), 63],
});

/** Ulrich Drepper's SHA-crypt, and Ory Kratos' names for it. */
export const SHA_CRYPT: Readonly<Record<string, Planner>> = {
  "sha256-crypt": SHA256_CRYPT,
  "sha512-crypt": SHA512_CRYPT,
  "kratos-sha256-crypt": SHA256_CRYPT,
  "kratos-sha512-crypt": SHA512_CRYPT,
};

function planner(variant: Variant): Planner {
  return (groups, context) => {
    const rounds = groups.rounds === undefined ? DEFAULT_ROUNDS : Number(groups.rounds);
    const over = overLimit(context, { digestRounds: rounds });
    if (over !== null) return failure(over);
    const salt = utf8(field(groups, "salt"));
    const expected = utf8(field(groups, "digest"));
    return success({
      scheme: variant.scheme,
      parameters: { rounds },
      memoryBytes: 0,
      needsRehash: true,
      matches: async (password, signal) =>
        equalBytes(utf8(await shaCrypt(variant, password, salt, rounds, signal)), expected),
    });
  };
}

/** The letters are those of the specification: digests A and B, sequences P and S, then the rounds. */
async function shaCrypt(
  { algorithm, outputOrder }: Variant,
  password: Uint8Array,
  salt: Uint8Array,
  rounds: number,
  signal?: AbortSignal,
): Promise<string> {
  const b = createHash(algorithm).update(password).update(salt).update(password).digest();
  const outer = createHash(algorithm).update(password).update(salt).update(repeated(b, password.length));
  for (let bits = password.length; bits > 0; bits >>= 1) outer.update(bits & 1 ? b : password);
  let digest = outer.digest();
  const p = repeated(repeatedDigest(algorithm, password, password.length), password.length);
  const s = repeated(repeatedDigest(algorithm, salt, 16 + (digest[0] as number)), salt.length);
  await inSlices(
    rounds,
    (round) => {
      const odd = round % 2 === 1;
      const parts = [odd ? p : digest];
      if (round % 3 !== 0) parts.push(s);
      if (round % 7 !== 0) parts.push(p);
      parts.push(odd ? digest : p);
      digest = hash(algorithm, Buffer.concat(parts), "buffer");
    },
    signal,
  );
  return encodeCryptBase64(Uint8Array.from(outputOrder, (at) => digest[at] as number));
}

/** The digest of `times` copies. */
function repeatedDigest(algorithm: string, bytes: Uint8Array, times: number): Buffer {
  const digest = createHash(algorithm);
  for (let time = 0; time < times; time++) digest.update(bytes);
  return digest.digest();
}

/** As many bytes of it, over and over, as are asked for. */
function repeated(bytes: Buffer, length: number): Buffer {
  return length === 0 ? Buffer.alloc(0) : Buffer.alloc(length, bytes);
}

/** Triples of bytes a third of the digest apart, turned further by one place in each group. */
function rotatedTriples(bytes: number, turn: (triple: number) => number): number[] {
  const third = Math.floor(bytes / 3);
  return Array.from({ length: third }, (_, triple) => {
    const columns = [triple, triple + third, triple + 2 * third];
    return [2, 1, 0].map((place) => columns[(place + turn(triple)) % 3] as number);
  }).flat();
}
