import type { Failure, Problem } from "./problems/problem.js";

export type { ProblemCode } from "./problems/index.js";
export type { Failure, Place, Problem, ServiceText } from "./problems/problem.js";

/** A result with a value. */
export interface Success<T> {
  readonly ok: true;
  /** Where it is or has a hash or a secret, `console.log` and `JSON.stringify` leave that out: name it, or copy the object. */
  readonly value: T;
  /** What a careful user would want to know although the value is good. */
  readonly warnings: readonly Problem[];
}

/**
 * What every function that takes data from outside gives back. Bad data is a
 * value; an exception is for a caller's bug only.
 */
export type Result<T> = Success<T> | Failure;

const NO_WARNINGS: readonly Problem[] = /* @__PURE__ */ Object.freeze([]);

export function success<T>(value: T, warnings: readonly Problem[] = NO_WARNINGS): Success<T> {
  return { ok: true, value, warnings };
}

export function failure(first: Problem, ...others: readonly Problem[]): Failure {
  return { ok: false, problems: [first, ...others] };
}

/** A `TypeError` for a caller's bug: the wrong kind of argument, never bad data. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
}
