/** What other rooms of the package need of this one and the public does not get. */

export type { LoginContact } from "./administration/found-user.js";
export { sleepFor } from "./attempts/retry.js";
export { readBaseUrl } from "./base-url.js";
export type {
  BulkCodeLogin,
  BulkDevice,
  BulkLogin,
  BulkLoginFrame,
  BulkPasswordLogin,
  BulkRole,
  BulkSocialLogin,
} from "./bulk/bulk-user.js";
export { checkBulkUser } from "./bulk/check-bulk-users.js";
export type { BulkEntry } from "./bulk/read-bulk-reply.js";
export { makesLogin, mayBeRepeated } from "./calls/calls.js";
export type { PasswordlessCodeReply } from "./calls/create-passwordless-code.js";
export type { ImportTotpDeviceRequest } from "./calls/import-totp-device.js";
export { serviceAddressOf } from "./connection.js";
export { ClientOptionError } from "./option-error.js";
export type { Reply } from "./replies/reply.js";
export { isUserUnknown } from "./replies/service-status.js";
export { chooseCodeContact } from "./sequences/choose-code-contact.js";
export { deviceNames } from "./sequences/device-names.js";
export type { FirstFactor } from "./sequences/first-factor.js";
