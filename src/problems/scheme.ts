import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Schemes that the service does not verify */
export const SCHEME_PROBLEMS = {
  /**
   * The service can't verify this scheme, but `credport/verify` can: the user can be moved at the next
   * login.
   * @cause a system whose own scheme the service does not have.
   */
  "scheme/login-only": {
    remedy:
      "Keep this hash for a login-time fallback (credport/login): it is verified there, and the user is imported at the next login.",
    atCommandLine:
      "Run credport check with --fallback FILE: it writes the hash for the login-time fallback, which verifies it and imports the user. Fix the user's other problems first.",
  },
  /**
   * Recognised, but neither the service nor credport verifies it: no kept library computes it, or it is a
   * database's account and not an application's user.
   * @cause an old directory, a mail server, or a database's own accounts in the export.
   */
  "scheme/unsupported": {
    remedy: "Let the user reset their password: neither the service nor credport verifies this scheme.",
  },
  /**
   * A digest without a mark: several schemes and systems write this shape.
   * @cause MD5, NTLM and MD4 all have 32 hexadecimal digits; salts appear in other columns.
   */
  "scheme/ambiguous": {
    remedy:
      "Name the system it comes from: a bare digest does not say which scheme made it or whether a salt is missing.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The column holds the password itself. It is not repeated anywhere.
   * @cause the Firebase emulator's `fakeHash`, Spring's `{noop}`, test users.
   */
  "scheme/plain-text": {
    remedy:
      "Treat the file as a leak: hash the password in the old system, or let the user set a new one; never send it as a hash.",
  },
  /**
   * A whole mark that says that the user has no usable password: `!`, `*`, `{SASL}`. Not an error.
   * @cause a social-only or locked account, or one of a directory that checks passwords elsewhere.
   */
  "scheme/no-password": {
    remedy: "Import another way to log in: this user has no password here, so nothing is lost.",
  },
  /**
   * The old system locked the account with a mark in front of its hash, so that no password verifies.
   * @cause `usermod -L` writes `!$6$…`, Solaris `*LK*`, FreeBSD `*LOCKED*`. Importing what is after the
   * mark would open the account again.
   */
  "scheme/locked": {
    remedy:
      "Leave this account locked: import it without a password, or unlock it in the old system and export it again.",
  },
  /**
   * The text begins like a scheme of the catalogue but is not a whole string of it.
   * @cause a cut-off column.
   */
  "scheme/malformed": {
    remedy: "Export the hash again: it begins like this scheme but is not a whole string of it.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

/** The codes of this area. */
export type SchemeProblemCode = keyof typeof SCHEME_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(SCHEME_PROBLEMS);
