import { area } from "./problem-maker.js";

/** Limits of a service. */
export const {
  rows: SERVICE_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "service/hash-too-long":
    "Let the user reset their password, or ask for a wider column: the service would cut the hash off.",
  "service/ascii-passwords-only": {
    remedy:
      "Tell users with other characters in their password to expect a reset, or keep their hashes for a login-time fallback.",
    asciiOnly: true,
  },
  "service/separator-unsupported": "Use another deployment of the service, or let these users reset their passwords.",
});
