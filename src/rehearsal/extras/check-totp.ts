import type { Answer, CallContext } from "../call-context.js";
import { shows } from "../logins/verify-totp.js";
import { readText } from "../read-input.js";

/**
 * Extra: `POST /rehearsal/totp` with `{ userId, totp }`. Says which of the user's imported devices
 * shows a code now. Codes are not used up, and wrong ones are not counted.
 */
export function checkTotp({ input, totp, settings }: CallContext): Answer {
  const devices = totp.of(readText(input, "userId"));
  const code = readText(input, "totp");
  if (devices.length === 0) return { status: "UNKNOWN_USER_ID_ERROR" };
  const found = devices.find((device) => shows(device, code, settings.now()));
  return found === undefined
    ? { status: "INVALID_TOTP_ERROR" }
    : { status: "OK", deviceName: found.deviceName };
}
