import { requireArgument } from "../../lib/require-argument.js";
import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { rowIn } from "../../problems/problem-maker.js";
import type { Problem } from "../../result.js";

/**
 * Whether the service may have carried out a call that ended with these
 * problems. Where it is false, the service has changed nothing.
 *
 * @example
 * ```ts
 * import { mayHaveHappened } from "credport/client";
 * mayHaveHappened([{ code: "client/reply-lost", message: "no complete answer came within 30000 ms" }]); // => true
 * ```
 */
export function mayHaveHappened(problems: readonly Pick<Problem, "code">[]): boolean {
  requireArgument("problems", problems, "array");
  return problems.some(({ code }) => rowIn(code, CLIENT_PROBLEMS)?.mayHaveHappened === true);
}
