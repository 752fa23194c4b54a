import { area } from "./problem-maker.js";

/** Schemes that the service does not verify. */
export const {
  rows: SCHEME_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "scheme/login-only": {
    remedy:
      "Keep this hash for a login-time fallback (credport/login): it is verified there, and the user is imported at the next login.",
    atCommandLine:
      "Run credport check with --fallback FILE: it writes the hash for the login-time fallback, which verifies it and imports the user. Fix the user's other problems first.",
  },
  "scheme/unsupported": "Let the user reset their password: neither the service nor credport verifies this scheme.",
  "scheme/ambiguous":
    "Name its system, or say as an expression in a map of the table (--from table --map) how it makes the hash: docs/expressions.md.",
  "scheme/plain-text":
    "Treat the file as a leak and delete it: export hashes from the old system, hash the password there, or let the user set a new one; never send it as a hash.",
  "scheme/no-password": "Import another way to log in: this user has no password here, so nothing is lost.",
  "scheme/locked":
    "Leave this account locked: import it without a password, or unlock it in the old system and export it again.",
  "scheme/malformed": "Export the hash again: it begins like this scheme but is not a whole string of it.",
});

export type SchemeProblemCode = keyof typeof SCHEME_PROBLEMS;
