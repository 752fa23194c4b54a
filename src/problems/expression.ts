import { area } from "./problem-maker.js";

/** Digest expressions. */
export const {
  rows: EXPRESSION_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "expression/malformed":
    "Correct the expression at the place that is named: docs/expressions.md lists the functions, and a full stop joins texts.",
});
