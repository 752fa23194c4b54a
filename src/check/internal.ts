/** What other rooms of the package need of this one and the public does not get. */

export { CheckCounter, type CheckPart } from "./check-counter.js";
export { isWrong, type KnownPasswordResult } from "./known-password.js";
export type { KnownResult } from "./known-users.js";
export { type CheckStep, faultOfCheck, stepAfterCheck } from "./verdict.js";
