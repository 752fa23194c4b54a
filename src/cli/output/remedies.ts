import { operatorRemedyOf } from "../../problems/index.js";
import type { Problem, Result } from "../../result.js";

/** A problem with the remedy that names options of the command line. */
export function forOperator(found: Problem): Problem {
  return { ...found, remedy: operatorRemedyOf(found.code) };
}

/** What a file of `--rejects` has of a problem. */
export function rejectedFor({ code, message, field, remedy }: Problem) {
  return { code, message, field, remedy };
}

/** The same for all problems of a result. */
export function resultForOperator<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  return { ok: false, problems: [forOperator(first), ...others.map(forOperator)] };
}
