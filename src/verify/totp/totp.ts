import { bytesOfCharacters } from "../../lib/bytes.js";
import { defined } from "../../lib/defined.js";
import { requireArgument } from "../../lib/require-argument.js";
import { problemMaker } from "../../problems/problem-maker.js";
import { SECRET_PROBLEMS } from "../../problems/secret.js";
import { TOTP_PROBLEMS } from "../../problems/totp.js";
import { type Failure, type Result, requireText, success } from "../../result.js";
import type { TotpDevice } from "../../secret/index.js";
import {
  decodeBase32Secret,
  faultOfPeriod,
  faultOfSkew,
  TOTP_ALGORITHMS,
  type TotpAlgorithm,
  USUAL_TOTP_PERIOD,
  USUAL_TOTP_SKEW,
} from "../../secret/internal.js";
import { createHmac } from "../engines/digests.js";
import { equalBytes } from "../run/constant-time.js";

const { problem, refuse } = /* @__PURE__ */ problemMaker(SECRET_PROBLEMS, TOTP_PROBLEMS);

/** The time of a code and the parameters of the device that shows it. */
export interface TotpCodeOptions {
  /** Seconds since 1970-01-01 00:00 UTC, from 0; a fraction is cut off. */
  readonly unixSeconds: number;
  /** Seconds, from 1 to 86400; 30 if absent. */
  readonly period?: number | undefined;
  /** 6, 7 or 8; 6 if absent. */
  readonly digits?: number | undefined;
  /** SHA1 if absent. */
  readonly algorithm?: TotpAlgorithm | undefined;
}

/** What is needed to check a code: a `TotpDevice`, or its secret and what differs from the usual. */
export type VerifiableDevice = Pick<TotpDevice, "secretKey"> &
  Partial<Pick<TotpDevice, "period" | "skew" | "digits" | "algorithm">>;

/** Whether a TOTP code is right, and which time step it belongs to. */
export interface TotpVerification {
  readonly matches: boolean;
  /**
   * The time step (`floor(unixSeconds / period)`) whose code it is; the current
   * one if none matches. To take each code once, as RFC 6238 section 5.2 asks,
   * keep it with the user and refuse codes of this step and earlier ones.
   */
  readonly step: number;
}

interface Settings {
  readonly key: Uint8Array;
  readonly period: number;
  readonly digits: number;
  readonly algorithm: TotpAlgorithm;
}

/**
 * The code that a device shows at a time, RFC 6238: decimal digits, with
 * leading zeros.
 *
 * For secrets that are known to be good, as `toBase32Secret` and
 * `parseOtpauthUri` give them: throws a `TypeError` that names the problem, and
 * holds no secret, where `tryTotpCode` would return it. A `RangeError` if
 * `unixSeconds` is not a time.
 *
 * @example
 * import { totpCode } from "credport/verify";
 * totpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", { unixSeconds: 59 }); // => "287082"
 */
export function totpCode(secretKey: string, options: TotpCodeOptions): string {
  const code = tryTotpCode(secretKey, options);
  if (code.ok) return code.value;
  const [first] = code.problems;
  throw new TypeError(`${first.code}: ${first.message}`);
}

/**
 * The same for secrets of unknown quality: what is wrong comes back as a value.
 *
 * Problems: those of `decodeBase32Secret`, `totp/parameter-out-of-range`. A `RangeError` if
 * `unixSeconds` is not a time: that is not data, but the caller's clock.
 *
 * @example
 * import { tryTotpCode } from "credport/verify";
 * const code = tryTotpCode("not base32!", { unixSeconds: 59 });
 * code.ok ? code.value : code.problems[0].code; // => "secret/illegal-character"
 */
export function tryTotpCode(secretKey: string, options: TotpCodeOptions): Result<string> {
  requireText(secretKey, "secretKey");
  requireArgument("options", options, "object");
  const settings = settle({ ...defined(options), secretKey });
  if (!settings.ok) return settings;
  const step = stepAt(options.unixSeconds, settings.value.period);
  return success(codeOf(settings.value, step), settings.warnings);
}

/**
 * Whether a code is one that the device shows now, or `skew` steps before or
 * after: what the service will answer once the device is there, and the proof
 * that a secret was read in its right encoding. A match by chance has a
 * probability of (2 · skew + 1) in a million.
 *
 * `period`, `skew`, `digits` and `algorithm` are 30, 1, 6 and SHA1 where the
 * device does not say them; `skew` is from 0 to 100. White space in the code is
 * dropped, as people read codes in two groups. A code that has not the device's
 * number of digits does not match, and the warning `totp/code-malformed` says
 * so. The codes of all steps are compared in constant time.
 *
 * Problems: those of `tryTotpCode`, `totp/parameter-out-of-range`. They are about
 * the device, never about the code.
 *
 * @example
 * import { verifyTotp } from "credport/verify";
 * const device = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" };
 * const result = verifyTotp("287 082", device, { unixSeconds: 75 });
 * result.ok && result.value; // => {"matches": true, "step": 1}
 */
