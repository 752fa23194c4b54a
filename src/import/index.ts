/** The bulk import: plan, journal, pacing, resume. The public subpath `credport/import`. */

export type { ImportReport } from "./account.js";
export type { ImportOptions } from "./import-options.js";
export { fingerprintReading, type ReadingOptions } from "./journal/fingerprint.js";
export type { JournalFile } from "./journal/journal-file.js";
export type { OutcomeLine } from "./journal/journal-line.js";
export { readOutcomes } from "./journal/read-outcomes.js";
export { type MappingFormat, mappingLines } from "./mapping.js";
export type { ImportOutcome } from "./outcome.js";
export { type PlannedCall, planImport } from "./plan.js";
export {
  type PreflightNeeds,
  type PreflightOptions,
  type PreflightReport,
  preflightService,
} from "./preflight.js";
export { type KnownSignIns, type KnownUser, proveSignIns } from "./prove-sign-ins.js";
export { type ImportRecords, type ImportResult, importUsers } from "./run/import-users.js";
export { type ImportPreview, type PreviewOptions, previewImport } from "./run/preview-import.js";
export {
  type MadeUser,
  previewUndo,
  readMadeUsers,
  type UndoOptions,
  type UndoReport,
  undoImport,
} from "./run/undo-import.js";
export type { GoneUser } from "./since/first-import.js";
