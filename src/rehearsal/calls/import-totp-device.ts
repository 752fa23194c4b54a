import { type Answer, type CallContext, followsInterface } from "../call-context.js";
import { requireMfaLicence } from "../licences.js";
import { has, readInteger, readJavaInt, readOptionalText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

const BASE32 = /^[A-Z2-7]+$/;

/** Specification 4.1; order and text of the refusals from `ImportTotpDeviceAPI.java`. */
export function importTotpDevice({ input, settings, totp }: CallContext): Answer {
  const strict = followsInterface(settings);
  const userId = readText(input, "userId");
  const deviceName = readOptionalText(input, "deviceName");
  const skew = strict ? readOr("skew", 1) : readJavaInt(input, "skew");
  const period = strict ? readOr("period", 30) : readJavaInt(input, "period");
  const secretKey = readText(input, "secretKey");
  if (userId === "") throw badRequest("userId cannot be empty");
  if (deviceName === "") throw badRequest("deviceName cannot be empty");
  if (secretKey === "") throw badRequest("secretKey cannot be empty");
  // The interface says that it must be base32; the core takes anything, and the user finds out.
  if (strict && !BASE32.test(secretKey)) throw badRequest("secretKey must be base32");
  if (skew < 0) throw badRequest("skew must be >= 0");
  if (period <= 0) throw badRequest("period must be > 0");
  requireMfaLicence(settings);
  if (deviceName !== undefined && totp.has(userId, deviceName)) return { status: "DEVICE_ALREADY_EXISTS_ERROR" };
  // The interface begins at 1, the core at 0.
  const name = deviceName ?? totp.freeName(userId, strict ? 1 : 0);
  totp.add(userId, { deviceName: name, secretKey, skew, period });
  return { status: "OK", deviceName: name };

  function readOr(name: string, usual: number): number {
    return has(input, name) ? readInteger(input, name) : usual;
  }
}
