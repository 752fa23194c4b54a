/** What other rooms of the package need of this one and the public does not get. */
export { isId, isRecord } from "./look-up.js";
