import { area } from "./problem-maker.js";

/** otpauth URIs. */
export const {
  rows: OTPAUTH_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "otpauth/not-otpauth": "Look at the column: a device's URI begins with otpauth://totp/.",
  "otpauth/migration-uri": {
    remedy: "Read it as a migration URI: it can hold several devices.",
    atCommandLine: "Give it without --lines, or add --json: a migration URI can hold several devices.",
  },
  "otpauth/single-uri": "Read it as the URI of a single device.",
  "otpauth/too-long": "Look at the column: no otpauth URI is this long.",
  "otpauth/illegal-character":
    "Write the URI again with percent-encoding: control characters and # can't appear in it as they are.",
  "otpauth/percent-encoding":
    "Write the URI again: each % is followed by two hexadecimal digits, and the bytes are UTF-8.",
  "otpauth/html-escaped": "Undo the HTML escaping once: &amp; has to be & before the URI is read.",
  "otpauth/hotp":
    "Let the user enrol again: the service verifies time-based codes only, and this device counts.",
  "otpauth/type-unsupported": "Let the user enrol again: the service verifies time-based codes (totp) only.",
  "otpauth/secret-missing": "Export the device again: a URI without secret has no key.",
  "otpauth/parameter-duplicate": "Export the device again: each parameter appears once.",
  "otpauth/malformed-number":
    "Export the device again: numbers are decimal, without sign and without leading zeros.",
  "otpauth/algorithm-unknown": "Export the device again: the algorithms are SHA1, SHA256 and SHA512.",
  "otpauth/algorithm-unsupported": "Let the user enrol again: the service verifies SHA1 only.",
  "otpauth/digits-unsupported": "Let the user enrol again: the service verifies codes of 6 digits only.",
  "otpauth/encoder-unsupported":
    "Let the user enrol again: the device shows its codes in another form than decimal digits.",
  "otpauth/period-out-of-range": "Export the device again: a period is from 1 to 86400 seconds.",
  "otpauth/unusual-period":
    "Compare a code from one user's device before you import the rest: many apps ignore the period and use 30 seconds.",
  "otpauth/issuer-mismatch":
    "Leave it as it is to keep logins working: the issuer parameter is taken, the one in the label is not.",
  "otpauth/counter-ignored":
    "Check that the device is time-based: a counter belongs to hotp and has no meaning here.",
  "otpauth/parameter-ignored":
    "Check with the app that wrote the URI that this parameter has no part in making the codes.",
  "otpauth/device-name-too-long":
    "Give the device a shorter name on import, or let the service name it: this one was left off.",
  "otpauth/not-text":
    "Export the URI again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  "otpauth/migration-data":
    "Export from the app again: the data parameter is percent-encoded standard base64.",
  "otpauth/migration-malformed":
    "Scan or export from the app again: the message inside is damaged or cut off.",
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
