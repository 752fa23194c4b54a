/** What other rooms of the package need of this one and the public does not get. */
export type { CallerCheck } from "./caller-check.js";
export { SECOND_FACTORS, type SecondFactors } from "./second-factors.js";
export { VERIFY_SHAPES, type VerifyShape } from "./shapes/shapes.js";
