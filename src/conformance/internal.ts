/** What other rooms of the package need of this one and the public does not get. */
export { idlePatterns, selectCases, skipReason } from "./suite/select-cases.js";
