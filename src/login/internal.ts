/** What other rooms of the package need of this one and the public does not get. */

export { ownedByOther } from "./attempt-login.js";
export { fallbackIdentifiers, isFallbackUser, isPepperName } from "./fallback-user.js";
export { keysToKeep } from "./identifier-key.js";
export type { LoginLimits, PartialPolicy } from "./login-fallback-options.js";
export { foundBySpelling, isId, isIdentifier, isNamed, isRecord, ofOneAddress, ownersFirst } from "./look-up.js";
export type { MismatchCauseName } from "./mismatch-causes.js";
export type { LastLoginGroup } from "./store/fallback-status.js";
