import { verifyTotp } from "../../verify/index.js";
import type { Answer, CallContext } from "../call-context.js";
import { readText } from "../read-input.js";

/**
 * Extra: `POST /rehearsal/totp` with `{ userId, totp }`. Says whether a code is
 * one that the user's imported devices show now, within their skew: six digits,
 * HMAC-SHA1, as the service in the wild verifies them. Codes are not used up.
 */
export function checkTotp({ input, totp, settings }: CallContext): Answer {
  const devices = totp.of(readText(input, "userId"));
  const code = readText(input, "totp");
  if (devices.length === 0) return { status: "UNKNOWN_USER_ID_ERROR" };
  const unixSeconds = Math.floor(settings.now() / 1000);
  const found = devices.find(({ secretKey, period, skew }) => {
    const verified = verifyTotp(code, { secretKey, period, skew }, { unixSeconds });
    return verified.ok && verified.value.matches;
  });
  return found === undefined
    ? { status: "INVALID_TOTP_ERROR" }
    : { status: "OK", deviceName: found.deviceName };
}
