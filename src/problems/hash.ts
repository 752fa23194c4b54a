import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Hash strings */
export const HASH_PROBLEMS = {
  /**
   * The hash is wrapped in quotation marks. It is refused and not taken off, because where quotation marks
   * were left, the file format's escapes were left unread as well.
   * @cause a CSV or SQL dump cut apart at its commas.
   */
  "hash/quoted": {
    remedy: "Read the file with a CSV or JSON parser: the quotes belong to the file format, not to the hash.",
  },
  /**
   * The text has a control character or a character outside ASCII, which no hash has.
   * @cause a file read in the wrong encoding, a binary column printed as text, a NUL at the end of a
   * fixed-width column.
   */
  "hash/illegal-character": { remedy: "Look at how the file was written and read: a hash is plain ASCII." },
  /**
   * The text is a whole line of a password file, with the user's name and other fields around the hash.
   * @cause `/etc/shadow`, `.htpasswd` or an LDIF file given as it is.
   */
  "hash/whole-line": {
    remedy:
      "Give the hash alone: cut -d: -f2 takes it out of lines of shadow and htpasswd; of LDIF, give the lines of userPassword.",
  },
  /**
   * A warning. One verification takes more than some seconds of a core or more than 1 GiB of memory: bcrypt
   * from cost 17, argon2 above m = 1 GiB or m·t = 2^24 KiB, provider-scrypt above N·r = 2^23. The string is
   * sound, but a service that runs out of memory or time never verifies it.
   * @cause a hash made to be slow on a large machine, or to stop a server.
   */
  "hash/costly": {
    remedy:
      "Try such a login at the service before you import; if it fails, let these users reset their passwords.",
  },
  /**
   * The record says something of the hash that the hash itself is not: another length, cost or scheme. Sent as it is, it
   * would be accepted and never verify.
   * @cause a column that was cut, such as 24 of the 32 bytes that Keycloak's `hashLength` names; a hash and its
   * parameters out of two records.
   */
  "hash/not-as-stated": {
    remedy:
      "Export the user again and compare the hash with the old system's; if the two still differ, let the user set a new password.",
  },
  /**
   * The text fits no row of the catalogue.
   * @cause a scheme of the application's own, a password in clear, the wrong column.
   */
  "hash/unrecognised": {
    remedy: "Name the system it comes from, or ask that system's documentation what this column holds.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type HashProblemCode = keyof typeof HASH_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(HASH_PROBLEMS);
