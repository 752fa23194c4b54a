import { failure, type Problem, type Result, success } from "../../result.js";

/** The JSON body of a call, its fields in the order of the specification. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The body when nothing is wrong; otherwise all that is wrong at once. */
export function bodyUnless(
  checks: readonly (Problem | undefined)[],
  body: RequestBody,
  warnings?: readonly Problem[],
): Result<RequestBody> {
  const [first, ...others] = checks.filter((check): check is Problem => check !== undefined);
  return first === undefined ? success(body, warnings) : failure(first, ...others);
}

/** Drops the fields that were not given, so that they are absent on the wire and never null. */
export function present(body: RequestBody): RequestBody {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    if (isGiven(body[name])) given[name] = body[name];
  }
  return given;
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
