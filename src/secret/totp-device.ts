import { describedAs, redacted } from "../lib/redact.js";

/** HMAC hash functions of RFC 6238. The service verifies SHA1 only. */
export type TotpAlgorithm = "SHA1" | "SHA256" | "SHA512";

export const TOTP_ALGORITHMS: readonly TotpAlgorithm[] = Object.freeze(["SHA1", "SHA256", "SHA512"]);

/** Seconds; a day. Longer periods are unknown in the field. */
export const MAXIMUM_TOTP_PERIOD = 86_400;
export const USUAL_TOTP_PERIOD = 30;
/** Steps; each costs one HMAC for every check. */
export const MAXIMUM_TOTP_SKEW = 100;
/** Neither URI form says it. One step either way is what public importers take. */
export const USUAL_TOTP_SKEW = 1;

/** What is wrong with a period, to be read after its name. In whole thousands, it is taken for milliseconds. */
export function faultOfPeriod(period: unknown): string | undefined {
  const seconds = Number.isInteger(period) ? (period as number) : 0;
  if (seconds < 1 || seconds > MAXIMUM_TOTP_PERIOD) return `is not from 1 to ${MAXIMUM_TOTP_PERIOD} seconds`;
  return seconds % 1000 === 0 ? "looks like milliseconds, and has to be in seconds" : undefined;
}

/** What is wrong with a tolerance, to be read after its name. */
export function faultOfSkew(skew: unknown): string | undefined {
  const isInRange = Number.isInteger(skew) && (skew as number) >= 0 && (skew as number) <= MAXIMUM_TOTP_SKEW;
  return isInRange ? undefined : `is not from 0 to ${MAXIMUM_TOTP_SKEW} steps`;
}

/** A time-based second factor, ready for the import (interface 4.1). */
export interface TotpDevice {
  /** Base32, upper case, without padding. `JSON.stringify` leaves it out, but not of a copy: `{ ...device }`. */
  readonly secretKey: string;
  /** Seconds for which one code holds. */
  readonly period: number;
  /** Steps before and after the current one whose codes are taken too. */
  readonly skew: number;
  readonly deviceName?: string;
  readonly digits: number;
  readonly algorithm: TotpAlgorithm;
  readonly issuer?: string;
  readonly account?: string;
}

/** A device that does not show its secret in a log. */
export function makeTotpDevice(device: TotpDevice): TotpDevice {
  // Not enumerable, so that the device equals a plain object with the same fields.
  return Object.freeze(describedAs({ ...device }, () => ({ ...device, secretKey: redacted(device.secretKey) })));
}
