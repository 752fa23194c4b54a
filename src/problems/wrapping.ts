import { area } from "./problem-maker.js";

/** Wrappings. */
export const {
  rows: WRAPPING_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "wrapping/prehashed": {
    remedy:
      "Do not strip it: keep this hash for a login-time fallback (credport/login) and import the user at the next login.",
    atCommandLine:
      "Run credport check with --fallback FILE: it writes the hash for the login-time fallback, which verifies it and imports the user. Fix the user's other problems first.",
  },
  "wrapping/peppered":
    "Keep this hash for a login-time fallback with the pepper (credport/login): the service has no pepper.",
  "wrapping/pepper-possible": {
    remedy:
      "Ask the old system's owner whether a pepper is configured; if it is, give it as pepper where passwords are checked, and say peppered: true where hashes are only read.",
    atCommandLine: "Ask the old system's owner whether a pepper is configured; if it is, say so with --peppered.",
  },
  "wrapping/password-altered":
    "Tell users whose password the old system alters (docs/hashes.md: quotes, backslashes, white space at an end) to expect a reset, or keep their hashes for a login-time fallback (credport/login), which changes passwords in the same way.",
  "wrapping/conflict": "Look at how the column was filled.",
  "wrapping/undecodable":
    "Export the hash again: the part inside the wrapping does not decode, or the value is not the digest that the map declares.",
  "wrapping/incomplete": "Export the user again: a part of the hash is missing.",
  "wrapping/parts-exchanged":
    "Compare the two fields with the old system's: the salt is usually the shorter one, and exchanged parts never verify.",
  "wrapping/parameter-unsupported":
    "Let the user reset their password: this value of the parameter has no form that the service verifies.",
  "wrapping/ambiguous":
    "Ask the old system's documentation which of its forms this is; the text allows more than one reading.",
  "wrapping/unconfirmed":
    "Do not strip it: try a hash with a known password first (credport verify), or let these users reset their passwords.",
});

export type WrappingProblemCode = keyof typeof WRAPPING_PROBLEMS;
