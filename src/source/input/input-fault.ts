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
}
