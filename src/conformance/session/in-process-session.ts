import { defined } from "../../lib/defined.js";
import { success } from "../../result.js";
import type { Answer, ImplementationName, Spoken } from "../protocol/messages.js";
import { readAnswer } from "../protocol/read-reply.js";
import type { ConformanceCase, JsonObject } from "../suite/conformance-case.js";
import type { Exchange, OpenSession } from "./session.js";

/** One operation of an implementation in JavaScript. What it throws counts as `errored`. */
export type OperationFunction = (input: JsonObject) => Answer | Promise<Answer>;

/**
 * An implementation as an object of functions, one for each operation that it has.
 *
 * @experimental The suite's runner is to be a package of its own.
 */
export interface Implementation extends ImplementationName, Spoken {
  readonly operations: Readonly<Record<string, OperationFunction>>;
}

/** Sessions with an implementation in this process. A function that never returns blocks the run. */
export function inProcessSessions(implementation: Implementation): OpenSession {
  const { operations, notations, owners, ...name } = implementation;
  return async () =>
    success({
      implementation: name,
      operations: Object.keys(operations),
      spoken: defined({ notations, owners }),
      run: (vector, timeoutMs) => runInTime(implementation, vector, timeoutMs),
      close: async () => null,
    });
}

async function runInTime(
  { operations }: Implementation,
  { operation, input }: ConformanceCase,
  timeoutMs: number,
): Promise<Exchange> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Exchange>((resolve) => {
    const fault = { kind: "timeout", context: `no answer within ${timeoutMs / 1000} s` } as const;
    timer = setTimeout(() => resolve({ fault }), timeoutMs);
  });
  const answered = callOperation(operations[operation], input).then((answer) => ({ answer }));
  const exchange = await Promise.race([answered, late]);
  clearTimeout(timer);
  return exchange;
}

/** Calls an operation; whatever it does becomes an answer. */
export async function callOperation(run: OperationFunction | undefined, input: JsonObject): Promise<Answer> {
  if (run === undefined) return { errored: { context: "the implementation has no such operation" } };
  try {
    const answer = readAnswer({ ...(await run(input)) });
    return "fault" in answer ? { errored: { context: `the function gave ${answer.fault}` } } : answer.value;
  } catch (error) {
    return { errored: { context: error instanceof Error ? `${error.name}: ${error.message}` : String(error) } };
  }
}
