import { counted } from "../lib/plural.js";
import { secretText } from "../lib/redact.js";
import { requireArgument } from "../lib/require-argument.js";
import { OTPAUTH_PROBLEMS } from "../problems/otpauth.js";
import { problemMaker } from "../problems/problem-maker.js";
import { TOTP_PROBLEMS } from "../problems/totp.js";
import type { Failure, Result } from "../result.js";
import { MAXIMUM_URI } from "./parse-otpauth-uri.js";
import { toBase32Secret } from "./to-base32-secret.js";
import { faultOfPeriod, TOTP_ALGORITHMS, type TotpDevice, USUAL_TOTP_PERIOD } from "./totp-device.js";
import { loneSurrogateAt } from "./utf8.js";

const { refuse } = /* @__PURE__ */ problemMaker(OTPAUTH_PROBLEMS, TOTP_PROBLEMS);

/** What a URI says of a device: all but the tolerance, and without the secret nothing. */
export type OtpauthDevice = Pick<TotpDevice, "secretKey"> &
  Partial<Pick<TotpDevice, "period" | "digits" | "algorithm" | "issuer" | "account" | "deviceName">>;

/**
 * The `otpauth://totp/…` URI of a device, for a QR code: every parameter written out, so that no app has to know
 * the defaults. Not limited to what the service verifies. `deviceName` stands in for the account where there is
 * neither issuer nor account.
 *
 * The URI holds the secret. Show it to its owner only.
 *
 * Problems: those of `toBase32Secret` for base32, `totp/parameter-out-of-range`, `otpauth/encoding`, `otpauth/too-long`.
 *
 * Format: Google Authenticator wiki, Key Uri Format.
 *
 * @example
 * import { formatOtpauthUri } from "credport";
 * const result = formatOtpauthUri({ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", account: "a@example.com" });
 * result.ok && result.value; // => "otpauth://totp/a%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30"
 */
export function formatOtpauthUri(device: OtpauthDevice): Result<string> {
  requireArgument("device", device, "object");
  const { period = USUAL_TOTP_PERIOD, digits = 6, algorithm = "SHA1" } = device;
  const secret = toBase32Secret(device.secretKey, "base32");
  if (!secret.ok) return secret;
  const fault = faultOfPeriod(period);
  if (fault !== undefined) return refuse("totp/parameter-out-of-range", `the period ${fault}`);
  if (!Number.isInteger(digits) || digits < 6 || digits > 8) {
    return refuse("totp/parameter-out-of-range", "the number of digits is not 6, 7 or 8");
  }
  if (!TOTP_ALGORITHMS.includes(algorithm)) {
    return refuse("totp/parameter-out-of-range", "the algorithm is not SHA1, SHA256 or SHA512");
  }
  const isNameless = device.issuer === undefined && device.account === undefined;
  const account = isNameless ? device.deviceName : device.account;
  const damaged = refuseHalfCharacters({ issuer: device.issuer, account });
  if (damaged !== null) return damaged;
  const issuer = device.issuer === undefined ? "" : encodeURIComponent(device.issuer);
  const label = `${issuer === "" ? "" : `${issuer}:`}${encodeURIComponent(account ?? "")}`;
  const uri =
    `otpauth://totp/${label}?secret=${secret.value}${issuer === "" ? "" : `&issuer=${issuer}`}` +
    `&algorithm=${algorithm}&digits=${digits}&period=${period}`;
  if (uri.length > MAXIMUM_URI) {
    return refuse("otpauth/too-long", `the URI has ${counted(uri.length, "character")}; the maximum is ${MAXIMUM_URI}`);
  }
  return secretText(uri, secret.warnings);
}

function refuseHalfCharacters(names: Readonly<Record<string, string | undefined>>): Failure | null {
  for (const [field, name] of Object.entries(names)) {
    const offset = name === undefined ? -1 : loneSurrogateAt(name);
    if (offset !== -1) {
      return refuse("otpauth/encoding", `the ${field} has half a surrogate pair in it`, { field, offset });
    }
  }
  return null;
}
