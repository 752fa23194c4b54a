import { counted } from "../../lib/plural.js";
import { OTPAUTH_PROBLEMS } from "../../problems/otpauth.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { USER_PROBLEMS } from "../../problems/user.js";
import type { Result } from "../../result.js";
import { type SecretEncoding, toBase32Secret } from "../../secret/index.js";
import {
  faultOfPeriod,
  MAXIMUM_TOTP_PERIOD,
  MAXIMUM_TOTP_SKEW,
  TOTP_ALGORITHMS,
  USUAL_TOTP_PERIOD,
  USUAL_TOTP_SKEW,
} from "../../secret/internal.js";
import type { EncryptedSecret } from "../decryption/index.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import type { Findings } from "./field.js";
import { wholeNumberFrom } from "./wrong-type.js";

const { problem } = /* @__PURE__ */ problemMaker(OTPAUTH_PROBLEMS, USER_PROBLEMS);

/** What an export says of one time-based second factor. */
export interface SecondFactor {
  /** Where the record has it. */
  readonly field: string;
  readonly secret: string | Uint8Array;
  /** How the system writes the secret: never guessed. */
  readonly encoding: SecretEncoding;
  /** False where the user began to enrol it and never gave a code. Default true. */
  readonly isConfirmed?: boolean;
  /** Seconds. Default 30. */
  readonly period?: number | undefined;
  /** Steps. Default 1. */
  readonly skew?: number | undefined;
  /** Default 6. */
  readonly digits?: unknown;
  /** Default SHA1. */
  readonly algorithm?: unknown;
  readonly deviceName?: string | undefined;
  /** Nothing tells that period, digits and algorithm are the usual ones: the record says all three, or the caller does. */
  readonly isToBeSaid?: boolean | undefined;
}

/** How authenticator apps count where an export does not say it: in the old system's code or settings. */
export interface TotpSettings {
  /** Seconds; usually 30. */
  readonly period?: number | undefined;
  /** Usually 6. */
  readonly digits?: number | undefined;
  /** SHA1, SHA256 or SHA512; usually SHA1. */
  readonly algorithm?: string | undefined;
}

/** A second factor by the rules that hold for every export; empty where it is not imported, with the reason noted. */
export function secondFactor(factor: SecondFactor, context: RecordContext): readonly TotpEnrolment[] {
  const { findings, service, totp = {} } = context;
  const { field, skew = USUAL_TOTP_SKEW } = factor;
  if (factor.isConfirmed === false) {
    const message = "the user began to enrol a second factor and never confirmed it";
    findings.warn("user/second-factor-unconfirmed", message, field);
    return [];
  }
  const said = [factor.period, factor.digits, factor.algorithm];
  if (factor.isToBeSaid === true && context.totp === undefined && said.some(isAbsent)) {
    const message = "nothing says how its codes are made: their digits, period and algorithm";
    findings.fault("user/second-factor-settings", message, field);
    return [];
  }
  const { period = totp.period ?? USUAL_TOTP_PERIOD } = factor;
  const orSet = (own: unknown, set: unknown) => (isAbsent(own) ? set : own);
  const codes = { digits: orSet(factor.digits, totp.digits), algorithm: orSet(factor.algorithm, totp.algorithm) };
  requireUsualCodes({ ...factor, ...codes }, context);
  const isInRange =
    isWholeNumber(period, 1, MAXIMUM_TOTP_PERIOD, `${field}.period`, findings) &&
    isInSeconds(period, `${field}.period`, findings) &&
    isWholeNumber(skew, 0, MAXIMUM_TOTP_SKEW, `${field}.skew`, findings);
  const secret = toBase32Secret(factor.secret, factor.encoding, { service });
  if (!secret.ok) {
    findings.problems.push(...secret.problems.map((fault) => ({ ...fault, field })));
    return [];
  }
  findings.warnings.push(...secret.warnings.map((warning) => ({ ...warning, field })));
  if (!isInRange) return [];
  const deviceName = storable(factor.deviceName ?? "", service.limits.deviceName);
  return [{ secretKey: secret.value, period, skew, ...(deviceName === "" ? {} : { deviceName }) }];
}

/** What a number may be put to: two of one name get one. */
const ROOM_FOR_NUMBER = 8;

/** A name as the service stores it: people write what they like there, and it is a label. */
function storable(name: string, limit: number): string {
  const written = name.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  const most = limit - ROOM_FOR_NUMBER;
  return written.length <= most ? written : [...written].slice(0, most).join("");
}

/** Notes a second factor whose secret the export holds encrypted or not at all. */
export function secondFactorNotCarried(field: string, { findings }: RecordContext): void {
  findings.warn("user/second-factor-not-carried", "the second factor's secret is not in the export", field);
}

/** The decrypted secret; undefined with a warning where no keys were given, with a problem where none fits. */
export function decryptedSecret(secret: EncryptedSecret, field: string, context: RecordContext): string | undefined {
  if (context.decrypt !== undefined) return opened(context.decrypt(secret), field, context);
  const message = "the second factor's secret is encrypted, and no key was given";
  return context.findings.warn("user/second-factor-encrypted", message, field);
}

/** A hash that the export holds encrypted; undefined, with the problem noted, where it can't be opened. */
export function decryptedHash(secret: EncryptedSecret, field: string, context: RecordContext): string | undefined {
  if (context.decrypt !== undefined) return opened(context.decrypt(secret), field, context);
  const message = "the password's hash is encrypted, and no key was given";
  return context.findings.fault("user/password-encrypted", message, field);
}

function opened(result: Result<string>, field: string, { findings }: RecordContext): string | undefined {
  if (result.ok) return result.value;
  findings.problems.push(...result.problems.map((fault) => ({ ...fault, field })));
  return undefined;
}

/** The call has no place for digits and algorithm: a device with others never verifies. */
function requireUsualCodes({ field, digits, algorithm }: SecondFactor, context: RecordContext): void {
  const { findings, service } = context;
  const { totp } = service;
  if (!isAbsent(digits) && Number(digits) !== totp.digits) {
    const message = `the service verifies codes of ${counted(totp.digits, "digit")} only`;
    findings.problems.push(problem("otpauth/unsupported", message, { field: `${field}.digits` }));
  }
  if (isAbsent(algorithm)) return;
  const name = String(algorithm)
    .toUpperCase()
    .replace(/^HMAC-?/, "")
    .replace("-", "");
  if (name === totp.algorithm) return;
  findings.problems.push(
    TOTP_ALGORITHMS.some((known) => known === name)
      ? problem("otpauth/unsupported", `the service verifies ${totp.algorithm} only`, {
          field: `${field}.algorithm`,
        })
      : problem("otpauth/malformed", "the algorithm is not SHA1, SHA256 or SHA512", {
          field: `${field}.algorithm`,
        }),
  );
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

function isInSeconds(period: number, field: string, findings: Findings): boolean {
  const fault = faultOfPeriod(period);
  if (fault !== undefined) findings.fault("user/field-wrong-type", `${field} ${fault}`, field);
  return fault === undefined;
}

function isWholeNumber(value: number, least: number, most: number, field: string, findings: Findings): boolean {
  if (Number.isInteger(value) && value >= least && value <= most) return true;
  // What is not a number at all comes as NaN.
  const found = Number.isNaN(value) ? "missing or not a number" : "a number";
  const message = `${field} is ${found}; it must be ${wholeNumberFrom(least, most)}`;
  findings.fault("user/field-wrong-type", message, field);
  return false;
}
