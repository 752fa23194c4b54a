import { area } from "./problem-maker.js";

/** otpauth URIs. */
export const {
  rows: OTPAUTH_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "otpauth/not-otpauth": "Look at the column: a device's URI begins with otpauth://totp/.",
  "otpauth/other-kind": {
    remedy: "Read it as the kind that it is: the URI of a single device, or a migration URI, which can hold several.",
    atCommandLine: "Give it without --lines, or add --json: a migration URI can hold several devices.",
  },
  "otpauth/too-long": "Look at the column: no otpauth URI is this long.",
  "otpauth/encoding":
    "Write the URI again with percent-encoding: each % is followed by two hexadecimal digits, the bytes are UTF-8, and control characters and # can't appear as they are.",
  "otpauth/html-escaped": "Undo the HTML escaping once: &amp; has to be & before the URI is read.",
  "otpauth/unsupported": {
    remedy:
      "Let the user enrol again: the service verifies time-based codes (TOTP) of 6 decimal digits with SHA1 only.",
    ofAnyField: true,
  },
  "otpauth/malformed":
    "Export the device again: it has a secret and each parameter once; the algorithm is SHA1, SHA256 or SHA512, numbers are decimal without sign and leading zeros, and a period is from 1 to 86400 seconds.",
  "otpauth/unusual-period":
    "Compare a code from one user's device before you import the rest: many apps ignore the period and use 30 seconds.",
  "otpauth/issuer-mismatch":
    "Leave it as it is to keep logins working: the issuer parameter is taken, the one in the label is not.",
  "otpauth/parameter-ignored":
    "Check with the app that wrote the URI that this parameter has no part in making the codes: a counter belongs to hotp, and the device has to be time-based.",
  "otpauth/device-name-too-long":
    "Give the device a shorter name on import, or let the service name it: this one was left off.",
  "otpauth/migration-malformed":
    "Scan or export from the app again: the data are cut off, damaged or not percent-encoded standard base64.",
  "otpauth/migration-empty": "Export from the app again with at least one account chosen.",
  "otpauth/migration-too-many": "Export in parts: a migration URI holds at most 100 accounts here.",
  "otpauth/migration-unspecified": {
    remedy:
      "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, choose the usual values for what it leaves unspecified.",
    atCommandLine:
      "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, say so with --unspecified usual.",
  },
  "otpauth/migration-part": "Scan the other codes of this export too: each holds other accounts.",
});

export type OtpauthProblemCode = keyof typeof OTPAUTH_PROBLEMS;
