import type { Problem } from "../../result.js";

const UNCERTAIN: ReadonlySet<string> = new Set([
  "client/reply-lost",
  "client/timed-out",
  "client/aborted",
  "client/reply-not-json",
  "client/reply-too-large",
  "client/reply-unexpected",
  "client/service-error",
]);

/**
 * Whether the service may have carried out a call that ended with these
 * problems. Where it is false, the service has changed nothing.
 *
 * @example
 * ```ts
 * import { mayHaveHappened } from "credport/client";
 * mayHaveHappened([{ code: "client/timed-out", message: "no complete answer came within 30000 ms" }]); // => true
 * ```
 */
export function mayHaveHappened(problems: readonly Pick<Problem, "code">[]): boolean {
  return problems.some(({ code }) => UNCERTAIN.has(code));
}
