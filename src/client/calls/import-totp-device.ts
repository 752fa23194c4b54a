import { problem } from "../../problems/request.js";
import { type ServiceText, success } from "../../result.js";
import type { ServiceProfile } from "../../service/profile.js";
import { checkInteger, checkText, type FieldCheck } from "../fields/field-checks.js";
import { bodyUnless, isGiven, present } from "../fields/request-body.js";
import type { Reply } from "../replies/reply.js";
import type { Call } from "./call.js";

/** A TOTP device for a user who exists on the service. */
export interface ImportTotpDeviceRequest {
  /** The owner: the service's user ID, or the external ID where one is mapped. */
  readonly userId: string;
  /** Canonical base32: RFC 4648 alphabet, upper case, unpadded. */
  readonly secretKey: string;
  /** Tolerated deviation in time steps, 0 or more. */
  readonly skew: number;
  /** Seconds for which one code is shown, 1 or more. */
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
  build: ({ userId, secretKey, skew, period, deviceName }, service) => {
    const { limits } = service;
    return bodyUnless(
      [
        checkText(userId, "userId", limits.userId),
        checkCanonicalSecret(secretKey, service),
        checkInteger(skew, "skew", 0),
        checkInteger(period, "period", 1),
        isGiven(deviceName) ? checkText(deviceName, "deviceName", limits.deviceName) : undefined,
      ],
      present({ userId, secretKey, skew, period, deviceName }),
    );
  },
  // A refusal by name says that the device is there; without a name there would be a second device.
  mayBeRepeated: ({ deviceName }) => deviceName !== undefined,
  read: (reply, answer) => {
    const deviceName = answer.id(reply.body.deviceName);
    return success(deviceName === undefined ? reply : { ...reply, deviceName });
  },
};

/**
 * Canonical base32 (RFC 4648 section 6): upper case, unpadded, of a length that bytes have, and the bits of the last
 * character that belong to no byte are zero. Each character takes one step.
 */
const CANONICAL =
  /^(?:[A-Z2-7]{8})*(?:[A-Z2-7][AEIMQUY4]|[A-Z2-7]{3}[AQ]|[A-Z2-7]{4}[ACEGIKMOQSUWY246]|[A-Z2-7]{6}[AIQY])?$/;
/** Of 512 bytes, the longest key that `toBase32Secret` takes. */
const MOST_CHARACTERS = 820;

/**
 * Accepts a secret exactly when it is canonical base32. The service takes any text with status OK, so this is the last
 * place where a wrong encoding can be noticed. What is wrong with a secret is for `toBase32Secret` to say.
 */
function checkCanonicalSecret(secretKey: unknown, { limits }: ServiceProfile): FieldCheck {
  const field = "secretKey";
  const wrongText = checkText(secretKey, field, limits.totpSecret);
  if (wrongText !== undefined) return wrongText;
  const text = secretKey as string;
  if (text.length <= MOST_CHARACTERS && CANONICAL.test(text)) return undefined;
  return problem("request/secret-not-canonical", `${field} is not upper-case, unpadded base32`, { field });
}
