import { problemMaker } from "./problem-maker.js";
import type { ProblemRow } from "./problem-row.js";

/** Digest expressions */
export const EXPRESSION_PROBLEMS = {
  /**
   * The text is not an expression of the language in docs/expressions.md: a name that is not a function, a bracket that
   * is not closed, more than 512 characters or 64 steps, or an outermost step that is not a digest, an HMAC or bcrypt. An
   * expression without `password` is refused as well, since any password would match it.
   * @cause code of the application that was copied as it is: `$salt+password`, `SHA1(...)`, `substr()`.
   */
  "expression/malformed": {
    remedy:
      "Correct the expression at the place that is named: docs/expressions.md lists the functions, and a full stop joins texts.",
    fault: "settings",
  },
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ExpressionProblemCode = keyof typeof EXPRESSION_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(EXPRESSION_PROBLEMS);
