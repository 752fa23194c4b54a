import { area } from "./problem-maker.js";

/** Second-factor secrets. */
export const {
  rows: SECRET_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "secret/empty": "Export the second factor again, or let the user enrol again.",
  "secret/too-long": "Look at the column: no shared secret is this long.",
  "secret/illegal-character":
    "Name the encoding that the old system uses for this column: base64 has + and /, base64url has - and _. Do not replace characters by look.",
  "secret/malformed": "Export the secret again: a part was probably cut off or mistyped.",
  "secret/not-text": "Export the value again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  "secret/encrypted":
    "Decrypt the column with the old system's key and its own tools, and name the encoding of what comes out.",
  "secret/otpauth-uri": {
    remedy: "Give the whole URI as a URI, without naming an encoding: it says how to read its secret.",
    atCommandLine: "Leave --encoding out, and give the whole URI: it says how to read its secret.",
  },
  "secret/over-service-limit": "Let the user enrol again: the service's column holds no secret of this length.",
  "secret/may-be-other-encoding":
    "Compare a code from one user's device with the code of the converted secret before you import the rest.",
  "secret/surrounding-white-space":
    "Compare with the old system whether the white space belongs to the key; if not, take it off before.",
  "secret/short-key":
    "Let these users enrol again some time, since RFC 4226 asks for 128 bits; logins work without it.",
});
