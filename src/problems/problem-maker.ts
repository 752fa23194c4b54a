import type { ProblemCode } from "./index.js";
import type { Failure, Place, Problem } from "./problem.js";
import type { ProblemRow } from "./problem-row.js";

/** The rows of one area, by code. */
export type ProblemRows<Row extends ProblemRow = ProblemRow> = Readonly<Record<string, Row>>;

/** The codes of one area, or of several. */
export type CodeIn<Rows> = Rows extends unknown ? keyof Rows & ProblemCode : never;

/** What makes the problems of some areas. */
export interface ProblemMaker<Code extends ProblemCode> {
  /** A problem with the remedy of its row. */
  readonly problem: (code: Code, message: string, place?: Place) => Problem;
  /** `failure(problem(…))`, which is what most refusals are. */
  readonly refuse: (code: Code, message: string, place?: Place) => Failure;
}

/**
 * Makes problems with the rows of the areas that are given, and no others: a bundle of a
 * function carries the remedies of its own areas only.
 */
export function problemMaker<Areas extends readonly ProblemRows[]>(
  ...areas: Areas
): ProblemMaker<CodeIn<Areas[number]>> {
  const rows: ProblemRows = Object.assign({}, ...areas);
  const problem = (code: ProblemCode, message: string, place?: Place): Problem => ({
    code,
    message,
    ...place,
    // The types leave no code without its row.
    remedy: (rows[code] as ProblemRow).remedy,
  });
  return {
    problem,
    refuse: (code, message, place) => ({ ok: false, problems: [problem(code, message, place)] }),
  };
}

/** The row of a code, where it is of one of these areas. */
export function rowIn<Row extends ProblemRow>(
  code: string,
  ...areas: readonly ProblemRows<Row>[]
): Row | undefined {
  return areas.find((rows) => Object.hasOwn(rows, code))?.[code];
}
