import type { Problem, Result } from "../result.js";

/** Thrown for a reason that holds for all chunks. */
export class StopRun extends Error {
  readonly problem: Problem;

  constructor(reason: Problem) {
    super(reason.code);
    this.name = "StopRun";
    this.problem = reason;
  }
}

/** The value; without one the run ends. */
export function orStop<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new StopRun(result.problems[0] as Problem);
}
