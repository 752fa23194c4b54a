/** What other rooms of the package need of this one and the public does not get. */

export { isCanonicalBase32, keyOfCanonicalBase32 } from "./canonical-base32.js";
export { refuseKey, warningsOfKey } from "./check-key.js";
export { decodeBase32Secret } from "./decode-base32-secret.js";
export { decodeSecret } from "./decode-secret.js";
export { MAXIMUM_SECRET_TEXT, type SecretReading } from "./secret-readings.js";
export {
  faultOfPeriod,
  faultOfSkew,
  MAXIMUM_TOTP_PERIOD,
  MAXIMUM_TOTP_SKEW,
  TOTP_ALGORITHMS,
  type TotpAlgorithm,
  USUAL_TOTP_PERIOD,
  USUAL_TOTP_SKEW,
} from "./totp-device.js";
