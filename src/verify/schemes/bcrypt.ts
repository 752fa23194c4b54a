import type { Computation } from "../../hash/internal.js";
import { derive } from "../engines/derive.js";
import { repeatedKey, signExtendedKey } from "../engines/sign-extended-key.js";
import { type Coverage, narrower } from "../steps/coverage.js";
import { bcryptNeedsRehash } from "../steps/needs-rehash.js";
import { digestOf, type Received, type StepRunner } from "../steps/step-runner.js";

type Bcrypt = Extract<Computation, { kind: "bcrypt" }>;

/** bcrypt reads no further; every system that writes it cuts the password there. */
const MOST_PASSWORD_BYTES = 72;
/** The state of Blowfish: four S-boxes and the P-array. */
const MEMORY_BYTES = 4_168;

/** bcrypt: 23 bytes of the first 72. */
export const BCRYPT: StepRunner<Bcrypt> = {
  costs: ({ cost }) => ({ bcryptCost: cost, memoryBytes: MEMORY_BYTES }),
  parameters: ({ version, cost }) => ({ version, cost }),
  needsRehash: ({ version, cost }) => version === "2x" || bcryptNeedsRehash(cost),
  run: async (received, { version, cost, salt }, signal) => {
    const { bytes } = received;
    const password = version === "2x" ? signExtendedKey(bytes) : bytes.subarray(0, MOST_PASSWORD_BYTES);
    const digest = await derive("bcrypt", { password, salt, cost }, signal);
    const coverage = received.isDigest ? received.coverage : narrower(received.coverage, seenBy(version, received));
    return digestOf({ ...received, coverage }, digest);
  },
};

function seenBy(version: Bcrypt["version"], { bytes, pepper }: Received): Coverage {
  if (pepper === undefined) return bcryptCoverage(bytes, version);
  return pepperedCoverage(bytes, pepper, version);
}

/**
 * Of bytes that bcrypt gets as they are. Its key is those bytes and a NUL, repeated: the
 * NUL is what shows where they end, so from 72 bytes on nothing does.
 */
function bcryptCoverage(input: Uint8Array, version: Bcrypt["version"]): Coverage {
  if (version === "2x" && isSignExtended(input)) return "sign-extended";
  if (input.includes(0)) return "up-to-nul";
  return input.length < MOST_PASSWORD_BYTES ? "whole" : "first-72-bytes";
}

function isSignExtended(input: Uint8Array): boolean {
  const key = repeatedKey(input);
  return signExtendedKey(input).some((byte, at) => byte !== key[at]);
}

/** Bytes of a secret pepper that are not typed by accident. */
const ENOUGH_PEPPER = 16;

/**
 * Of a password with the pepper appended. Where the pepper is cut off, its own beginning
 * shows where the password ends, if enough of it is seen and if it can't be taken for a
 * part of a password that is a little longer or shorter, as one that repeats itself can.
 */
function pepperedCoverage(received: Uint8Array, pepper: Uint8Array, version: Bcrypt["version"]): Coverage {
  const coverage = bcryptCoverage(received, version);
  if (coverage !== "first-72-bytes") return coverage;
  const passwordLength = received.length - pepper.length;
  const seen = received.subarray(0, MOST_PASSWORD_BYTES);
  const surest = MOST_PASSWORD_BYTES - ENOUGH_PEPPER;
  if (passwordLength > surest) return coverage;
  const couldEndElsewhere = seen.some((_, end) => {
    const isOther = end !== passwordLength;
    const isNear = Math.abs(end - passwordLength) < ENOUGH_PEPPER || end <= surest;
    return isOther && isNear && seen.subarray(end).every((byte, at) => byte === pepper[at]);
  });
  return couldEndElsewhere ? coverage : "whole";
}
