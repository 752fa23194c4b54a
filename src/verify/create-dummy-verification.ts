import { type Result, success } from "../result.js";
import { verifyLimits } from "./run/limits.js";
import type { Plan } from "./run/plan.js";
import { type PlanOptions, planVerification, requirePlanOptions } from "./run/plan-verification.js";
import { runPlan } from "./run/run-plan.js";

/** Does the work of a verification and tells nothing: for users who do not exist. */
export interface DummyVerification {
  /**
   * @returns ok when the work was done. A problem when it could not be, as it could not
   * have been for a user who exists: `verify/password-too-long`,
   * `verify/password-not-text`, `verify/queue-full`, `verify/aborted`, `verify/engine-…`.
   */
  readonly run: (password: string | Uint8Array, signal?: AbortSignal) => Promise<Result<null>>;
}

/** bcrypt with cost 10, which is what most systems write. No password is known for it. */
export const COMMONEST_HASH = "$2b$10$KJHgsdf8723hsdGFJH2kjOeYh5bDqVnxZc1v0mTgq0uXkUjf9Q8Qu";

/**
 * Makes a verification that costs what a real one does, so that a login takes as long
 * for an unknown user as for a known one.
 *
 * @param like A hash like those that most of your users have; only its scheme and its
 * costs matter. Without one: bcrypt with cost 10, as the `source` computes it.
 * @param options What `verifyPassword` needs for such a hash.
 * @returns The dummy; or the problems that `verifyPassword` would have with the hash.
 *
 * @example
 * ```ts
 * import { createDummyVerification } from "credport/verify";
 *
 * const dummy = createDummyVerification("$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
 * const ran = dummy.ok && (await dummy.value.run("whatever was typed"));
 * ran && ran.ok; // => true
 * ```
 */
export function createDummyVerification(like?: string, options: PlanOptions = {}): Result<DummyVerification> {
  requirePlanOptions("createDummyVerification", options);
  const planned = planDummy(like, options);
  if (!planned.ok) return planned;
  const limits = verifyLimits(options.limits);
  return success({
    run: async (password, signal) => {
      // Planned again each time, because a user's hash is.
      const again = planDummy(like, options);
      const verified = again.ok ? await runPlan(again.value, password, limits, signal) : again;
      return verified.ok ? success(null) : verified;
    },
  });
}

export function planDummy(like: string | undefined, options: PlanOptions): Result<Plan> {
  return like === undefined ? planCommonest(options) : planVerification(like, options);
}

/**
 * As the source computes such a hash. Where it can't be, because a pepper is missing or
 * it can't be computed here, no user's can be either: the plain one is used for all then.
 */
function planCommonest(options: PlanOptions): Result<Plan> {
  const ofSource = planVerification(COMMONEST_HASH, options);
  if (ofSource.ok) return ofSource;
  const { limits, encodings, normalForms } = options;
  return planVerification(COMMONEST_HASH, {
    ...(limits && { limits }),
    ...(encodings && { encodings }),
    ...(normalForms && { normalForms }),
  });
}
