/** Second-factor secrets and otpauth URIs. All of it is public. */
export { formatOtpauthUri, type OtpauthDevice } from "./format-otpauth-uri.js";
export type { OtpauthOptions } from "./otpauth-device.js";
export {
  type OtpauthMigrationBatch,
  type OtpauthMigrationOptions,
  parseOtpauthMigrationBatch,
} from "./parse-otpauth-migration-batch.js";
export { parseOtpauthMigrationUri } from "./parse-otpauth-migration-uri.js";
export { parseOtpauthUri } from "./parse-otpauth-uri.js";
export { possibleSecretEncodings } from "./possible-secret-encodings.js";
export { SECRET_ENCODINGS, type SecretEncoding } from "./secret-encoding.js";
export { readSecretText, type SecretReadingOptions, type SecretReadings } from "./secret-readings.js";
export { type ToBase32SecretOptions, toBase32Secret } from "./to-base32-secret.js";
export type { TotpDevice } from "./totp-device.js";
