import type { Counted } from "../lib/tally.js";
import { rowIn } from "../problems/problem-maker.js";
import type { UserRow } from "../problems/problem-row.js";
import { USER_PROBLEMS } from "../problems/user.js";
import type { Problem } from "../result.js";

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
export function countedProblem({ code, field }: Problem): Counted {
  const isOfAnyField = rowIn<UserRow>(code, USER_PROBLEMS)?.ofAnyField === true;
  return field !== undefined && isOfAnyField ? { name: code, field } : { name: code };
}
