/** What other rooms of the package need of this one and the public does not get. */
export { derive } from "./engines/derive.js";
export { equalBytes } from "./run/constant-time.js";
export { coversPassword } from "./run/coverage.js";
export { leavesPasswordAlone } from "./run/leaves-password-alone.js";
