import { PROBLEM_REMEDIES, type ProblemCode } from "./problems.js";

export type { ProblemCode } from "./problems.js";

declare const SCREENED: unique symbol;

/**
 * Words of the service that may be shown and written down: nothing that was sent is in them, and no
 * control character. Only `src/client/service-text.ts` makes one; to everybody else it is a string.
 */
export type ServiceText = string & { readonly [SCREENED]: true };

/**
 * A typed reason why something is refused, repaired or worth a second look.
 *
 * It never contains the hash, secret or password that it is about: a place and
 * a character class are enough to find the fault, and problems end up in logs.
 */
export interface Problem {
  /** `area/kebab-reason`; documented in `docs/problems.md`. Keeps its meaning once released. */
  readonly code: ProblemCode;
  /** One sentence for a person: what is wrong, and the limit that it breaks. */
  readonly message: string;
  /** The field or part that it is about: `salt`, `memCost`, `email`. */
  readonly field?: string;
  /** Place in the text that was given, in UTF-16 code units from 0. */
  readonly offset?: number;
  /** What to do next. */
  readonly remedy?: string;
  /** The service's own word for it, where it answered with one: `DEVICE_ALREADY_EXISTS_ERROR`. */
  readonly status?: ServiceText;
  /** The HTTP status of the service's answer. */
  readonly httpStatus?: number;
}

/** A result with a value. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  /** What a careful user would want to know although the value is good. */
  readonly warnings: readonly Problem[];
}

/** A result without a value: every problem that was found. */
export interface Failure {
  readonly ok: false;
  /** At least one. */
  readonly problems: readonly [Problem, ...Problem[]];
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

/** Where a problem lies, and what the service called it. */
export interface Place {
  readonly field?: string;
  readonly offset?: number;
  readonly status?: ServiceText;
  readonly httpStatus?: number;
}

/** Makes a problem; its remedy comes from the table of codes. */
export function problem(code: ProblemCode, message: string, place: Place = {}): Problem {
  return { code, message, ...place, remedy: PROBLEM_REMEDIES[code] };
}

/** `failure(problem(…))`, which is what most refusals are. */
export function refuse(code: ProblemCode, message: string, place?: Place): Failure {
  return failure(problem(code, message, place));
}

/** A `TypeError` for a caller's bug: the wrong kind of argument, never bad data. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string`);
}
