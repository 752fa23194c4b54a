import { printable } from "../lib/printable.js";
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

/** The same in an export, whose joined files are named before what is wrong with them. */
export function endIn(found: Problem, path: string, join: readonly string[] = []): CouldNotRun {
  const name = join.map(printable).find((one) => found.message.startsWith(`${one}: `));
  const message = name === undefined ? found.message : found.message.slice(name.length + 2);
  const place = [name ?? path, found.field].filter((part) => part !== undefined).join(", ");
  return endFor({ ...found, message }, `${place}: `);
}

/** The line that a problem is about, before its message. */
export function lineOf({ field }: Problem): string {
  return field?.startsWith("line ") === true ? `${field}: ` : "";
}
