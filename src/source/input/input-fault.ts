import { problem, type SourceProblemCode } from "../../problems/source.js";
import type { Problem } from "../../result.js";

/** Thrown by an input whose bytes can't be had from here on: unpacking failed. Never leaves the room. */
export class InputFault extends Error {
  readonly problem: Problem;

  constructor(code: SourceProblemCode, message: string) {
    super(message);
    this.name = "InputFault";
    this.problem = problem(code, message);
  }

  /** By its name: a reader that a plugin brings has it from the package, which is not the copy in the command line. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "InputFault";
  }
}
