import type { Scheme } from "../hash/index.js";
import { type Result, success } from "../result.js";
import { type PlanOptions, planVerification, requirePlanOptions } from "./run/plan-verification.js";

/** What a verification of a hash would cost. */
export interface VerificationEstimate {
  readonly scheme: Scheme;
  /** Cost parameters under the scheme's own names: `{ cost: 10, version: "2b" }`. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** Bytes that the computation holds at once, besides a few KiB. */
  readonly memoryBytes: number;
  readonly needsRehash: boolean;
}

/**
 * Says what a verification would cost, without doing it.
 *
 * @param hash The text as it is in the old system's password column.
 * @param options As for `verifyPassword`.
 * @returns Scheme, parameters, memory; or the problems that `verifyPassword` would
 * return before any work.
 *
 * @example
 * ```ts
 * import { estimateVerification } from "credport/verify";
 *
 * const estimate = estimateVerification("$2b$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
 * estimate.ok && [estimate.value.parameters.cost, estimate.value.needsRehash]; // => [12, false]
 * ```
 */
export function estimateVerification(hash: string, options: PlanOptions = {}): Result<VerificationEstimate> {
  requirePlanOptions("estimateVerification", options);
  const planned = planVerification(hash, options);
  if (!planned.ok) return planned;
  const { scheme, parameters, memoryBytes, needsRehash } = planned.value;
  return success({ scheme, parameters, memoryBytes, needsRehash }, planned.value.warnings);
}

/** Cost parameters as a person reads them: `version 2y, cost 12`. */
export function costText(parameters: VerificationEstimate["parameters"]): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
