/**
 * Pure functions over hash strings and second-factor secrets: no I/O, any runtime.
 *
 * Bundlers keep the order of these lines. The problems come first, all areas side by side: texts that resemble each
 * other compress better near each other.
 */

export { PROBLEM_CODES, PROBLEM_REMEDIES } from "./problems/index.js";

// The rooms.

export * from "./hash/index.js";
export type { DigestName } from "./lib/digest-bytes.js";
export type { SchemeProblemCode } from "./problems/scheme.js";
export type { WrappingProblemCode } from "./problems/wrapping.js";
export type { Failure, Place, Problem, ProblemCode, Result, ServiceText, Success } from "./result.js";
export * from "./secret/index.js";
export {
  type AdministrationPaths,
  SERVICE_PROFILES,
  type ServiceLimits,
  type ServiceProfile,
  type ServiceProfileName,
} from "./service/profile.js";
