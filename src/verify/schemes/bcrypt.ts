import { type BcryptHash, parseBcrypt } from "../../hash/bcrypt.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { derive } from "../derive.js";
import { decodeBcryptDigest, decodeBcryptSalt } from "../engines/native-engines.js";
import { signExtendedKey } from "../engines/sign-extended-key.js";
import { overLimit } from "../limits.js";
import { bcryptNeedsRehash } from "../needs-rehash.js";
import type { Plan, PlanContext } from "../plan.js";

/** bcrypt reads no further; every system that writes it cuts the password there. */
const MOST_PASSWORD_BYTES = 72;
/** The state of Blowfish: four S-boxes and the P-array. */
const MEMORY_BYTES = 4_168;

/** Turns the password into what bcrypt is over. */
export type BcryptTransform = (
  password: Uint8Array,
  hash: BcryptHash,
  signal: AbortSignal | undefined,
) => Uint8Array | Promise<Uint8Array>;

/** A bcrypt hash string, with what its system does to the password first. */
export function planBcrypt(
  text: string,
  { limits }: PlanContext,
  transform: BcryptTransform = (password) => password,
): Result<Plan> {
  const parsed = parseBcrypt(text);
  if (!parsed.ok) return parsed;
  const { version, cost, digest } = parsed.value;
  const over = overLimit(limits, { bcryptCost: cost });
  if (over !== null) return failure(over);
  const plan: Plan = {
    scheme: "bcrypt",
    parameters: { version, cost },
    memoryBytes: MEMORY_BYTES,
    needsRehash: version === "2x" || bcryptNeedsRehash(cost),
    matches: async (password, signal) => {
      const input = await transform(password, parsed.value, signal);
      return equalBytes(await bcryptDigest(input, parsed.value, signal), decodeBcryptDigest(digest));
    },
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
