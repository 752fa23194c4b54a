import { counted } from "../lib/plural.js";
import { type Failure, failure, type Problem, type Result, refuse, success } from "../result.js";
import type { ServiceAddress } from "./base-url.js";
import type { RequestBody } from "./build-request.js";
import { type CallName, ENDPOINTS, mayBeRepeated } from "./endpoints.js";
import { httpProblem } from "./http-problem.js";
import { readReply } from "./read-reply.js";
import type { ReplyBody } from "./replies.js";
import type { CallOptions } from "./requests.js";
import { parseRetryAfter, type RetryPolicy, retryDelay } from "./retry.js";
import { Sent } from "./sent.js";
import { ServiceAnswer } from "./service-text.js";
import { type Attempt, type Exchange, sendOnce, type Transport } from "./transport.js";

/** What a client holds on to between calls. */
export interface Connection {
  readonly transport: Transport;
  readonly address: ServiceAddress;
  readonly apiKey: string;
  /** On every call, beside `api-key`: `Content-Type` and, where the profile has one, `cdi-version`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  readonly retry: RetryPolicy;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly onAttempt: (event: AttemptEvent) => void;
}

/** Told after every attempt, so that a caller can pace itself by what the service says. */
export interface AttemptEvent {
  readonly call: CallName;
  /** From 1. */
  readonly attempt: number;
  readonly elapsedMs: number;
  /** Present where the attempt did not succeed and the service may have carried it out all the same. */
  readonly mayHaveHappened?: true;
  /** Absent where no answer came. */
  readonly httpStatus?: number;
  /** Milliseconds until the next attempt; absent where this was the last one. */
  readonly delayMs?: number;
  /** Milliseconds that the service asks to wait, by `Retry-After`; also where that is more than the policy bears. */
  readonly retryAfterMs?: number;
}

/** A body that says OK, and the answer through which its texts are read. */
export interface GoodAnswer {
  readonly body: ReplyBody;
  readonly answer: ServiceAnswer;
}

/** What an attempt comes to. */
interface Verdict {
  readonly result: Result<GoodAnswer>;
  /** Whether another attempt could do better: never, always, or only if repeating does no harm. */
  readonly again: "never" | "always" | "if-harmless";
  readonly retryAfterMs?: number | undefined;
}

/** Sends a call until it is decided, or until the policy's patience ends. */
export async function performCall(
  connection: Connection,
  call: CallName,
  body: RequestBody,
  { signal, onAttempt, beforeAttempt }: CallOptions = {},
): Promise<Result<GoodAnswer>> {
  const { retry, timeoutMs, now, random } = connection;
  const exchange = exchangeFor(connection, call, JSON.stringify(body));
  const sent = new Sent(connection.apiKey, body);
  let doubt: Problem | undefined;
  for (let attempt = 1; ; attempt++) {
    const held = beforeAttempt?.(attempt);
    if (held !== undefined) await held;
    const startedAt = now();
    const ended = await sendOnce(connection.transport, exchange, { timeoutMs, signal });
    const verdict = judge(ended, sent, connection);
    const again =
      verdict.again === "always" || (verdict.again === "if-harmless" && mayBeRepeated(call, body));
    const delayMs =
      again && attempt < retry.attempts
        ? retryDelay(retry, attempt, verdict.retryAfterMs, random)
        : undefined;
    const { retryAfterMs } = verdict;
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

type LooseEvent = Pick<AttemptEvent, "call" | "attempt" | "elapsedMs"> & {
  readonly isInDoubt: boolean;
} & {
  readonly [Field in "httpStatus" | "delayMs" | "retryAfterMs"]: number | undefined;
};

/** Without the fields that have no value. */
function eventOf({ isInDoubt, httpStatus, delayMs, retryAfterMs, ...known }: LooseEvent): AttemptEvent {
  return {
    ...known,
    ...(isInDoubt ? { mayHaveHappened: true } : {}),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function notSent(): Failure {
  return refuse("client/not-sent", "the caller ended the call before it was sent");
}

function exchangeFor(
  { address, apiKey, headers, maxReplyBytes }: Connection,
  call: CallName,
  body: string,
): Exchange {
  const endpoint = ENDPOINTS[call];
  const prefix = endpoint.scope === "tenant" ? address.tenantPrefix : address.appPrefix;
  return {
    url: address.base + prefix + endpoint.path,
    method: endpoint.method,
    headers: { "api-key": apiKey, ...headers, ...endpoint.headers },
    body,
    maxReplyBytes,
  };
}

function judge(ended: Attempt, sent: Sent, { timeoutMs, maxReplyBytes, now }: Connection): Verdict {
  switch (ended.kind) {
    case "not-sent":
      return { again: "never", result: notSent() };
    case "aborted":
      return {
        again: "never",
        result: refuse("client/aborted", "the caller ended the call while it was on its way"),
      };
    case "timed-out":
      return {
        again: "if-harmless",
        result: refuse("client/timed-out", `no complete answer came within ${timeoutMs} ms`),
      };
    case "lost":
      return {
        again: "if-harmless",
        result: refuse("client/reply-lost", `the connection broke off during the call (${ended.reason})`),
      };
    case "unreachable":
      return ended.isTls
        ? { again: "never", result: refuse("client/tls-failed", `no secure connection (${ended.reason})`) }
        : { again: "always", result: refuse("client/unreachable", `no connection (${ended.reason})`) };
    case "answered":
      return judgeAnswer(ended, sent, maxReplyBytes, now());
  }
}

function judgeAnswer(
  { httpStatus, bytes, retryAfter }: Extract<Attempt, { kind: "answered" }>,
  sent: Sent,
  maxReplyBytes: number,
  now: number,
): Verdict {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && bytes === undefined) {
    const message = `the answer is longer than ${counted(maxReplyBytes, "byte")}`;
    return { again: "never", result: refuse("client/reply-too-large", message, { httpStatus }) };
  }
  const answer = new ServiceAnswer(bytes, maxReplyBytes, sent);
  if (!isSuccess) {
    const found = httpProblem(httpStatus, answer);
    return {
      again: againAfter(found),
      retryAfterMs: parseRetryAfter(retryAfter, now),
      result: failure(found),
    };
  }
  const read = readReply(httpStatus, answer);
  if (read.ok) return { again: "never", result: success({ body: read.value, answer }) };
  return { again: read.problems[0].code === "client/reply-not-json" ? "if-harmless" : "never", result: read };
}

/** A refusal for want of pace was not carried out; a failure may have been; the rest is decided. */
function againAfter({ code }: Problem): Verdict["again"] {
  if (code === "client/rate-limited") return "always";
  return code === "client/service-error" || code === "client/reply-lost" ? "if-harmless" : "never";
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
