import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** argon2 */
export const ARGON2_PROBLEMS = {
  /**
   * The text does not begin with `$argon2`.
   * @cause a column of several schemes, or a vendor's prefix that was left in front.
   */
  "argon2/not-argon2": { remedy: "Run credport identify to see what the string is." },
  /**
   * The variant is not argon2d, argon2i or argon2id. Services that look at the beginning only accept it and
   * never verify it.
   * @cause a letter lost at the beginning of the string.
   */
  "argon2/unknown-variant": { remedy: "Export the hash again." },
  /**
   * `v` is not 16 or 19.
   * @cause a system that writes 1.3 or 13, such as Keycloak's JSON; its reader translates it.
   */
  "argon2/unknown-version": { remedy: "Export the hash again." },
  /**
   * A number has a sign, a leading zero, no digit, or is followed by something that does not belong there.
   * No generator writes such numbers; libraries disagree on how to read them.
   * @cause a template that pads numbers, or a value that is empty.
   */
  "argon2/malformed-number": { remedy: "Export the hash again." },
  /**
   * One of m, t and p is not there.
   * @cause a template that lost one, or a string cut off.
   */
  "argon2/parameter-missing": { remedy: "Export the hash again." },
  /**
   * A parameter appears twice. Libraries disagree on which one counts.
   * @cause a template that was edited by hand.
   */
  "argon2/parameter-duplicate": { remedy: "Export the hash again." },
  /**
   * There is a parameter other than m, t and p.
   * @cause a generator's own parameter, such as the length of the digest.
   */
  "argon2/parameter-unknown": { remedy: "Export the hash again." },
  /**
   * There is a `keyid` or `data` parameter: the hash depends on a secret key or on associated data beside
   * the password. Some verifiers ignore it and answer false to every password.
   * @cause a library that was set up with a secret, which is argon2's own pepper.
   */
  "argon2/keyed": {
    remedy: "Let the user reset their password: the service does not have that key or data.",
    outOfReach: true,
  },
  /**
   * The parameters are not in the order m,t,p.
   * @cause npm argon2 0.45 writes m,p,t; older JavaScript packages write t,m,p. PHP and the C library answer
   * false to the right password. `normalizeHash` reorders them, which changes no value.
   */
  "argon2/parameter-order": {
    remedy:
      "Write the parameters in the order m,t,p: normalizing the hash, as check and import do, does it and says so.",
  },
  /**
   * m is below 8 times p or above 4294967295.
   * @cause memory in MiB or bytes in place of KiB.
   */
  "argon2/memory-out-of-range": { remedy: "Export the hash again." },
  /**
   * t is 0 or above 4294967295.
   * @cause values of two columns exchanged.
   */
  "argon2/time-out-of-range": { remedy: "Export the hash again." },
  /**
   * p is 0 or above 16777215.
   * @cause values of two columns exchanged.
   */
  "argon2/parallelism-out-of-range": { remedy: "Export the hash again." },
  /**
   * The salt has fewer than 8 bytes.
   * @cause a fixed salt of a few characters in an application's own code.
   */
  "argon2/salt-length": { remedy: "Export the hash again." },
  /**
   * The digest has fewer than 4 bytes.
   * @cause a string that was cut off in the digest.
   */
  "argon2/digest-length": { remedy: "Export the hash again." },
  /**
   * A warning. The digest's number of bytes is one that no known generator writes. A digest that was cut off
   * can be well-formed, but argon2 computes another digest for each length, so it never verifies.
   * @cause a column of VARCHAR(64) or VARCHAR(95).
   */
  "argon2/unusual-digest-length": {
    remedy: "Check that the column did not cut the string off: a shortened digest never verifies.",
  },
  /**
   * Salt or digest is in the URL-safe alphabet, or the two alphabets are mixed. `normalizeHash` rewrites the
   * first and refuses the second.
   * @cause a JSON Web Token library used for encoding.
   */
  "argon2/base64-alphabet": {
    remedy:
      "Export the hash again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  },
  /**
   * Salt or digest carries padding, which PHC strings do not have, or padding of the wrong length or place.
   * `normalizeHash` takes the first off and refuses the others.
   * @cause parts joined from JSON fields.
   */
  "argon2/base64-padding": {
    remedy:
      "Export the hash again: wrong padding is damage. Correct padding is taken off when the hash is normalized.",
  },
  /**
   * A length of 4n + 1 that base64 never has: a part was cut off.
   * @cause a column that is too short, or a selection with the mouse that missed the end.
   */
  "argon2/base64-length": { remedy: "Export the hash again: a part was cut off." },
  /**
   * The last character of salt or digest has bits that belong to no byte. One cut in 16 leaves them zero;
   * all others show here.
   * @cause a column that is too narrow.
   */
  "argon2/padding-bits": { remedy: "Export the hash again: a part was probably cut off." },
  /**
   * Salt or digest has a character that is not base64.
   * @cause a shell that replaced `$…`, a URL-decoded `+`.
   */
  "argon2/illegal-character": { remedy: "Export the hash again." },
  /**
   * The text ends before the digest.
   * @cause a column that is too narrow.
   */
  "argon2/truncated": { remedy: "Export the hash again from a column that holds at least 255 characters." },
  /**
   * Something follows the digest.
   * @cause two columns joined, junk of a fixed-width column.
   */
  "argon2/trailing-characters": { remedy: "Export the hash again." },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type Argon2ProblemCode = keyof typeof ARGON2_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(ARGON2_PROBLEMS);
