/** The verification step before an import. */

export type { CheckReport } from "./check-report.js";
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
