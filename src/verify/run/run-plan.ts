import type { Scheme } from "../../hash/index.js";
import type { Step } from "../../hash/internal.js";
import { requireSignal } from "../../lib/require-names.js";
import { refuse } from "../../problems/verify.js";
import { type Result, success } from "../../result.js";
import { EngineMissing } from "../engines/engine-missing.js";
import type { Coverage } from "../steps/coverage.js";
import { passwordBytes } from "../steps/password-bytes.js";
import { compute, type MatchedAs, runSteps } from "./compute.js";
import { refuseAborted, sharedGate } from "./gate.js";
import type { VerifyLimits } from "./limits.js";
import type { Plan } from "./plan.js";
import { spellingsOf } from "./spellings.js";

/** What a verification found. */
export interface Verification {
  /** Whether the old system would let this password in. */
  readonly matches: boolean;
  readonly scheme: Scheme;
  /**
   * The hash is weaker than today's minimum: after a match whose coverage is `whole`,
   * `trimmed` or `respelled`, hash the password again.
   */
  readonly needsRehash: boolean;
  /** What of the password the answer rests on: see `Coverage` before you make a new hash of it. */
  readonly coverage: Coverage;
  /** How it matched, where several peppers, encodings or normal forms were given. */
  readonly as?: MatchedAs;
}

/** Waits for a place, computes, and leaves nothing running when it returns. */
export async function runPlan(
  plan: Plan,
  password: string | Uint8Array,
  limits: VerifyLimits,
  signal?: AbortSignal,
): Promise<Result<Verification>> {
  requireSignal(signal);
  const bytes = passwordBytes(password, limits);
  if (!bytes.ok) return bytes;
  const place = await sharedGate.enter(plan.memoryBytes, limits, signal);
  if (!place.ok) return place;
  const spelled = spellingsOf(password, bytes.value, plan.spellings);
  try {
    const { as, ...answer } = await compute(plan, spelled, signal);
    if (signal?.aborted) return refuseAborted();
    const told = plan.tellsAs && as !== undefined ? { as } : {};
    const { scheme, needsRehash } = plan;
    return success({ ...answer, ...told, scheme, needsRehash }, plan.warnings);
  } catch (error) {
    if (signal?.aborted) return refuseAborted();
    return refuseFailed(error);
  } finally {
    for (const { bytes: written } of spelled) written.fill(0);
    bytes.value.fill(0);
    place.value();
  }
}

/** What a new hash needs: its steps, and the bytes that they hold at once. */
interface Derivation extends Pick<Plan, "memoryBytes"> {
  readonly steps: readonly Step[];
}

/** Computes what a new hash holds, in a place of the same gate; the password's bytes are overwritten. */
export async function deriveInGate(
  { steps, memoryBytes }: Derivation,
  bytes: Uint8Array,
  limits: VerifyLimits,
  signal?: AbortSignal,
): Promise<Result<Uint8Array>> {
  requireSignal(signal);
  const place = await sharedGate.enter(memoryBytes, limits, signal);
  if (!place.ok) return place;
  try {
    const derived = await runSteps(steps, { bytes, coverage: "whole" }, signal);
    return signal?.aborted ? refuseAborted() : success(derived.bytes);
  } catch (error) {
    return signal?.aborted ? refuseAborted() : refuseFailed(error);
  } finally {
    bytes.fill(0);
    place.value();
  }
}

/** The error's own text stays out: an engine may quote its input. */
function refuseFailed(error: unknown): Result<never> {
  if (error instanceof EngineMissing && error.isForbidden) {
    return refuse(
      "verify/engine-missing",
      `this process may neither load native code nor start a thread for this ${error.primitive} hash`,
      {
        remedy: "Start Node with --allow-addons for the native engines, or with --allow-worker for the portable ones.",
      },
    );
  }
  if (error instanceof EngineMissing) {
    return refuse("verify/engine-missing", `no installed engine computes this ${error.primitive} hash`);
  }
  return refuse("verify/engine-failed", "the engine could not compute the hash");
}
