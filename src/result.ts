import { PROBLEMS } from "./problems/index.js";
import type { Failure, Problem } from "./problems/problem.js";
import { problemMaker } from "./problems/problem-maker.js";

export type { ProblemCode } from "./problems/index.js";
export type { Failure, Place, Problem, ServiceText } from "./problems/problem.js";

/** A result with a value. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  /** What a careful user would want to know although the value is good. */
  readonly warnings: readonly Problem[];
}

/**
 * What every function that takes data from outside gives back. Bad data is a
 * value; an exception is for a caller's bug only.
 */
export type Result<T> = Success<T> | Failure;

const NO_WARNINGS: readonly Problem[] = Object.freeze([]);

export function success<T>(value: T, warnings: readonly Problem[] = NO_WARNINGS): Success<T> {
  return { ok: true, value, warnings };
}

export function failure(first: Problem, ...others: readonly Problem[]): Failure {
  return { ok: false, problems: [first, ...others] };
}

/** Makes problems of any area. */
export const { problem, refuse } = /* @__PURE__ */ problemMaker(PROBLEMS);

/** A `TypeError` for a caller's bug: the wrong kind of argument, never bad data. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
}
