import type { Problem } from "./problem.js";
import type { UserRow } from "./problem-row.js";
import { USER_PROBLEMS } from "./user.js";

/** Codes that leave the field open. */
const OF_ANY_FIELD = /* @__PURE__ */ codesWith("ofAnyField");
/** Codes of what a report says once for a file. */
const OF_FILE = /* @__PURE__ */ codesWith("ofFile");

function codesWith(mark: "ofAnyField" | "ofFile"): ReadonlySet<string> {
  const rows = Object.entries<UserRow>(USER_PROBLEMS);
  return new Set(rows.flatMap(([code, row]) => (row[mark] === true ? [code] : [])));
}

/** How a report counts a problem of a record: by its code, with the field where the code leaves it open. */
type CountedProblem = Pick<Problem, "field"> & { readonly name: string };

/** The problems of a record that a report counts by users. */
export function countedProblems(problems: readonly Problem[]): readonly CountedProblem[] {
  const counted: CountedProblem[] = [];
  for (const { code, field } of problems) {
    if (OF_FILE.has(code)) continue;
    counted.push(field !== undefined && OF_ANY_FIELD.has(code) ? { name: code, field } : { name: code });
  }
  return counted;
}
