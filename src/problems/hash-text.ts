import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Text that is given as a hash */
export const HASH_TEXT_PROBLEMS = {
  /**
   * There is nothing, or nothing but white space.
   * @cause a social-only or invited user, a left join without a match.
   */
  "hash/empty": { remedy: "Import this user by another way to log in, or let them reset their password." },
  /**
   * The text is longer than 4096 UTF-16 code units.
   * @cause a lost line end, a JSON blob in the hash column, an attack.
   */
  "hash/too-long": {
    remedy: "Look for another column, or for missing line ends: no password hash is this long.",
  },
  /**
   * A strict parser met white space, a quotation mark or a byte order mark around the hash.
   * @cause the line end of a text file, a cell of a CSV file that was split instead of parsed.
   */
  "hash/surrounding-characters": {
    remedy: "Trim the text, or normalize the hash, as check and import do: that takes them off and says so.",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type HashTextProblemCode = keyof typeof HASH_TEXT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(HASH_TEXT_PROBLEMS);
