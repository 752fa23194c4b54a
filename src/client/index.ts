/** The client for the import calls of the service: the public subpath `credport/client`. */
export {
  type AccountInfo,
  type AdministrationClient,
  createAdministrationClient,
  type FoundDevice,
  type ProbeRequest,
  type SignIn,
} from "./administration/create-administration-client.js";
export type { FoundUser } from "./administration/found-user.js";
export type { AttemptEvent } from "./attempts/attempt-event.js";
export type { CallOptions } from "./attempts/call-options.js";
export { mayHaveHappened } from "./attempts/may-have-happened.js";
export type { BulkUser } from "./bulk/bulk-user.js";
export {
  type AddedUsers,
  type BulkClient,
  type BulkPage,
  type BulkStatus,
  createBulkClient,
} from "./bulk/create-bulk-client.js";
export {
  type CallName,
  type CallReplies,
  type CallRequests,
  checkRequest,
} from "./calls/calls.js";
export type { ImportClientOptions } from "./connection.js";
export { createImportClient } from "./create-import-client.js";
export type { ImportClient } from "./import-client.js";
export type { ReplyBody } from "./replies/reply.js";
export type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./sequences/migrate-passwordless.js";
export type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./sequences/migrate-totp.js";
export type { SequenceOptions, SequenceResult } from "./sequences/sequence.js";
export type { FetchLike, FetchRequest, FetchResponse } from "./transport/fetch-transport.js";
