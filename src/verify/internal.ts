/** What other rooms of the package need of this one and the public does not get. */

export { COMMONEST_HASH, planDummy } from "./create-dummy-verification.js";
export { derive } from "./engines/derive.js";
export { createPlaces, type SharedWork, shareWork } from "./engines/own-requests.js";
export { costText } from "./estimate-verification.js";
export { type FoundExpressions, findDigestExpression, type KnownHash } from "./find-digest-expression.js";
export { ColumnCounter } from "./identify-column.js";
export type { MatchedAs } from "./run/compute.js";
export { equalBytes } from "./run/constant-time.js";
export { createGate, type Gate } from "./run/gate.js";
export { leavesPasswordAlone } from "./run/leaves-password-alone.js";
export { NO_LIMITS, verifyLimits } from "./run/limits.js";
export type { Plan } from "./run/plan.js";
export { PLAN_OPTIONS, planVerification, type UserSalt } from "./run/plan-verification.js";
export { requireFacts } from "./run/require-facts.js";
export { deriveInGate, runPlan } from "./run/run-plan.js";
export { isSpelling, mostSpellings, requireSpellings, type Spellings } from "./run/spellings.js";
export { isCostly } from "./schemes/index.js";
export { coversPassword, statedCoverage } from "./steps/coverage.js";
export { passwordBytes } from "./steps/password-bytes.js";
