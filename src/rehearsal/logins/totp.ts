import { verifyTotp } from "../../verify/index.js";
import type { Answer, CallContext } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { requireMfaLicence } from "../licences.js";
import { readQueryText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import type { StoredTotpDevice, TriedCode } from "../totp-store.js";

/** The core's defaults: `totp_max_attempts`, and `totp_rate_limit_cooldown_sec`. */
const MOST_FAILURES = 5;
const COOLDOWN_MS = 900_000;
/** Longer texts are refused without being remembered. */
const LONGEST_CODE = 8;

/**
 * `POST /recipe/totp/verify` with `{ userId, totp }`. A code works once, and five wrong ones in a row
 * lock the user out for a quarter of an hour (`VerifyTotpAPI.java`, `Totp.java`).
 */
export function verifyUserTotp(context: CallContext): Answer {
  const { input, totp, tenantId, settings } = context;
  const userId = readText(input, "userId");
  const code = readText(input, "totp");
  if (userId === "") throw badRequest("userId cannot be empty");
  requireMfaLicence(settings);
  const devices = totp.of(userId);
  if (devices.length === 0) return { status: "UNKNOWN_USER_ID_ERROR" };
  const now = settings.now();
  const tried = totp.triedCodes(tenantId, userId);
  const failures = failuresInARow(tried);
  const wait = failures.length < MOST_FAILURES ? 0 : (failures[0]?.triedAt ?? 0) + COOLDOWN_MS - now;
  if (wait > 0) return answer(context, "LIMIT_REACHED_ERROR", failures.length, { retryAfterMs: wait });
  const failed = failures.length < MOST_FAILURES ? failures.length : 0;
  if (code.length > LONGEST_CODE) return answer(context, "INVALID_TOTP_ERROR", failed + 1);
  const device = devices.find((each) => shows(each, code, now));
  const isUsedUp = tried.some((each) => each.isValid && each.code === code && each.expiresAt > now);
  const isValid = device !== undefined && !isUsedUp;
  const expiresAt = now + 1000 * Math.max(...(device === undefined ? devices : [device]).map(windowOf));
  totp.addTriedCode(tenantId, userId, { code, isValid, triedAt: now, expiresAt });
  return isValid ? { status: "OK" } : answer(context, "INVALID_TOTP_ERROR", failed + 1);
}

function answer({ version }: CallContext, status: string, failures: number, more: Answer = {}): Answer {
  if (!isAtLeast(version, [5, 0])) return { status, ...more };
  return { status, ...more, currentNumberOfFailedAttempts: failures, maxNumberOfFailedAttempts: MOST_FAILURES };
}

/** The wrong codes since the last right one, newest first, as many as count. */
function failuresInARow(tried: readonly TriedCode[]): readonly TriedCode[] {
  const newest = tried.toReversed().slice(0, MOST_FAILURES);
  const valid = newest.findIndex(({ isValid }) => isValid);
  const wrong = valid === -1 ? newest : newest.slice(0, valid);
  const since = (wrong[0]?.triedAt ?? 0) - COOLDOWN_MS;
  return wrong.filter(({ triedAt }) => triedAt > since);
}

/** Whether a device shows this code now, within its skew: six digits, HMAC-SHA1. */
function shows({ secretKey, period, skew }: StoredTotpDevice, code: string, now: number): boolean {
  const verified = verifyTotp(code, { secretKey, period, skew }, { unixSeconds: Math.floor(now / 1000) });
  return verified.ok && verified.value.matches;
}

/** Seconds in which a device shows a code, skew included. */
const windowOf = ({ period, skew }: StoredTotpDevice): number => period * (2 * skew + 1);

/**
 * Extra: `POST /rehearsal/totp` with `{ userId, totp }`. Says which of the user's imported devices
 * shows a code now. Codes are not used up, and wrong ones are not counted.
 */
export function checkTotp({ input, totp, settings }: CallContext): Answer {
  const devices = totp.of(readText(input, "userId"));
  const code = readText(input, "totp");
  if (devices.length === 0) return { status: "UNKNOWN_USER_ID_ERROR" };
  const found = devices.find((device) => shows(device, code, settings.now()));
  return found === undefined ? { status: "INVALID_TOTP_ERROR" } : { status: "OK", deviceName: found.deviceName };
}

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
