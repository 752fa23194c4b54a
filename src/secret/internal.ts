/** What other rooms of the package need of this one and the public does not get. */
export { decodeSecret } from "./decode-secret.js";
export { MAXIMUM_SECRET_TEXT } from "./secret-readings.js";
export {
  MAXIMUM_TOTP_PERIOD,
  MAXIMUM_TOTP_SKEW,
  TOTP_ALGORITHMS,
  USUAL_TOTP_PERIOD,
  USUAL_TOTP_SKEW,
} from "./totp-device.js";
