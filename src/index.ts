/**
 * Pure functions over hash strings and second-factor secrets: no I/O, any runtime.
 *
 * Bundlers keep the order of these lines. The problems come first, all areas side by side: texts that resemble each
 * other compress better near each other.
 */

export { PROBLEM_REMEDIES } from "./problems/index.js";

// The rooms.

export * from "./hash/index.js";
export type { Failure, Problem, ProblemCode, Result, Success } from "./result.js";
export * from "./secret/index.js";
export {
  type AdministrationPaths,
  SERVICE_PROFILES,
  type ServiceProfile,
  type ServiceProfileName,
} from "./service/profile.js";
