import type { ProblemCode } from "./index.js";
import type { Failure, Place, Problem } from "./problem.js";
import type { ProblemRow } from "./problem-row.js";

/** The rows of one area, by code; a row that is a remedy and nothing else is its text. */
type ProblemRows<Code extends string = string> = Readonly<Record<Code, string | ProblemRow>>;

/** The codes of one area, or of several. */
type CodeIn<Rows> = Rows extends unknown ? keyof Rows & ProblemCode : never;

/** What makes the problems of some areas. */
interface ProblemMaker<Code> {
  /** A problem with the remedy of its row, or of its place. */
  readonly problem: (code: Code, message: string, place?: Place) => Problem;
  /** `failure(problem(…))`, which is what most refusals are. */
  readonly refuse: (code: Code, message: string, place?: Place) => Failure;
}

/** The rows of one area, and what makes its problems. */
interface Area<Code extends string> extends ProblemMaker<Code> {
  readonly rows: ProblemRows<Code>;
}

export function area<Code extends string>(rows: ProblemRows<Code>): Area<Code> {
  const problem = (code: Code, message: string, place?: Place): Problem => {
    const row = rows[code];
    const { remedy = typeof row === "string" ? row : row.remedy } = place ?? {};
    return { code: code as string as ProblemCode, message, ...place, remedy };
  };
  return {
    rows,
    problem,
    refuse: (code, message, place) => ({ ok: false, problems: [problem(code, message, place)] }),
  };
}

/**
 * Makes problems with the rows of the areas that are given, and no others: a bundle of a
 * function carries the remedies of its own areas only.
 */
export function problemMaker<Areas extends readonly ProblemRows[]>(
  ...areas: Areas
): ProblemMaker<CodeIn<Areas[number]>> {
  return area(Object.assign({}, ...areas));
}

/** The row of a code, where it is of one of these areas. */
export function rowIn(code: string, ...areas: readonly ProblemRows[]): ProblemRow | undefined {
  const row = areas.find((rows) => Object.hasOwn(rows, code))?.[code];
  return typeof row === "string" ? { remedy: row } : row;
}
