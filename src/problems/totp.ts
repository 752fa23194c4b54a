import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** TOTP codes */
export const TOTP_PROBLEMS = {
  /**
   * A warning: the code has not the device's number of decimal digits, so it can't match.
   * @cause a code typed in part, a recovery code, digits of another script.
   */
  "totp/code-malformed": {
    remedy: "Ask for the code again: it has exactly as many decimal digits as the device shows.",
    repeat: "later",
  },
  /**
   * The device's algorithm is not SHA1, SHA256 or SHA512.
   * @cause the name of another library, such as HmacSHA1.
   */
  "totp/algorithm-unknown": {
    remedy: "Give the device's algorithm: SHA1, SHA256 or SHA512.",
    fault: "caller",
  },
  /**
   * The device's number of digits is not 6, 7 or 8.
   * @cause a column that was not filled in.
   */
  "totp/digits-out-of-range": {
    remedy: "Give the number of digits that the device shows: 6, 7 or 8.",
    fault: "caller",
  },
  /**
   * The device's period is not a whole number of seconds from 1 to 86400.
   * @cause a period in milliseconds, or 0 for counter-based devices.
   */
  "totp/period-out-of-range": {
    remedy: "Give the period in seconds: a whole number from 1 to 86400, usually 30.",
    fault: "caller",
  },
  /**
   * The tolerance is not a whole number of steps from 0 to 100. Each step costs one HMAC for every check.
   * @cause a tolerance in seconds.
   */
  "totp/skew-out-of-range": {
    remedy: "Give the tolerance in steps: a whole number from 0 to 100, usually 1.",
    fault: "caller",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type TotpProblemCode = keyof typeof TOTP_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(TOTP_PROBLEMS);
