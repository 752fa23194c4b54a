import { parseBcrypt } from "../../hash/bcrypt.js";
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

/** Turns the password into what bcrypt is over; `salt` is the 22 characters of the hash. */
export type BcryptTransform = (password: Uint8Array, salt: string) => Uint8Array;

/** A bcrypt hash string, with what its system does to the password first. */
export function planBcrypt(
  text: string,
  { limits }: PlanContext,
  transform: BcryptTransform = (password) => password,
): Result<Plan> {
  const parsed = parseBcrypt(text);
  if (!parsed.ok) return parsed;
  const { version, cost, salt, digest } = parsed.value;
  const over = overLimit(limits, { bcryptCost: cost });
  if (over !== null) return failure(over);
  const plan: Plan = {
    scheme: "bcrypt",
    parameters: { version, cost },
    memoryBytes: MEMORY_BYTES,
    needsRehash: version === "2x" || bcryptNeedsRehash(cost),
    matches: async (password, signal) => {
      const input = transform(password, salt);
      const key = version === "2x" ? signExtendedKey(input) : input.subarray(0, MOST_PASSWORD_BYTES);
      const derived = await derive("bcrypt", { password: key, salt: decodeBcryptSalt(salt), cost }, signal);
      return equalBytes(derived, decodeBcryptDigest(digest));
    },
  };
  return success(plan, parsed.warnings);
}
