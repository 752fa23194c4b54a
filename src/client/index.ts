/** The client for the import calls of the service: the public subpath `credport/client`. */

export { type AttemptEvent, mayHaveHappened } from "./attempts/perform-call.js";
export { DEFAULT_RETRY, type PolicyOptions, type RetryPolicy } from "./attempts/retry.js";
export { type CallName, ENDPOINTS, type Endpoint, mayBeRepeated } from "./calls/endpoints.js";
export { createImportClient, type ImportClientOptions } from "./create-import-client.js";
export type { ImportCalls, ImportClient } from "./import-client.js";
export { ClientOptionError } from "./option-error.js";
export type { PasswordlessCodeReply, Reply, ReplyBody, TotpDeviceReply } from "./replies/reply.js";
export { type ExtractUserId, findUserId } from "./replies/user-id.js";
export type {
  CallOptions,
  ConsumePasswordlessCodeRequest,
  CreatePasswordlessCodeRequest,
  ImportPasswordHashRequest,
  ImportThirdPartyUserRequest,
  ImportTotpDeviceRequest,
  LinkAccountsRequest,
  MakePrimaryUserRequest,
  UpdatePasswordlessUserRequest,
} from "./requests.js";
export type { FirstFactor } from "./sequences/first-factor.js";
export type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./sequences/migrate-passwordless.js";
export type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./sequences/migrate-totp.js";
export type { BoundProgress, SequenceOptions, SequenceResult } from "./sequences/sequence.js";
export type { FetchLike, FetchRequest, FetchResponse } from "./transport/fetch-transport.js";
