import { operatorRemedyFor, operatorRemedyOf, type ProblemCode } from "../problems/index.js";
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

/** The end of a command that was called in a way that it does not take; --help is the remedy where none is given. */
export function wrongUsage(message: string, remedy?: string): CouldNotRun {
  return new CouldNotRun("cli/wrong-usage", message, remedy);
}

/** The same for what needs a call that the profile of the service does not have. */
export function callNotOffered(message: string, remedy = WITHOUT_CALL): CouldNotRun {
  return wrongUsage(message, remedy);
}

const WITHOUT_CALL =
  "Leave --service default out if the service is the public core; else leave the option out that needs the call; known users can be signed in there by hand.";

/** The same for an option that adds to another one, which was not given. */
export function optionAlone(given: string, needed: string): CouldNotRun {
  return wrongUsage(`${given} was given without ${needed}`, `Add ${needed}, or leave ${given} out.`);
}

/** The value of a result; its problem ends the command, with its place before the message. */
export function valueOrEnd<T>(result: Result<T>, place?: string): T {
  if (result.ok) return result.value;
  throw endFor(result.problems[0], place);
}

/** The end of a command by a problem: with its own remedy, or the one for operators. */
export function endFor(found: Problem, place = lineOf(found)): CouldNotRun {
  return new CouldNotRun(found.code, place + found.message, operatorRemedyFor(found));
}

/** The line that a problem is about, before its message. */
export const lineOf = ({ field }: Problem): string => (field?.startsWith("line ") === true ? `${field}: ` : "");
