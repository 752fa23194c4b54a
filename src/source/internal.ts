/** What other rooms of the package need of this one and the public does not get. */

export { VERIFICATION_LEFT_OUT } from "./assemble-user.js";
export { HOLD_REASONS } from "./fields/hold-reasons.js";
export { isPhoneRegion } from "./fields/phone-number.js";
export { sourceFault } from "./own-source.js";
export { readIdentifiers } from "./read-export.js";
export { countUniqueUsers, passesOver, type UserCounter } from "./read-unique-users.js";
export { type NamedOptions, type Resolved, resolveSource } from "./resolve-source.js";
export { sourceOf } from "./sources.js";
