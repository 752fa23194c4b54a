import type { Answer, CallContext } from "../call-context.js";
import { readQueryText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** `GET /recipe/totp/device/list?userId=`, in the order in which they were added; never a secret (`GetTotpDevicesAPI.java`). */
export function listTotpDevices({ query, totp }: CallContext): Answer {
  const userId = readQueryText(query, "userId");
  if (userId === "") throw badRequest("userId cannot be empty");
  const devices = totp
    .of(userId)
    .map(({ deviceName, period, skew }) => ({ name: deviceName, period, skew, verified: true }));
  return { status: "OK", devices };
}

/** `POST /recipe/totp/device/remove` (`RemoveTotpDeviceAPI.java`). */
export function removeTotpDevice({ input, totp }: CallContext): Answer {
  const userId = readText(input, "userId");
  const deviceName = readText(input, "deviceName");
  if (userId === "") throw badRequest("userId cannot be empty");
  if (deviceName === "") throw badRequest("deviceName cannot be empty");
  return { status: "OK", didDeviceExist: totp.remove(userId, deviceName) };
}
