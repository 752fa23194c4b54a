import type { Problem } from "./problem.js";
import { rowIn } from "./problem-maker.js";
import type { UserRow } from "./problem-row.js";
import { USER_PROBLEMS } from "./user.js";

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
export function countedProblem({ code, field }: Problem): Pick<Problem, "field"> & { readonly name: string } {
  const isOfAnyField = rowIn<UserRow>(code, USER_PROBLEMS)?.ofAnyField === true;
  return field !== undefined && isOfAnyField ? { name: code, field } : { name: code };
}
