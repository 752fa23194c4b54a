import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** bcrypt */
export const BCRYPT_PROBLEMS = {
  /**
   * The text does not begin with `$2`.
   * @cause a column of several schemes, or a vendor's prefix that was left in front.
   */
  "bcrypt/not-bcrypt": { remedy: "Run credport identify to see what the string is." },
  /**
   * The version is not 2a, 2b, 2x or 2y.
   * @cause a damaged first character; a pattern in another tool that lets `$2z$` pass.
   */
  "bcrypt/unsupported-version": { remedy: "Look for a damaged prefix: only 2a, 2b, 2x and 2y exist." },
  /**
   * The version is the bare `$2$` of 1997, which leaves out the terminating NUL of the password: another
   * algorithm. No service verifies it.
   * @cause a hash made before 1998, or a prefix that lost its letter.
   */
  "bcrypt/obsolete-version": {
    remedy: "Let the user reset their password: no service verifies this algorithm.",
    outOfReach: true,
  },
  /**
   * The cost is not two decimal digits between two dollar signs.
   * @cause a cost written without its zero when split columns were joined.
   */
  "bcrypt/cost-malformed": { remedy: "Export the hash again." },
  /**
   * The cost is below 4 or above 31.
   * @cause a digit lost or added when a column was split or typed.
   */
  "bcrypt/cost-out-of-range": { remedy: "Export the hash again." },
  /**
   * Salt or digest has a character outside `./A-Za-z0-9`.
   * @cause a shell that replaced `$…`, a URL-decoded `+`.
   */
  "bcrypt/illegal-character": { remedy: "Export the hash again." },
  /**
   * The text is shorter than 60 characters.
   * @cause a column of VARCHAR(50) or CHAR(59).
   */
  "bcrypt/truncated": { remedy: "Export the hash again from a column of at least 60 characters." },
  /**
   * Something follows the 60 characters.
   * @cause two columns joined, junk of a fixed-width column.
   */
  "bcrypt/trailing-characters": { remedy: "Export the hash again." },
  /**
   * The last character of salt or digest has bits that belong to no byte. Most verifiers then answer false
   * to the right password.
   * @cause salts made by old releases of passlib and by hand-written generators. `normalizeHash` clears the
   * bits, which leaves all bytes as they are.
   */
  "bcrypt/padding-bits": {
    remedy: "Clear the unused bits, or normalize the hash, as check and import do: that says so.",
  },
  /**
   * A warning. `$2x$` marks hashes of crypt_blowfish before 1.1 (CVE-2011-2483), which misread password
   * bytes above 127. The service computes them as `$2a$`: users whose password has such a byte can't log in.
   * @cause PHP before 5.3.7.
   */
  "bcrypt/sign-extension": {
    remedy: "Import it only if these users' passwords are ASCII: the others will have to reset theirs.",
    asciiOnly: true,
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type BcryptProblemCode = keyof typeof BCRYPT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(BCRYPT_PROBLEMS);
