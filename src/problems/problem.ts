import type { ProblemCode } from "./index.js";

declare const SCREENED: unique symbol;

/**
 * Words of the service that may be shown and written down: nothing that was sent is in them, and no
 * control character. Only `src/client/service-text.ts` makes one; for all other code it is a string.
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

/** Where a problem lies, what the service called it, and what helps there. */
export interface Place {
  readonly field?: string;
  readonly offset?: number;
  readonly status?: ServiceText;
  readonly httpStatus?: number;
  /** What helps in this case, where the row of the code is for several. */
  readonly remedy?: string;
}

/** A result without a value: every problem that was found. */
export interface Failure {
  readonly ok: false;
  /** At least one. */
  readonly problems: readonly [Problem, ...Problem[]];
}
