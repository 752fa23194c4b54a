/** The verification step before an import. */

export type { CheckReport } from "./check-report.js";
export { proveSecret, type SecretProof } from "./prove-secret.js";
export {
  type CheckOptions,
  type CheckRecordsOptions,
  checkExport,
  checkRecords,
  type Rejection,
} from "./run/check-export.js";
export { isReadyToImport, type ReadyToImportOptions } from "./verdict.js";
