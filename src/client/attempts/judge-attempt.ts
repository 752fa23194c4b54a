import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/client.js";
import { type Failure, failure, type Problem, type Result, success } from "../../result.js";
import type { ReplyBody } from "../replies/reply.js";
import type { Sent } from "../replies/sent.js";
import { statusProblem } from "../replies/service-status.js";
import { ServiceAnswer } from "../replies/service-text.js";
import type { Attempt } from "../transport/transport.js";
import { httpProblem } from "./http-problem.js";
import { parseRetryAfter } from "./retry.js";

/** A body that says OK, and the answer through which its texts are read. */
export interface GoodAnswer {
  readonly body: ReplyBody;
  readonly answer: ServiceAnswer;
}

/** What an attempt comes to. */
export interface Verdict {
  readonly result: Result<GoodAnswer>;
  /** Whether another attempt could do better: never, always, or only if repeating does no harm. */
  readonly again: "never" | "always" | "if-harmless";
  readonly retryAfterMs?: number | undefined;
}

/** What judging an attempt takes of the connection. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  readonly now: () => number;
  /** Whether the reply promises a `status`. */
  readonly hasStatus: boolean;
  /** Given the answer of a refusal. */
  readonly onRefusal?: ((answer: ServiceAnswer) => void) | undefined;
}

export function judgeAttempt(ended: Attempt, sent: Sent, bounds: Bounds): Verdict {
  const { timeoutMs } = bounds;
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
      return judgeAnswer(ended, sent, bounds);
  }
}

function judgeAnswer(
  { httpStatus, bytes, retryAfter }: Extract<Attempt, { kind: "answered" }>,
  sent: Sent,
  { maxReplyBytes, now, hasStatus, onRefusal }: Bounds,
): Verdict {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && bytes === undefined) {
    const message = `the answer is longer than ${counted(maxReplyBytes, "byte")}`;
    return { again: "never", result: refuse("client/reply-too-large", message, { httpStatus }) };
  }
  const answer = new ServiceAnswer(bytes, maxReplyBytes, sent);
  if (!isSuccess) {
    onRefusal?.(answer);
    const found = httpProblem(httpStatus, answer);
    return {
      again: againAfter(found),
      retryAfterMs: parseRetryAfter(retryAfter, now()),
      result: failure(found),
    };
  }
  const read = readReply(httpStatus, answer, hasStatus);
  if (read.ok) return { again: "never", result: success({ body: read.value, answer }) };
  return { again: read.problems[0].code === "client/reply-not-json" ? "if-harmless" : "never", result: read };
}

/** A refusal for want of pace was not carried out; a failure may have been; the rest is decided. */
function againAfter({ code }: Problem): Verdict["again"] {
  if (code === "client/rate-limited") return "always";
  return code === "client/service-error" || code === "client/reply-lost" ? "if-harmless" : "never";
}

export function notSent(): Failure {
  return refuse("client/not-sent", "the caller ended the call before it was sent");
}

/**
 * Reads an answer with a 2xx status: a JSON object whose `status` is `OK`. Anything else is not taken for success,
 * so that no user counts as imported on the word of a proxy.
 *
 * @param hasStatus Whether the reply promises a `status`: the list of versions has none.
 */
function readReply(httpStatus: number, answer: ServiceAnswer, hasStatus = true): Result<ReplyBody> {
  const body = answer.json();
  if (body === undefined) {
    return refuse("client/reply-not-json", `the answer (HTTP ${httpStatus}) is not a JSON object`, {
      httpStatus,
    });
  }
  if (!hasStatus) return success(body);
  const status = Object.hasOwn(body, "status") ? body.status : undefined;
  if (typeof status !== "string") {
    return refuse("client/reply-unexpected", "the answer has no status", { httpStatus, field: "status" });
  }
  return status === "OK" ? success(body) : failure(statusProblem(status, httpStatus, answer));
}