export function verifyTotp(
  code: string,
  device: VerifiableDevice,
  options: Pick<TotpCodeOptions, "unixSeconds">,
): Result<TotpVerification> {
  requireText(code, "code");
  requireArgument("device", device, "object", { secretKey: "string" });
  requireArgument("options", options, "object");
  const { skew = USUAL_TOTP_SKEW } = device;
  const fault = faultOfSkew(skew);
  if (fault !== undefined) return refuse("totp/parameter-out-of-range", `the skew ${fault}`, { field: "skew" });
  const settings = settle(device);
  if (!settings.ok) return settings;
  const current = stepAt(options.unixSeconds, settings.value.period);
  const typed = readCode(code, settings.value.digits);
  if (typed === null) {
    const malformed = problem("totp/code-malformed", `the code is not made of ${settings.value.digits} decimal digits`);
    return success({ matches: false, step: current }, [...settings.warnings, malformed]);
  }
  return success(search(typed, settings.value, current, skew), settings.warnings);
}

/** Goes through all steps, whichever matches: from the farthest to the current, so that the nearest counts. */
function search(typed: string, settings: Settings, current: number, skew: number): TotpVerification {
  const code = bytesOfCharacters(typed);
  let matches = false;
  let step = current;
  for (let distance = skew; distance >= 0; distance--) {
    for (const candidate of distance === 0 ? [current] : [current - distance, current + distance]) {
      if (candidate < 0) continue;
      const isSame = equalBytes(code, bytesOfCharacters(codeOf(settings, candidate)));
      step = isSame ? candidate : step;
      matches = matches || isSame;
    }
  }
  return { matches, step };
}

/** The digits of a typed code without white space, or null. Reads no further than a code can be long. */
function readCode(code: string, digits: number): string | null {
  if (code.length > 64) return null;
  const typed = code.replace(/\s/g, "");
  return typed.length === digits && /^[0-9]+$/.test(typed) ? typed : null;
}

function settle(device: Omit<VerifiableDevice, "skew">): Result<Settings> {
  const { period = USUAL_TOTP_PERIOD, digits = 6, algorithm = "SHA1" } = device;
  const fault = refuseSettings(period, digits, algorithm);
  if (fault !== null) return fault;
  const key = decodeBase32Secret(device.secretKey);
  return key.ok ? success({ key: key.value, period, digits, algorithm }, key.warnings) : key;
}

function refuseSettings(period: number, digits: number, algorithm: TotpAlgorithm): Failure | null {
  const fault = faultOfPeriod(period);
  if (fault !== undefined) return refuse("totp/parameter-out-of-range", `the period ${fault}`, { field: "period" });
  if (!Number.isInteger(digits) || digits < 6 || digits > 8) {
    return refuse("totp/parameter-out-of-range", "the number of digits is not 6, 7 or 8", {
      field: "digits",
    });
  }
  if (!TOTP_ALGORITHMS.includes(algorithm)) {
    return refuse("totp/parameter-out-of-range", "the algorithm is not SHA1, SHA256 or SHA512", {
      field: "algorithm",
    });
  }
  return null;
}

/** In seconds the year 5138, in milliseconds 1973. */
const MILLISECONDS_FROM = 1e11;

function stepAt(unixSeconds: number, period: number): number {
  if (typeof unixSeconds !== "number" || !(unixSeconds >= 0 && unixSeconds <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError("unixSeconds must be a number of seconds since 1970, from 0");
  }
  if (unixSeconds >= MILLISECONDS_FROM) throw new RangeError("unixSeconds must be in seconds, and not in milliseconds");
  return Math.floor(unixSeconds / period);
}

const HMAC_DIGESTS = { SHA1: "sha1", SHA256: "sha256", SHA512: "sha512" } as const;

/** HOTP (RFC 4226 section 5.3) of a time step. */
function codeOf({ key, digits, algorithm }: Settings, step: number): string {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(step));
  const mac = createHmac(HMAC_DIGESTS[algorithm], key).update(counter).digest();
  const offset = (mac[mac.length - 1] as number) & 15;
  const truncated = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}
