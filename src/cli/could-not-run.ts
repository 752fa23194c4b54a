import { operatorRemedyOf, type ProblemCode, remedyOf } from "../problems/index.js";
import type { Problem, Result } from "../result.js";

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

/** The value of a result; its problem ends the command, with its place before the message. */
export function valueOrEnd<T>(result: Result<T>, place?: string): T {
  if (result.ok) return result.value;
  throw endFor(result.problems[0], place);
}

/** The end of a command by a problem: with its own remedy, or the one for operators. */
export function endFor(found: Problem, place = lineOf(found)): CouldNotRun {
  const { code, message, remedy } = found;
  return new CouldNotRun(code, place + message, remedy === remedyOf(code) ? undefined : remedy);
}

/** The line that a problem is about, before its message. */
export function lineOf({ field }: Problem): string {
  return field?.startsWith("line ") === true ? `${field}: ` : "";
}
