/** The bulk import: plan, journal, pacing, resume. The public subpath `credport/import`. */
export type { Tally } from "../lib/tally.js";
export type { BulkReport, ImportReport, ServiceSaying, SinceReport } from "./account.js";
export type { BulkContents } from "./bulk/bulk-judge.js";
export type { BulkOptions } from "./bulk/bulk-options.js";
export { type BulkTarget, bulkUserOf } from "./bulk/bulk-user-of.js";
export { countExisting, type ExistingCount } from "./count-existing.js";
export type { ExistingUsers, FirstImportOptions, ImportOptions, SharedRun } from "./import-options.js";
export {
  fingerprintHashConfig,
  fingerprintInput,
  fingerprintReading,
  type ReadingOptions,
} from "./journal/fingerprint.js";
export type { JournalOptions } from "./journal/journal.js";
export type { JournalFile, OpenJournalFile } from "./journal/journal-file.js";
export type { InputFingerprint, JournalBinding, OutcomeLine, ProblemNote } from "./journal/journal-line.js";
export { readOutcomes } from "./journal/read-outcomes.js";
export type { UserPrint } from "./journal/user-print.js";
export { type MappingFormat, mappingLines } from "./mapping.js";
export type { Patience, PatienceOptions } from "./outage.js";
export type { ImportOutcome, OutcomeKind, RecordedOutcome, RecordPlace, UnsentKind } from "./outcome.js";
export {
  type PlannableRequests,
  type PlannedCall,
  type PlannedRequest,
  planImport,
  type Reference,
} from "./plan.js";
export {
  type PreflightNeeds,
  type PreflightOptions,
  type PreflightReport,
  preflightService,
} from "./preflight.js";
export { type KnownCredentials, proveSignIns } from "./prove-sign-ins.js";
export { countNeeds } from "./run/count-needs.js";
export { importProven, type ProvenImportOptions, type ProvenImportResult } from "./run/import-proven.js";
export { type ImportRecords, type ImportResult, importUsers } from "./run/import-users.js";
export {
  type ImportPreview,
  type PlanTally,
  type PreviewOptions,
  previewImport,
} from "./run/preview-import.js";
export {
  type MadeUser,
  previewUndo,
  readMadeUsers,
  type StayingChanges,
  type UndoOptions,
  type UndoReport,
  undoImport,
} from "./run/undo-import.js";
export { countUnreadable, isEveryUserImported } from "./settled.js";
export type { GoneUser } from "./since/first-import.js";
export type { WithoutFeatures } from "./withheld-steps.js";
