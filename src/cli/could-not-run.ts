import { operatorRemedyOf, type ProblemCode } from "../problems/index.js";

/** Ends a command with exit code 2, one clear message and what to do next. */
export class CouldNotRun extends Error {
  readonly code: ProblemCode;
  readonly remedy: string;

  constructor(code: ProblemCode, message: string, remedy: string = operatorRemedyOf(code)) {
    super(message);
    this.name = "CouldNotRun";
    this.code = code;
    this.remedy = remedy;
  }
}
