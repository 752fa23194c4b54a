import { counted } from "../lib/plural.js";
import { type OtpauthProblemCode, problem, refuse } from "../problems/otpauth.js";
import { failure, type Problem, type Result, requireText } from "../result.js";
import { claimDevice, type DeviceClaim, type OtpauthOptions, requireOtpauth, withFindings } from "./otpauth-device.js";
import { parseOtpauthLabel } from "./otpauth-label.js";
import { type OtpauthParameter, type OtpauthParts, percentDecode, scanOtpauth } from "./otpauth-scan.js";
import {
  faultOfPeriod,
  TOTP_ALGORITHMS,
  type TotpAlgorithm,
  type TotpDevice,
  USUAL_TOTP_PERIOD,
} from "./totp-device.js";

/** Longest URI that is read or written, in UTF-16 code units. */
export const MAXIMUM_URI = 4096;

const READ = new Set(["secret", "issuer", "algorithm", "digits", "period", "counter"]);
/** Parameters of some apps by which other codes are made, with the values by which they are the usual ones. */
const OF_SOME_APPS: ReadonlyMap<string, readonly string[]> = new Map([
  ["encoder", []],
  ["algo", ["", "sha1"]],
  ["hash", ["", "sha1"]],
  ["interval", ["", "30"]],
  ["encoding", ["", "base32"]],
  ["t0", ["", "0"]],
  ["epoch", ["", "0"]],
  ["pin", [""]],
]);
/** Parameters for the eye only, by which no code changes. */
const COSMETIC = new Set(["image", "icon", "color", "background", "foreground"]);

interface Findings {
  readonly problems: Problem[];
  readonly warnings: Problem[];
}

/**
 * The device in an `otpauth://totp/…` URI, as authenticator apps read it from a QR code, if the service can verify
 * its codes.
 *
 * `secret` is required and read as base32 under the rule of `toBase32Secret`. Absent, `algorithm` is SHA1, `digits`
 * 6 and `period` 30 seconds. A `period` is from 1 to 86400 seconds, and not in milliseconds. The `issuer` parameter goes before the issuer
 * in the label; `deviceName` is `issuer:account`, or the one of them that is there. The text has at most 4096
 * characters; white space around it is dropped.
 *
 * Problems: `otpauth/not-otpauth`, `otpauth/other-kind`, `otpauth/too-long`, `otpauth/encoding`,
 * `otpauth/html-escaped`, `otpauth/unsupported` with the field, `otpauth/malformed`, and those of
 * `toBase32Secret`. Warnings: `otpauth/unusual-period`,
 * `otpauth/issuer-mismatch`, `otpauth/parameter-ignored`,
 * `otpauth/device-name-too-long`, and those of `toBase32Secret`.
 *
 * Format: Google Authenticator wiki, Key Uri Format; draft-linuxgemini-otpauth-uri.
 *
 * @example
 * import { parseOtpauthUri } from "credport";
 * const uri = "otpauth://totp/Example:a%40example.com?secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq&issuer=Example";
 * const result = parseOtpauthUri(uri);
 * result.ok && result.value.secretKey; // => "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
 * result.ok && result.value.deviceName; // => "Example:a@example.com"
 */
export function parseOtpauthUri(uri: string, options: OtpauthOptions = {}): Result<TotpDevice> {
  requireText(uri, "uri");
  requireOtpauth("parseOtpauthUri", options);
  const parts = scanOtpauth(uri, "otpauth", MAXIMUM_URI);
  if ("problems" in parts) return parts;
  if (parts.type === "hotp") {
    const message = "the device is counter-based (hotp), and the service verifies totp only";
    return refuse("otpauth/unsupported", message, { field: "type" });
  }
  if (parts.type !== "totp") {
    return refuse("otpauth/unsupported", "the type in the URI is neither totp nor hotp", { field: "type" });
  }
  const secret = parts.parameters.get("secret");
  if (secret === undefined) return refuse("otpauth/malformed", "the URI has no parameter secret");
  const findings: Findings = { problems: [], warnings: [] };
  const claim = readClaim(parts, secret, findings);
  warnOfOthers(parts, findings);
  if (claim === null) {
    const [first, ...others] = findings.problems;
    return failure(first as Problem, ...others);
  }
  const isPlain = !secret.value.includes("%");
  const device = claimDevice(claim, options, {
    field: (name) => name,
    secretOffset: (offset) => secret.at + (isPlain ? offset : 0),
  });
  return withFindings(device, findings.problems, findings.warnings);
}

