import { counted } from "../lib/plural.js";
import { requireOptions } from "../lib/require-names.js";
import { problem } from "../problems/otpauth.js";
import { type Failure, failure, type Problem, type Result, success } from "../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { deviceNameOf } from "./otpauth-label.js";
import { toBase32Secret } from "./to-base32-secret.js";
import {
  MAXIMUM_TOTP_SKEW,
  makeTotpDevice,
  type TotpAlgorithm,
  type TotpDevice,
  USUAL_TOTP_SKEW,
} from "./totp-device.js";

/** For which service a device is read from a URI. */
export interface OtpauthOptions {
  /** Whose TOTP parameters and limits apply: only what that service can verify is taken. */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
  /** Steps of tolerance for the device, 0 to 100; no URI says it. The default is 1. */
  readonly skew?: number | undefined;
}

/** What a URI says of a device, before the service's limits are applied. */
export interface DeviceClaim {
  readonly secret: string | Uint8Array;
  readonly algorithm: TotpAlgorithm;
  readonly digits: number;
  readonly period: number;
  readonly issuer?: string | undefined;
  readonly account?: string | undefined;
}

interface ClaimPlaces {
  readonly field: (name: string) => string;
  readonly secretOffset?: (offset: number) => number;
}

/** Throws for an option that is not known. One object may be for both kinds of URIs. */
export function requireOtpauth(what: string, options: OtpauthOptions): void {
  requireOptions<OtpauthOptions & { readonly unspecified?: unknown }>(what, options, {
    service: true,
    skew: true,
    unspecified: true,
  });
  requireSkew(options.skew);
}

export function requireSkew(skew: number = USUAL_TOTP_SKEW): number {
  if (!Number.isInteger(skew) || skew < 0 || skew > MAXIMUM_TOTP_SKEW) {
    throw new RangeError(`skew must be a whole number from 0 to ${MAXIMUM_TOTP_SKEW}`);
  }
  return skew;
}

/** The device, if the service can verify its codes; every reason why not, if it can't. */
export function claimDevice(claim: DeviceClaim, options: OtpauthOptions, places: ClaimPlaces): Result<TotpDevice> {
  const profile = resolveServiceProfile(options.service);
  const secret = toBase32Secret(claim.secret, typeof claim.secret === "string" ? "base32" : "utf8", {
    service: options.service,
  });
  const problems = [
    ...(secret.ok ? [] : relocate(secret.problems, places)),
    ...refuseParameters(claim, profile, places),
  ];
  if (problems.length > 0 || !secret.ok) {
    const [first, ...others] = problems;
    return failure(first as Problem, ...others);
  }
  const warnings = [...relocate(secret.warnings, places)];
  const name = deviceNameOf(claim);
  const nameFits = name === undefined || name.length <= profile.limits.deviceName;
  if (!nameFits) {
    warnings.push(
      problem(
        "otpauth/device-name-too-long",
        `the name has ${counted(name.length, "character")}, and the service stores ${profile.limits.deviceName}`,
        { field: places.field("label") },
      ),
    );
  }
  const device = makeTotpDevice({
    secretKey: secret.value,
    period: claim.period,
    skew: requireSkew(options.skew),
    digits: claim.digits,
    algorithm: claim.algorithm,
    ...(name === undefined || !nameFits ? {} : { deviceName: name }),
    ...(claim.issuer === undefined ? {} : { issuer: claim.issuer }),
    ...(claim.account === undefined ? {} : { account: claim.account }),
  });
  return success(device, warnings);
}

function refuseParameters(claim: DeviceClaim, profile: ServiceProfile, places: ClaimPlaces): Problem[] {
  const problems: Problem[] = [];
  if (claim.algorithm !== profile.totp.algorithm) {
    problems.push(
      problem(
        "otpauth/unsupported",
        `the device uses ${claim.algorithm}, and the service verifies ${profile.totp.algorithm} only`,
        { field: places.field("algorithm") },
      ),
    );
  }
  if (claim.digits !== profile.totp.digits) {
    problems.push(
      problem(
        "otpauth/unsupported",
        `the device shows ${inDigits(claim.digits)}, and the service verifies codes of ${profile.totp.digits} only`,
        { field: places.field("digits") },
      ),
    );
  }
  return problems;
}

/** A longer number may be a secret that was put in the wrong place, so it is not repeated. */
function inDigits(digits: number): string {
  return digits < 100 ? counted(digits, "digit") : "100 digits or more";
}

/** Places inside a secret become places inside the URI that holds it. */
function relocate(problems: readonly Problem[], places: ClaimPlaces): Problem[] {
  return problems.map(({ offset, ...rest }): Problem => {
    const moved = offset === undefined ? undefined : places.secretOffset?.(offset);
    return { ...rest, field: places.field("secret"), ...(moved === undefined ? {} : { offset: moved }) };
  });
}

/** Joins what was found before the claim with what the claim gave. */
export function withFindings<T>(result: Result<T>, problems: readonly Problem[], warnings: readonly Problem[]) {
  const all = result.ok ? problems : [...problems, ...result.problems];
  const [first, ...others] = all;
  if (first !== undefined) return failure(first, ...others) satisfies Failure;
  return result.ok ? success(result.value, [...warnings, ...result.warnings]) : result;
}
