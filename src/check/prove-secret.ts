import { requireArgument } from "../lib/require-argument.js";
import { refuse } from "../problems/totp.js";
import { type Result, requireText, success } from "../result.js";
import type { SecretReadings, TotpDevice } from "../secret/index.js";
import type { SecretReading } from "../secret/internal.js";
import { verifyTotp } from "../verify/index.js";

/** Steps around now in which a clock that is wrong is looked for; never taken for proof. */
const CLOCK_STEPS = 20;

/** What a code from a real device says of a secret. */
export type SecretProof = {
  /** For each reading, in their order: whether the code is one of its codes now. */
  readonly matches: readonly boolean[];
} & (
  | {
      /**
       * `proven`: the code matches one key only. `ambiguous`: it matches several keys, by
       * chance or because they occur twice, and proves none. `mismatch`: it matches none.
       * `unreadable`: no reading is a device that could be tried.
       */
      readonly outcome: "proven" | "ambiguous" | "mismatch" | "unreadable";
    }
  | {
      /** It matches now in none, but is the code of this reading at another time. */
      readonly outcome: "wrong-clock";
      readonly reading: number;
      /** Seconds between that time and now, about; negative if the code is old. */
      readonly secondsOff: number;
    }
);

/**
 * Compares a code from a real device with each reading of a secret: evidence of the
 * encoding instead of a guess. The step before and the one after now are taken as well,
 * as the service does.
 *
 * @param code Typed by a person: decimal digits; spaces between them do not matter.
 * @param unixSeconds Now, in seconds since 1970-01-01 00:00 UTC.
 * @returns What the code proves; `totp/code-malformed` if it does not have the digits of a
 * code.
 *
 * @example
 * ```ts
 * import { readSecretText } from "credport";
 * import { proveSecret } from "credport/check";
 *
 * // The key and a code of RFC 6238, appendix B.
 * const read = readSecretText("3132333435363738393031323334353637383930", {});
 * const proof = read.ok && proveSecret(read.value, "287082", 59);
 * proof && proof.ok && proof.value.outcome; // => "proven"
 * ```
 */
export function proveSecret(read: SecretReadings, code: string, unixSeconds: number): Result<SecretProof> {
  requireArgument("read", read, "object", { readings: "array" });
  requireText(code, "code");
  const { readings } = read;
  const devices = readings.flatMap(({ device }) => (device.ok ? [device.value] : []));
  const malformed = devices.find((device) => !hasDigitsOf(device, code, unixSeconds));
  if (malformed !== undefined) {
    return refuse("totp/code-malformed", `a code of this device has ${malformed.digits} decimal digits`);
  }
  const matches = readings.map(
    ({ device }) => device.ok && stepsOff(device.value, code, unixSeconds, device.value.skew) !== null,
  );
  const keys = new Set(
    readings.flatMap(({ device }, index) => (matches[index] === true && device.ok ? [device.value.secretKey] : [])),
  );
  if (keys.size === 1) return success({ outcome: "proven", matches });
  if (keys.size > 1) return success({ outcome: "ambiguous", matches });
  if (devices.length === 0) return success({ outcome: "unreadable", matches });
  const clock = wrongClock(readings, code, unixSeconds);
  return success(clock === null ? { outcome: "mismatch", matches } : { outcome: "wrong-clock", matches, ...clock });
}

function hasDigitsOf(device: TotpDevice, code: string, unixSeconds: number): boolean {
  const verified = verifyTotp(code, device, { unixSeconds });
  return !(verified.ok && verified.warnings.some((warning) => warning.code === "totp/code-malformed"));
}

/** By how many steps the code is early or late; null if it is not the device's. */
function stepsOff(device: TotpDevice, code: string, unixSeconds: number, skew: number): number | null {
  const verified = verifyTotp(code, { ...device, skew }, { unixSeconds });
  if (!verified.ok || !verified.value.matches) return null;
  return verified.value.step - Math.floor(unixSeconds / device.period);
}

function wrongClock(readings: readonly SecretReading[], code: string, unixSeconds: number) {
  for (const [reading, { device }] of readings.entries()) {
    if (!device.ok) continue;
    const steps = stepsOff(device.value, code, unixSeconds, CLOCK_STEPS);
    if (steps !== null) return { reading, secondsOff: steps * device.value.period };
  }
  return null;
}
