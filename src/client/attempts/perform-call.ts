import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { rowIn } from "../../problems/problem-maker.js";
import { type Failure, failure, type Problem, type Result } from "../../result.js";
import type { Endpoint } from "../calls/call.js";
import { CALLS, type CallName, mayBeRepeated } from "../calls/calls.js";
import type { Connection } from "../connection.js";
import type { RequestBody } from "../fields/request-body.js";
import { type NonSecretFields, Sent } from "../replies/sent.js";
import type { ServiceAnswer } from "../replies/service-text.js";
import { type Attempt, type Exchange, sendOnce } from "../transport/transport.js";
import { type AttemptEvent, eventOf } from "./attempt-event.js";
import type { CallOptions } from "./call-options.js";
import { type Bounds, type GoodAnswer, judgeAttempt, notSent } from "./judge-attempt.js";
import { mayHaveHappened } from "./may-have-happened.js";
import { nextDelay } from "./retry.js";

/** A request that is ready to be sent, and what its end means. */
export interface PreparedRequest {
  readonly call: AttemptEvent["call"];
  readonly endpoint: Pick<Endpoint, "path" | "headers" | "scope"> & { readonly method: Method };
  /** After the question mark. */
  readonly query?: string;
  /** Undefined for a call that only reads. */
  readonly body: RequestBody | undefined;
  readonly nonSecrets: NonSecretFields;
  /** Whether it may be sent again after an attempt that may have been carried out. */
  readonly isHarmless: boolean;
  /** Whether the reply promises a `status`. */
  readonly hasStatus: boolean;
  /** Where the call needs more than others: milliseconds, and bytes of a reply. */
  readonly atLeast?: { readonly timeoutMs: number; readonly maxReplyBytes: number };
  /** Given the answer of a refusal, for what is in it beside its text. */
  readonly onRefusal?: (answer: ServiceAnswer) => void;
}

type Method = Endpoint["method"] | "GET";

/** Sends a call of the interface until it is decided, or until the policy's patience ends. */
export function performCall(
  connection: Connection,
  call: CallName,
  body: RequestBody,
  options?: CallOptions,
): Promise<Result<GoodAnswer>> {
  const { endpoint, nonSecrets } = CALLS[call];
  const isHarmless = mayBeRepeated(call, body);
  return performRequest(connection, { call, endpoint, body, nonSecrets, isHarmless, hasStatus: true }, options);
}

/** The same for any request. */
export async function performRequest(
  connection: Connection,
  request: PreparedRequest,
  { signal, onAttempt, beforeAttempt }: CallOptions = {},
): Promise<Result<GoodAnswer>> {
  const { retry, now, random } = connection;
  const { call, isHarmless } = request;
  const bounds = boundsFor(connection, request);
  const patience = { timeoutMs: bounds.timeoutMs, signal };
  const exchange = exchangeFor(connection, request, bounds.maxReplyBytes);
  const sent = new Sent(connection.apiKey, request.body ?? {}, request.nonSecrets);
  let doubt: Problem | undefined;
  for (let attempt = 1; ; attempt++) {
    const held = beforeAttempt?.(attempt);
    if (held !== undefined && held !== true && (await held) === false) return afterAttempts(notSent(), attempt, doubt);
    const startedAt = now();
    const ended = await sendOnce(connection.transport, exchange, patience);
    const verdict = judgeAttempt(ended, sent, bounds);
    const again = couldDoBetter(verdict.result, isHarmless);
    const { retryAfterMs } = verdict;
    const delayMs = again ? nextDelay(retry, attempt, retryAfterMs, random) : undefined;
    const isInDoubt = !verdict.result.ok && mayHaveHappened(verdict.result.problems);
    const elapsedMs = now() - startedAt;
    const { httpStatus, serviceTime } = shownBy(ended, connection);
    const seen = { call, attempt, elapsedMs, isInDoubt, httpStatus, delayMs, retryAfterMs, serviceTime };
    const event = eventOf(seen);
    connection.onAttempt(event);
    onAttempt?.(event);
    if (verdict.result.ok) return verdict.result;
    if (delayMs === undefined) return afterAttempts(verdict.result, attempt, doubt);
    if (mayHaveHappened(verdict.result.problems)) doubt = verdict.result.problems[0];
    await connection.sleep(delayMs, signal);
    if (signal?.aborted) return afterAttempts(notSent(), attempt, doubt ?? verdict.result.problems[0]);
  }
}

/** Whether the problem's row allows another attempt. */
function couldDoBetter(result: Result<GoodAnswer>, isHarmless: boolean): boolean {
  const retry = result.ok ? undefined : rowIn(result.problems[0].code, CLIENT_PROBLEMS)?.retry;
  return retry === "always" || (retry === "if-harmless" && isHarmless);
}

function shownBy(
  ended: Attempt,
  { readDate }: Connection,
): { readonly httpStatus: number | undefined; readonly serviceTime: number | undefined } {
  if (ended.kind !== "answered") return { httpStatus: undefined, serviceTime: undefined };
  return { httpStatus: ended.httpStatus, serviceTime: readDate(ended.date) };
}

function boundsFor(
  { timeoutMs, maxReplyBytes, now }: Connection,
  { atLeast, hasStatus, onRefusal }: PreparedRequest,
): Bounds {
  return {
    timeoutMs: Math.max(timeoutMs, atLeast?.timeoutMs ?? 0),
    maxReplyBytes: Math.max(maxReplyBytes, atLeast?.maxReplyBytes ?? 0),
    now,
    hasStatus,
    onRefusal,
  };
}

function exchangeFor(
  { address, headers }: Connection,
  { endpoint, query, body }: PreparedRequest,
  maxReplyBytes: number,
): Exchange {
  const prefix = endpoint.scope === "tenant" ? address.tenantPrefix : address.appPrefix;
  return {
    url: address.base + prefix + endpoint.path + (query === undefined ? "" : `?${query}`),
    method: endpoint.method,
    headers: isEmpty(endpoint.headers) ? headers : { ...headers, ...endpoint.headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    maxReplyBytes,
  };
}

function isEmpty(headers: Endpoint["headers"]): boolean {
  return Object.keys(headers).length === 0;
}

/**
 * Says how often it was tried, where that was more than once, and keeps the doubt of an earlier attempt: a refused
 * connection at the end does not undo what the service may have done before.
 */
function afterAttempts(last: Failure, attempts: number, earlier: Problem | undefined): Failure {
  if (attempts === 1 && earlier === undefined) return last;
  const [first, ...others] = last.problems;
  const counted = { ...first, message: `${first.message} (attempt ${attempts})` };
  return earlier === undefined ? failure(counted, ...others) : failure(counted, ...others, earlier);
}
