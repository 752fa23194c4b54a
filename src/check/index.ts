/** The verification step before an import. */

export type { Tally } from "../lib/tally.js";
export type { CheckedSource, CheckReport } from "./check-report.js";
export { isWrong, type KnownPassword, type KnownPasswordResult } from "./known-password.js";
export type { KnownResult } from "./known-users.js";
export { proveSecret, type SecretProof } from "./prove-secret.js";
export {
  type CheckOptions,
  type CheckRecordsOptions,
  checkExport,
  checkRecords,
  isReadyToImport,
  type ReadyToImportOptions,
  type Rejection,
} from "./run/check-export.js";
