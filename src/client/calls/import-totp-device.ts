import { problem, refuse } from "../../problems/request.js";
import { failure, type Result, type ServiceText, success } from "../../result.js";
import type { TotpDevice } from "../../secret/index.js";
import { faultOfPeriod, faultOfSkew, keyOfCanonicalBase32, refuseKey, warningsOfKey } from "../../secret/internal.js";
import type { ServiceProfile } from "../../service/profile.js";
import { checkNumber, checkText, type FieldCheck } from "../fields/field-checks.js";
import { bodyUnless, isGiven, present } from "../fields/request-body.js";
import type { Reply } from "../replies/reply.js";
import type { Call } from "./call.js";

/** A TOTP device for a user who exists on the service. */
export interface ImportTotpDeviceRequest {
  /** The owner: the service's user ID, or the external ID where one is mapped. */
  readonly userId: string;
  /** Canonical base32: RFC 4648 alphabet, upper case, unpadded. */
  readonly secretKey: string;
  /** Tolerated deviation in time steps, from 0 to 100. */
  readonly skew: number;
  /** Seconds for which one code is shown, from 1 to 86400. */
  readonly period: number;
  /**
   * Identifies the device in later calls. Without it the service makes up a name, and the call is
   * not repeated after an uncertain end, because that could make a second device.
   */
  readonly deviceName?: string | undefined;
}

/** The reply to `importTotpDevice`. */
export interface TotpDeviceReply extends Reply {
  /** The device's name, also where the service made it up. */
  readonly deviceName?: ServiceText;
}

/** Specification 4.1. */
export const importTotpDevice: Call<ImportTotpDeviceRequest, TotpDeviceReply> = {
  endpoint: {
    section: "4.1",
    method: "POST",
    path: "/recipe/totp/device/import",
    headers: {},
    scope: "app",
    repeating: "refused",
    lostReply: "The device exists, or does not; with a device name it can be repeated and found out.",
  },
  nonSecrets: { userId: "open", deviceName: "open" },
  fields: { userId: true, secretKey: true, skew: true, period: true, deviceName: true },
  comesAlong: "digits algorithm issuer account",
  build: (request, service) => {
    const { userId, secretKey, skew, period, deviceName } = request;
    const { limits } = service;
    const secret = checkCanonicalSecret(secretKey, service);
    return bodyUnless(
      [
        checkText(userId, "userId", limits.userId),
        ...(secret.ok ? [] : secret.problems),
        checkNumber(skew, "skew", faultOfSkew),
        checkNumber(period, "period", faultOfPeriod),
        ...(["digits", "algorithm"] as const).map((field) => checkCodes(request, field, service)),
        isGiven(deviceName) ? checkText(deviceName, "deviceName", limits.deviceName) : undefined,
      ],
      present({ userId, secretKey, skew, period, deviceName }),
      secret.ok ? secret.warnings : undefined,
    );
  },
  // A refusal by name says that the device is there; without a name there would be a second device.
  mayBeRepeated: ({ deviceName }) => deviceName !== undefined,
  read: (reply, answer) => {
    const deviceName = answer.id(reply.body.deviceName);
    return success(deviceName === undefined ? reply : { ...reply, deviceName });
  },
};

/** The call has no place for them: a device with others never verifies. */
function checkCodes(request: object, field: "digits" | "algorithm", { totp }: ServiceProfile): FieldCheck {
  const given = (request as Partial<TotpDevice>)[field];
  if (!isGiven(given) || given === totp[field]) return undefined;
  const message = `${field} is not ${totp[field]}, and the service verifies no other codes: the user has to enrol again`;
  return problem("request/field-invalid", message, { field });
}

/**
 * Accepts a secret exactly when it is canonical base32 of what can be a key. The service takes any text with status OK,
 * so this is the last place where a wrong encoding, or ciphertext, can be noticed. What is wrong with the base32 is for
 * `toBase32Secret` to say.
 */
function checkCanonicalSecret(secretKey: unknown, { limits }: ServiceProfile): Result<string> {
  const field = "secretKey";
  const wrongText = checkText(secretKey, field, limits.totpSecret);
  if (wrongText !== undefined) return failure(wrongText);
  const text = secretKey as string;
  const key = keyOfCanonicalBase32(text);
  if (key === null) {
    return refuse("request/secret-not-canonical", `${field} is not upper-case, unpadded base32`, { field });
  }
  const refused = refuseKey(key);
  if (refused !== null) return failure({ ...refused.problems[0], field });
  return success(text, warningsOfKey(text, key, "base32"));
}
