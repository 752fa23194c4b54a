/** What other rooms of the package need of this one and the public does not get. */

export { accountOfNone, countOf } from "./account.js";
export type { BulkOptions } from "./bulk/bulk-options.js";
export { bulkUserOf } from "./bulk/bulk-user-of.js";
export { countExisting, type ExistingCount } from "./count-existing.js";
export { FirstUsers, notSignedIn } from "./first-users.js";
export type { ExistingUsers, ImportProof, SharedRun } from "./import-options.js";
export { compareBindings } from "./journal/binding.js";
export { inOneOrder } from "./journal/fingerprint.js";
export type { JournalBinding } from "./journal/journal-line.js";
export { readSent } from "./journal/read-outcomes.js";
export { isUnsent, type RecordedOutcome, type UnsentKind } from "./outcome.js";
export { asksForPause } from "./pace.js";
export type { PlannedRequest } from "./plan.js";
export { allSignedIn, isCodeAtFault, trySignIns, withoutMissing } from "./prove-sign-ins.js";
export { type RefusedRow, type ReplayFacts, replayAccount } from "./replay-account.js";
export { countFeatureUsers } from "./run/count-feature-users.js";
export type { StayingChanges } from "./run/undo-import.js";
export { findSelectionFault, onlySelected, type Selection, type SelectionFault } from "./selection.js";
export { countUnreadable } from "./settled.js";
export { mayHaveBegun, type RehearsalStep, stepAfterRehearsal, verdictOn, waitForLicence } from "./verdict.js";
