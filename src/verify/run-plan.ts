import type { Scheme } from "../hash/scheme.js";
import { type Problem, type Result, refuse, success } from "../result.js";
import { EngineMissing } from "./derive.js";
import { refuseAborted, sharedGate } from "./gate.js";
import type { VerifyLimits } from "./limits.js";
import { passwordBytes } from "./password-bytes.js";
import type { Plan } from "./plan.js";

/** What a verification found. */
export interface Verification {
  /** Whether the password is the one that the hash was made of. */
  readonly matches: boolean;
  readonly scheme: Scheme;
  /** The hash is weaker than today's minimum: after a match, hash the password anew. */
  readonly needsRehash: boolean;
}

/** Waits for a place, computes, and leaves nothing running when it returns. */
export async function runPlan(
  plan: Plan,
  password: string | Uint8Array,
  limits: VerifyLimits,
  signal?: AbortSignal,
  warnings?: readonly Problem[],
): Promise<Result<Verification>> {
  const bytes = passwordBytes(password, limits);
  if (!bytes.ok) return bytes;
  const place = await sharedGate.enter(plan.memoryBytes, limits, signal);
  if (!place.ok) return place;
  try {
    const matches = await plan.matches(bytes.value, signal);
    if (signal?.aborted) return refuseAborted();
    return success({ matches, scheme: plan.scheme, needsRehash: plan.needsRehash }, warnings);
  } catch (error) {
    if (signal?.aborted) return refuseAborted();
    return refuseFailed(error);
  } finally {
    bytes.value.fill(0);
    place.value();
  }
}

/** The error's own text stays out: an engine may quote its input. */
export function refuseFailed(error: unknown): Result<never> {
  if (error instanceof EngineMissing) {
    return refuse("verify/engine-missing", `no installed engine computes this ${error.primitive} hash`);
  }
  return refuse("verify/engine-failed", "the engine could not compute the hash");
}
