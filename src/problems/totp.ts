import { area } from "./problem-maker.js";

/** TOTP codes. */
export const { rows: TOTP_PROBLEMS, refuse } = /* @__PURE__ */ area({
  "totp/code-malformed": "Ask for the code again: it has exactly as many decimal digits as the device shows.",
  "totp/algorithm-unknown": "Give the device's algorithm: SHA1, SHA256 or SHA512.",
  "totp/digits-out-of-range": "Give the number of digits that the device shows: 6, 7 or 8.",
  "totp/period-out-of-range": "Give the period in seconds: a whole number from 1 to 86400, usually 30.",
  "totp/skew-out-of-range": "Give the tolerance in steps: a whole number from 0 to 100, usually 1.",
});
