import { parseArgon2 } from "../../hash/argon2.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { derive } from "../derive.js";
import { overLimit } from "../limits.js";
import { argon2NeedsRehash } from "../needs-rehash.js";
import type { Plan, PlanContext } from "../plan.js";

/** A canonical argon2 string, with what its system does to the password first. */
export function planArgon2(
  text: string,
  context: PlanContext,
  transform: (password: Uint8Array) => Uint8Array = (password) => password,
): Result<Plan> {
  const parsed = parseArgon2(text);
  if (!parsed.ok) return parsed;
  const { variant, version, memoryCost, timeCost, parallelism, salt, digest } = parsed.value;
  const memoryBytes = memoryCost * 1024;
  const over = overLimit(context, {
    memoryBytes,
    argon2TimeCost: timeCost,
    argon2Work: memoryCost * timeCost,
    argon2Parallelism: parallelism,
  });
  if (over !== null) return failure(over);
  const plan: Plan = {
    scheme: "argon2",
    parameters: { variant, version, memoryCost, timeCost, parallelism },
    memoryBytes,
    needsRehash: argon2NeedsRehash({ variant, memoryCost, timeCost }),
    matches: async (password, signal) => {
      const costs = { memoryCost, timeCost, parallelism, length: digest.length };
      const request = { password: transform(password), salt, variant, version, ...costs };
      return equalBytes(await derive("argon2", request, signal), digest);
    },
  };
  return success(plan, parsed.warnings);
}
