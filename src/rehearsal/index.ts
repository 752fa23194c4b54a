/** The embedded service to rehearse a migration on: the public subpath `credport/rehearsal`. */
export type { RecipeId } from "./account-store.js";
export type { VerifyStoredPassword } from "./call-context.js";
export type {
  RehearsalCounts,
  RehearsalDevice,
  RehearsalLoginMethod,
  RehearsalState,
  RehearsalUser,
} from "./describe-state.js";
export {
  BULK_FAULTS,
  type BulkFault,
  FAULT_KINDS,
  FAULTS,
  type FaultKind,
  type FaultRow,
  type RehearsalFault,
} from "./faults/faults.js";
export type { HashFamily } from "./hash-acceptance.js";
export {
  createRehearsalService,
  type RehearsalOptions,
  type RehearsalService,
} from "./http/create-rehearsal-service.js";
export type { ListeningService } from "./http/http-server.js";
export { SUPPORTED_VERSIONS as INTERFACE_VERSIONS } from "./interface-version.js";
export { isProven, type KnownSignIns, type KnownUser, type NotVerified, trySignIns } from "./try-sign-ins.js";
