import type { Counted } from "../lib/tally.js";
import type { Problem, ProblemCode } from "../result.js";

/** Codes that say what is wrong with a field, and not with which. */
const OF_ANY_FIELD: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "user/field-wrong-type",
  "user/field-unknown",
  "user/field-twice",
  "user/id-missing",
]);

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
export function countedProblem({ code, field }: Problem): Counted {
  return field !== undefined && OF_ANY_FIELD.has(code) ? { name: code, field } : { name: code };
}
