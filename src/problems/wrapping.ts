import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Wrappings */
export const WRAPPING_PROBLEMS = {
  /**
   * The hash looks importable but is over a digest of the password: WordPress 6.8, Django's bcrypt_sha256,
   * passlib's bcrypt_sha256, Meteor, vBulletin 5. Stripped of its mark it would be accepted and never
   * verify.
   * @cause an export of one of these systems whose marks look like decoration.
   */
  "wrapping/prehashed": {
    remedy:
      "Do not strip it: keep this hash for a login-time fallback (credport/login) and import the user at the next login.",
    atCommandLine:
      "Run credport check with --fallback FILE: it writes the hash for the login-time fallback, which verifies it and imports the user. Fix the user's other problems first.",
  },
  /**
   * The hash is over the password and a site-wide secret.
   * @cause a setting of the old system (`pepper`, `secret`, `site key`).
   */
  "wrapping/peppered": {
    remedy:
      "Keep this hash for a login-time fallback with the pepper (credport/login): the service has no pepper.",
  },
  /**
   * A warning. The system that was named can be set up with a pepper, and the string does not show it.
   * @cause Devise's `config.pepper`.
   */
  "wrapping/pepper-possible": {
    remedy:
      "Ask the old system's owner whether a pepper is configured; if it is, say so with peppered: true.",
    atCommandLine:
      "Ask the old system's owner whether a pepper is configured; if it is, say so with --peppered.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A warning. The system that was named changes what the user types before it hashes it, and the service
   * does not.
   * @cause phpBB escapes `& < > "` as in HTML and normalises to Unicode NFC; Drupal trims; WordPress trims
   * and puts a backslash before quotes and backslashes, because its forms are read with slashes added.
   */
  "wrapping/password-altered": {
    remedy:
      "Tell users with such a password to expect a reset, or keep their hashes for a login-time fallback (credport/login), which changes passwords in the same way.",
  },
  /**
   * The wrapping names one scheme and another appears after it, such as `{bcrypt}` before an argon2 hash or
   * `3|` before bcrypt.
   * @cause rows updated by hand, a migration that stopped half-way.
   */
  "wrapping/conflict": { remedy: "Look at how the column was filled." },
  /**
   * A wrapping appears inside another, and the catalogue does not list the pair.
   * @cause a migration run twice.
   */
  "wrapping/nested": { remedy: "Look at how the column was filled." },
  /**
   * The part after the wrapping is not the encoding that its name says, or does not decode to a hash's
   * text.
   * @cause a column that is too short, or a value that was encoded twice.
   */
  "wrapping/undecodable": { remedy: "Export the hash again: the part inside the wrapping does not decode." },
  /**
   * There is nothing after the wrapping, or a part of a hash that is kept in parts is missing.
   * @cause a column that is too short, or a query that leaves a part out.
   */
  "wrapping/incomplete": { remedy: "Export the user again: a part of the hash is missing." },
  /**
   * A warning: of a hash that is kept in parts, the salt is longer than the digest. No system writes that by
   * itself, so they were probably read from each other's fields.
   * @cause Keycloak's `value` has 64 or 32 bytes and its `salt` 16.
   */
  "wrapping/parts-exchanged": {
    remedy:
      "Compare the two fields with the old system's: the salt is usually the shorter one, and exchanged parts never verify.",
  },
  /**
   * A hash kept in parts has a value that provider-scrypt can't express, such as p other than 1.
   * @cause parameters that were tuned by hand.
   */
  "wrapping/parameter-unsupported": {
    remedy:
      "Let the user reset their password: this value of the parameter has no form that the service verifies.",
  },
  /**
   * The text allows more than one reading, and the wrong one would be accepted and never verify.
   * @cause `bcrypt$2a$…`, where Django writes two dollar signs.
   */
  "wrapping/ambiguous": {
    remedy:
      "Ask the old system's documentation which of its forms this is; the text allows more than one reading.",
  },
  /**
   * The wrapping has been described, but nothing in it says what the hash inside is over.
   * @cause `bcrypt:` of Phabricator, whose hash is over a digest with values of other columns; WoltLab's
   * systems wrote bcrypt over bcrypt under a similar mark.
   */
  "wrapping/unconfirmed": {
    remedy:
      "Do not strip it: try a hash with a known password first (credport verify), or let these users reset their passwords.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

/** The codes of this area. */
export type WrappingProblemCode = keyof typeof WRAPPING_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(WRAPPING_PROBLEMS);
