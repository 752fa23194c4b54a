import { type Failure, failure, type Problem, type Result } from "../../result.js";
import type { Endpoint } from "../calls/call.js";
import { CALLS, type CallName, mayBeRepeated } from "../calls/calls.js";
import type { Connection } from "../connection.js";
import type { RequestBody } from "../fields/request-body.js";
import { Sent } from "../replies/sent.js";
import { type Exchange, sendOnce } from "../transport/transport.js";
import { eventOf } from "./attempt-event.js";
import type { CallOptions } from "./call-options.js";
import { type GoodAnswer, judgeAttempt, notSent } from "./judge-attempt.js";
import { mayHaveHappened } from "./may-have-happened.js";
import { nextDelay } from "./retry.js";

/** Sends a call until it is decided, or until the policy's patience ends. */
export async function performCall(
  connection: Connection,
  call: CallName,
  body: RequestBody,
  { signal, onAttempt, beforeAttempt }: CallOptions = {},
): Promise<Result<GoodAnswer>> {
  const { retry, timeoutMs, now, random } = connection;
  const { endpoint, nonSecrets } = CALLS[call];
  const exchange = exchangeFor(connection, endpoint, JSON.stringify(body));
  const sent = new Sent(connection.apiKey, body, nonSecrets);
  let doubt: Problem | undefined;
  for (let attempt = 1; ; attempt++) {
    const held = beforeAttempt?.(attempt);
    if (held !== undefined) await held;
    const startedAt = now();
    const ended = await sendOnce(connection.transport, exchange, { timeoutMs, signal });
    const verdict = judgeAttempt(ended, sent, connection);
    const again =
      verdict.again === "always" || (verdict.again === "if-harmless" && mayBeRepeated(call, body));
    const { retryAfterMs } = verdict;
    const delayMs = again ? nextDelay(retry, attempt, retryAfterMs, random) : undefined;
    const httpStatus = ended.kind === "answered" ? ended.httpStatus : undefined;
    const isInDoubt = !verdict.result.ok && mayHaveHappened(verdict.result.problems);
    const known = { call, attempt, elapsedMs: now() - startedAt };
    const event = eventOf({ ...known, isInDoubt, httpStatus, delayMs, retryAfterMs });
    connection.onAttempt(event);
    onAttempt?.(event);
    if (verdict.result.ok) return verdict.result;
    if (delayMs === undefined) return afterAttempts(verdict.result, attempt, doubt);
    if (mayHaveHappened(verdict.result.problems)) doubt = verdict.result.problems[0];
    await connection.sleep(delayMs, signal);
    if (signal?.aborted) return afterAttempts(notSent(), attempt, doubt ?? verdict.result.problems[0]);
  }
}

function exchangeFor(
  { address, apiKey, headers, maxReplyBytes }: Connection,
  endpoint: Endpoint,
  body: string,
): Exchange {
  const prefix = endpoint.scope === "tenant" ? address.tenantPrefix : address.appPrefix;
  return {
    url: address.base + prefix + endpoint.path,
    method: endpoint.method,
    headers: { "api-key": apiKey, ...headers, ...endpoint.headers },
    body,
    maxReplyBytes,
  };
}

/**
 * Says how often it was tried, where that was more than once, and keeps the
 * doubt of an earlier attempt: a refused connection at the end does not undo
 * what the service may have done before.
 */
function afterAttempts(last: Failure, attempts: number, earlier: Problem | undefined): Failure {
  if (attempts === 1 && earlier === undefined) return last;
  const [first, ...others] = last.problems;
  const counted = { ...first, message: `${first.message} (attempt ${attempts})` };
  return earlier === undefined ? failure(counted, ...others) : failure(counted, ...others, earlier);
}
