import { area } from "./problem-maker.js";

/** TOTP codes. */
export const { rows: TOTP_PROBLEMS, refuse } = /* @__PURE__ */ area({
  "totp/code-malformed": "Ask for the code again: it has exactly as many decimal digits as the device shows.",
  "totp/parameter-out-of-range":
    "Give what the device has: SHA1, SHA256 or SHA512, 6 to 8 digits, a period from 1 to 86400 seconds, usually 30, and a tolerance from 0 to 100 steps, usually 1.",
});
