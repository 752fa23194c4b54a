import type { Problem } from "./problem.js";
import type { SourceRow, UserRow } from "./problem-row.js";
import { SOURCE_PROBLEMS } from "./source.js";
import { USER_PROBLEMS } from "./user.js";

/** Codes that leave the field open. */
const OF_ANY_FIELD = /* @__PURE__ */ codesOf<UserRow>(USER_PROBLEMS, (row) => row.ofAnyField);
/** Codes of what a report says once for a file. */
const OF_FILE = /* @__PURE__ */ codesOf<SourceRow>(SOURCE_PROBLEMS, (row) => row.ofFile);

function codesOf<Row>(
  rows: Readonly<Record<string, Row>>,
  isMarked: (row: Row) => true | undefined,
): ReadonlySet<string> {
  return new Set(Object.entries(rows).flatMap(([code, row]) => (isMarked(row) === true ? [code] : [])));
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
