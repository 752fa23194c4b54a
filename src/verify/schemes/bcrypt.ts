import { type BcryptHash, parseBcrypt } from "../../hash/bcrypt.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import type { Coverage } from "../coverage.js";
import { derive } from "../derive.js";
import { decodeBcryptDigest, decodeBcryptSalt } from "../engines/native-engines.js";
import { repeatedKey, signExtendedKey } from "../engines/sign-extended-key.js";
import { overLimit } from "../limits.js";
import { bcryptNeedsRehash } from "../needs-rehash.js";
import type { Plan, PlanContext } from "../plan.js";

/** bcrypt reads no further; every system that writes it cuts the password there. */
const MOST_PASSWORD_BYTES = 72;
/** The state of Blowfish: four S-boxes and the P-array. */
const MEMORY_BYTES = 4_168;

/** What bcrypt is over, and what of the password it sees there. */
export interface BcryptInput {
  readonly of: (
    password: Uint8Array,
    hash: BcryptHash,
    signal: AbortSignal | undefined,
  ) => Uint8Array | Promise<Uint8Array>;
  readonly coverage: (password: Uint8Array, hash: BcryptHash) => Coverage;
}

const PASSWORD_ITSELF: BcryptInput = { of: (password) => password, coverage: bcryptCoverage };

/** A bcrypt hash string, with what its system does to the password first. */
export function planBcrypt(
  text: string,
  context: PlanContext,
  input: BcryptInput = PASSWORD_ITSELF,
): Result<Plan> {
  const parsed = parseBcrypt(text);
  if (!parsed.ok) return parsed;
  const { version, cost, digest } = parsed.value;
  const over = overLimit(context, { bcryptCost: cost });
  if (over !== null) return failure(over);
  const plan: Plan = {
    scheme: "bcrypt",
    parameters: { version, cost },
    memoryBytes: MEMORY_BYTES,
    needsRehash: version === "2x" || bcryptNeedsRehash(cost),
    matches: async (password, signal) => {
      const received = await input.of(password, parsed.value, signal);
      return equalBytes(await bcryptDigest(received, parsed.value, signal), decodeBcryptDigest(digest));
    },
    coverage: (password) => input.coverage(password, parsed.value),
  };
  return success(plan, parsed.warnings);
}

/** The 23 bytes that bcrypt makes of this input under the version, cost and salt of a hash. */
export function bcryptDigest(
  input: Uint8Array,
  { version, cost, salt }: BcryptHash,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const password = version === "2x" ? signExtendedKey(input) : input.subarray(0, MOST_PASSWORD_BYTES);
  return derive("bcrypt", { password, salt: decodeBcryptSalt(salt), cost }, signal);
}

/**
 * Of bytes that bcrypt gets as they are. Its key is those bytes and a NUL, repeated: the
 * NUL is what shows where they end, so from 72 bytes on nothing does.
 */
export function bcryptCoverage(input: Uint8Array, { version }: Pick<BcryptHash, "version">): Coverage {
  if (version === "2x" && isSignExtended(input)) return "sign-extended";
  if (input.includes(0)) return "up-to-nul";
  return input.length < MOST_PASSWORD_BYTES ? "whole" : "first-72-bytes";
}

function isSignExtended(input: Uint8Array): boolean {
  const key = repeatedKey(input);
  return signExtendedKey(input).some((byte, at) => byte !== key[at]);
}

/** Bytes of a secret pepper that nobody types by accident. */
const ENOUGH_PEPPER = 16;

/**
 * Of a password with the pepper appended. Where the pepper is cut off, its own beginning
 * shows where the password ends, if enough of it is seen and if it can't be taken for a
 * part of a password that is a little longer or shorter, as one that repeats itself can.
 */
export function pepperedCoverage(
  password: Uint8Array,
  pepper: Uint8Array,
  hash: Pick<BcryptHash, "version">,
): Coverage {
  const received = Uint8Array.from([...password, ...pepper]);
  const coverage = bcryptCoverage(received, hash);
  if (coverage !== "first-72-bytes") return coverage;
  const seen = received.subarray(0, MOST_PASSWORD_BYTES);
  const surest = MOST_PASSWORD_BYTES - ENOUGH_PEPPER;
  if (password.length > surest) return coverage;
  const couldEndElsewhere = seen.some((_, end) => {
    const isOther = end !== password.length;
    const isNear = Math.abs(end - password.length) < ENOUGH_PEPPER || end <= surest;
    return isOther && isNear && seen.subarray(end).every((byte, at) => byte === pepper[at]);
  });
  return couldEndElsewhere ? coverage : "whole";
}
