import { type Result, success } from "../result.js";
import { requireOtpauth } from "./otpauth-device.js";
import {
  allDevices,
  type OtpauthMigrationOptions,
  parseOtpauthMigrationBatch,
} from "./parse-otpauth-migration-batch.js";
import type { TotpDevice } from "./totp-device.js";

/**
 * The devices in an `otpauth-migration://offline?data=…` URI, the export of Google Authenticator: all of them, or
 * the reasons why one can't be taken, each with its entry in `field` (`otp_parameters[2].algorithm`). Where one
 * refused entry should not hold up the others, use `parseOtpauthMigrationBatch`.
 *
 * An export of many accounts is spread over several codes; the warning `otpauth/migration-part` says which of them
 * this one is.
 *
 * Problems and warnings: those of `parseOtpauthMigrationBatch`.
 *
 * @example
 * import { parseOtpauthMigrationUri } from "credport";
 * const uri = "otpauth-migration://offline?data=CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA%3D";
 * const result = parseOtpauthMigrationUri(uri);
 * result.ok && result.value.map((device) => device.secretKey); // => ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"]
 */
export function parseOtpauthMigrationUri(
  uri: string,
  options: OtpauthMigrationOptions = {},
): Result<readonly TotpDevice[]> {
  requireOtpauth("parseOtpauthMigrationUri", options);
  const batch = parseOtpauthMigrationBatch(uri, options);
  if (!batch.ok) return batch;
  const devices = allDevices(batch.value);
  return devices.ok ? success(devices.value, [...batch.warnings, ...devices.warnings]) : devices;
}
