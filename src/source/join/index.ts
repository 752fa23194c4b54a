/** Brings rows of other tables and files to the users that they belong to. */

export {
  endOf,
  faultAfter,
  type JoinedParts,
  joinParts,
  type PartsOfUser,
  type PartsPass,
  roleOf,
} from "./join-parts.js";
export { type JoinReport, type LeftOverRows, type UsersWithout, unreadTables } from "./join-report.js";
export {
  combinedFingerprint,
  type ExportFile,
  exportFiles,
  fingerprintExport,
  type JoinedInput,
  type NamedInput,
  nameOfJoined,
} from "./joined-input.js";
export type { PartsFault } from "./match-parts.js";
export type { Part } from "./part-log.js";
export { type SpooledInput, spoolInput } from "./spool-input.js";
