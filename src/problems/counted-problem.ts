import type { Problem } from "./problem.js";
import type { UserRow } from "./problem-row.js";
import { USER_PROBLEMS } from "./user.js";

/** Codes that leave the field open. */
const OF_ANY_FIELD: ReadonlySet<string> = /* @__PURE__ */ new Set(
  Object.entries<UserRow>(USER_PROBLEMS).flatMap(([code, { ofAnyField }]) =>
    ofAnyField === true ? [code] : [],
  ),
);

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
export function countedProblem({ code, field }: Problem): Pick<Problem, "field"> & { readonly name: string } {
  return field !== undefined && OF_ANY_FIELD.has(code) ? { name: code, field } : { name: code };
}
