/** The client for the import calls of the service: the public subpath `credport/client`. */
export { createImportClient, type ImportClientOptions } from "./create-import-client.js";
export { type CallName, ENDPOINTS, type Endpoint, mayBeRepeated } from "./endpoints.js";
export type { FetchLike, FetchRequest, FetchResponse } from "./fetch-transport.js";
export type { FirstFactor } from "./first-factor.js";
export type { ImportCalls, ImportClient } from "./import-client.js";
export type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./migrate-passwordless.js";
export type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./migrate-totp.js";
export { ClientOptionError } from "./option-error.js";
export { type AttemptEvent, mayHaveHappened } from "./perform-call.js";
export type { PasswordlessCodeReply, Reply, ReplyBody, TotpDeviceReply } from "./replies.js";
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
export { DEFAULT_RETRY, type PolicyOptions, type RetryPolicy } from "./retry.js";
export type { BoundProgress, SequenceOptions, SequenceResult } from "./sequence.js";
export { type ExtractUserId, findUserId } from "./user-id.js";
