import type { Result } from "../result.js";
import { verifyLimits } from "./run/limits.js";
import { type PlanOptions, planVerification, requirePlanOptions } from "./run/plan-verification.js";
import { runPlan, type Verification } from "./run/run-plan.js";

/** Options of `verifyPassword`: those of its plan, and a signal that ends it. */
export interface VerifyOptions extends PlanOptions {
  /** Ends the wait in the queue, and the work where the engine can be interrupted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks a password against any hash that credport can verify, in whatever wrapping.
 *
 * @param password Text, taken in UTF-8, or bytes. What a system does to the password
 * first (trimming, a prehash, 72 bytes) is done here as well: see `docs/verify.md`.
 * @param hash The text as it is in the old system's password column.
 * @param options The signer key, source and pepper that the text itself does not show;
 * limits, of which `DEFAULT_VERIFY_LIMITS` stands for what is not given; a signal.
 * @returns A result that is `ok` wherever the password could be checked, also a wrong one: ask for `value.matches`.
 * It has whether it matches, whether the hash is weaker than OWASP's minimum, and what
 * of the password the check saw: `coverage`. Make no new hash of a password that it did
 * not see to its end.
 * Problems that can come back: those of the hash text, as `identifyHash` lists them;
 * `verify/…`: over a limit, queue full, aborted, no engine, signer key or pepper
 * missing. After a problem nothing is known of the password, and nothing is running.
 *
 * @example
 * ```ts
 * import { verifyPassword } from "credport/verify";
 *
 * const hash = "{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * const verified = await verifyPassword("U*U", hash);
 * verified.ok && [verified.value.matches, verified.value.needsRehash]; // => [true, true]
 * ```
 */
export async function verifyPassword(
  password: string | Uint8Array,
  hash: string,
  options: VerifyOptions = {},
): Promise<Result<Verification>> {
  requirePlanOptions("verifyPassword", options);
  const planned = planVerification(hash, options);
  if (!planned.ok) return planned;
  return runPlan(planned.value, password, verifyLimits(options.limits), options.signal);
}
