/** What other rooms of the package need of this one and the public does not get. */

export { countOf } from "./account.js";
export { FirstUsers, notSignedIn } from "./first-users.js";
export { inOneOrder } from "./journal/fingerprint.js";
export { isUnsent } from "./outcome.js";
export { type RefusedRow, type ReplayFacts, replayAccount } from "./replay-account.js";
export { findSelectionFault, onlySelected, type Selection, type SelectionFault } from "./selection.js";