function readClaim(parts: OtpauthParts, secret: OtpauthParameter, findings: Findings): DeviceClaim | null {
  const text = percentDecode(secret.value);
  const claim = {
    algorithm: readAlgorithm(parts, findings),
    digits: readNumber(parts, "digits", 6, findings),
    period: readPeriod(parts, findings),
    ...readNames(parts, findings),
  };
  if (text !== null) return { ...claim, secret: text };
  report(findings, "otpauth/encoding", "the percent-encoding is damaged", secret);
  return null;
}

function readAlgorithm(parts: OtpauthParts, findings: Findings): TotpAlgorithm {
  const parameter = parts.parameters.get("algorithm");
  if (parameter === undefined) return "SHA1";
  const name = parameter.value.toUpperCase();
  const algorithm = TOTP_ALGORITHMS.find((known) => known === name);
  if (algorithm !== undefined) return algorithm;
  report(findings, "otpauth/malformed", "the algorithm is not SHA1, SHA256 or SHA512", parameter);
  // Any value that raises no second problem: the device is refused already.
  return "SHA1";
}

function readNumber(parts: OtpauthParts, name: string, absent: number, findings: Findings): number {
  const parameter = parts.parameters.get(name);
  if (parameter === undefined) return absent;
  const { value } = parameter;
  if (/^(?:0|[1-9][0-9]{0,8})$/.test(value)) return Number(value);
  report(findings, "otpauth/malformed", "the value is not a decimal number", parameter);
  return absent;
}

function readPeriod(parts: OtpauthParts, findings: Findings): number {
  const period = readNumber(parts, "period", USUAL_TOTP_PERIOD, findings);
  const parameter = parts.parameters.get("period");
  if (period === USUAL_TOTP_PERIOD) return period;
  const fault = faultOfPeriod(period);
  if (fault !== undefined) {
    report(findings, "otpauth/malformed", `the period ${fault}`, parameter);
    return USUAL_TOTP_PERIOD;
  }
  warn(findings, "otpauth/unusual-period", `the period is ${counted(period, "second")}, and not 30`, parameter);
  return period;
}

function readNames(parts: OtpauthParts, findings: Findings): Pick<DeviceClaim, "issuer" | "account"> {
  const label = parseOtpauthLabel(parts.label);
  if (label === null) {
    findings.problems.push(
      problem("otpauth/encoding", "the percent-encoding of the label is damaged", {
        field: "label",
        offset: parts.labelAt,
      }),
    );
  }
  const parameter = parts.parameters.get("issuer");
  // Forms write a space as +, and issuers are the one value that has spaces.
  const issuer = parameter === undefined ? "" : percentDecode(parameter.value.replaceAll("+", " "));
  if (issuer === null) {
    report(findings, "otpauth/encoding", "the percent-encoding is damaged", parameter);
  }
  const named = issuer?.trim() || undefined;
  if (named !== undefined && label?.issuer !== undefined && named !== label.issuer) {
    warn(findings, "otpauth/issuer-mismatch", "the issuer in the label is another one", parameter);
  }
  return { issuer: named ?? label?.issuer, account: label?.account };
}

function warnOfOthers(parts: OtpauthParts, findings: Findings): void {
  const { parameters } = parts;
  const counter = parameters.get("counter");
  if (counter !== undefined) {
    warn(findings, "otpauth/parameter-ignored", "the URI of a time-based device has a counter", counter);
  }
  for (const parameter of parameters.values()) {
    if (READ.has(parameter.name) || COSMETIC.has(parameter.name)) continue;
    if (OF_SOME_APPS.get(parameter.name)?.includes(parameter.value.toLowerCase()) === false) {
      const message = `the URI has ${parameter.name}, by which some apps make other codes`;
      report(findings, "otpauth/unsupported", message, parameter);
      continue;
    }
    // Without its name: in a damaged URI that can be a piece of the secret.
    findings.warnings.push(
      problem("otpauth/parameter-ignored", "the format does not have this parameter, so it is ignored", {
        offset: parameter.at,
      }),
    );
  }
}

function report(findings: Findings, code: OtpauthProblemCode, message: string, place?: OtpauthParameter): void {
  findings.problems.push(problem(code, message, placeOf(place)));
}

function warn(findings: Findings, code: OtpauthProblemCode, message: string, place?: OtpauthParameter): void {
  findings.warnings.push(problem(code, message, placeOf(place)));
}

function placeOf(parameter?: OtpauthParameter) {
  return parameter === undefined ? {} : { field: parameter.name, offset: parameter.at };
}
