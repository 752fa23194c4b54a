/** The client for the import calls of the service: the public subpath `credport/client`. */
export type { AdministrationCall } from "./administration/administration-calls.js";
export {
  type AccountInfo,
  type AdministrationClient,
  createAdministrationClient,
  type FoundDevice,
  type ProbeRequest,
  type SignIn,
} from "./administration/create-administration-client.js";
export type { FoundLogin, FoundUser } from "./administration/found-user.js";
export type { AttemptEvent } from "./attempts/attempt-event.js";
export type { CallOptions } from "./attempts/call-options.js";
export { mayHaveHappened } from "./attempts/may-have-happened.js";
export { DEFAULT_RETRY, type PolicyOptions, type RetryPolicy, sleepFor } from "./attempts/retry.js";
export type {
  BulkCodeLogin,
  BulkDevice,
  BulkLogin,
  BulkLoginFrame,
  BulkPasswordLogin,
  BulkRole,
  BulkSocialLogin,
  BulkUser,
} from "./bulk/bulk-user.js";
export { checkBulkUser } from "./bulk/check-bulk-users.js";
export {
  type AddedUsers,
  type BulkClient,
  type BulkPage,
  type BulkStatus,
  createBulkClient,
} from "./bulk/create-bulk-client.js";
export type { BulkEntry, UserRefusal } from "./bulk/read-bulk-reply.js";
export type { Endpoint } from "./calls/call.js";
export {
  type CallMethod,
  type CallMethods,
  type CallName,
  type CallReplies,
  type CallRequests,
  checkRequest,
  ENDPOINTS,
  makesLogin,
  mayBeRepeated,
} from "./calls/calls.js";
export type { ConsumePasswordlessCodeRequest } from "./calls/consume-passwordless-code.js";
export type {
  CreatePasswordlessCodeRequest,
  PasswordlessCodeReply,
} from "./calls/create-passwordless-code.js";
export type { ImportPasswordHashRequest } from "./calls/import-password-hash.js";
export type { ImportThirdPartyUserRequest } from "./calls/import-third-party-user.js";
export type { ImportTotpDeviceRequest, TotpDeviceReply } from "./calls/import-totp-device.js";
export type { LinkAccountsRequest } from "./calls/link-accounts.js";
export type { MakePrimaryUserRequest } from "./calls/make-primary-user.js";
export type { UpdatePasswordlessUserRequest } from "./calls/update-passwordless-user.js";
export type { ImportClientOptions } from "./connection.js";
export { createImportClient } from "./create-import-client.js";
export type { ImportCalls, ImportClient } from "./import-client.js";
export { ClientOptionError } from "./option-error.js";
export type { Reply, ReplyBody } from "./replies/reply.js";
export { isUserUnknown } from "./replies/service-status.js";
export { type ExtractUserId, findUserId } from "./replies/user-id.js";
export { type CodeContact, codeContact } from "./sequences/code-contact.js";
export { deviceNames } from "./sequences/device-names.js";
export type { FirstFactor } from "./sequences/first-factor.js";
export type {
  PasswordlessMigration,
  PasswordlessMigrationRequest,
  PasswordlessProgress,
} from "./sequences/migrate-passwordless.js";
export type { TotpMigration, TotpMigrationRequest, TotpProgress } from "./sequences/migrate-totp.js";
export type { BoundProgress, SequenceOptions, SequenceResult } from "./sequences/sequence.js";
export type { FetchLike, FetchRequest, FetchResponse } from "./transport/fetch-transport.js";
