import { checkRequest } from "../client/index.js";
import { carryProof } from "../hash/internal.js";
import { problem } from "../problems/user.js";
import type { Problem } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";
import type { PlannedCall, Reference } from "./plan.js";

/**
 * What keeps a plan from being carried out whole. Asked before the first call is sent, so
 * that no user is left half imported by a request that the client refuses at the end.
 */
export function checkPlan(plan: readonly PlannedCall[], service: ServiceProfile): readonly Problem[] {
  if (plan.length === 0) {
    return [problem("user/no-credential", "the user has nothing to log in with")];
  }
  return plan.flatMap(({ call, request }) => checkRequest(call, fill(request, () => "x") as never, service));
}

type Fill = (reference: Reference) => string | undefined;

/** The request with its references filled in; undefined where one has no value. */
export function fill(request: PlannedCall["request"], find: Fill): Readonly<Record<string, unknown>> | undefined {
  const filled: Record<string, unknown> = {};
  for (const field of Object.keys(request)) {
    const value = (request as Readonly<Record<string, unknown>>)[field];
    filled[field] = isReference(value) ? find(value) : value;
    if (filled[field] === undefined) return undefined;
  }
  return carryProof(request, filled);
}

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "from" in value && "value" in value;
}
