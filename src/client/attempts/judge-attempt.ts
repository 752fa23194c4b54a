import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/client.js";
import { type Failure, failure, type Result, success } from "../../result.js";
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
interface Verdict {
  readonly result: Result<GoodAnswer>;
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
      return { result: notSent() };
    case "aborted":
      return { result: refuse("client/aborted", "the caller ended the call while it was on its way") };
    case "timed-out":
      return { result: refuse("client/reply-lost", `no complete answer came within ${timeoutMs} ms`, LATE) };
    case "lost":
      return {
        result: refuse("client/reply-lost", `the connection broke off during the call (${ended.reason})`),
      };
    case "unreachable":
      return ended.isTls
        ? { result: refuse("client/tls-failed", `no secure connection (${ended.reason})`) }
        : { result: refuse("client/unreachable", `no connection (${ended.reason})`) };
    case "answered":
      return judgeAnswer(ended, sent, bounds);
  }
}

const LATE = {
  remedy:
    "Allow a call more time or lower the concurrency; the service may have carried the call out, so see docs/client.md before repeating it.",
};
const TOO_LARGE =
  "Check that the base address leads to the service itself; raise the limit of a reply's size if its user records really are that large.";

function judgeAnswer(
  { httpStatus, bytes, retryAfter }: Extract<Attempt, { kind: "answered" }>,
  sent: Sent,
  { maxReplyBytes, now, hasStatus, onRefusal }: Bounds,
): Verdict {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && bytes === undefined) {
    const message = `the answer is longer than ${counted(maxReplyBytes, "byte")}`;
    return { result: refuse("client/reply-unexpected", message, { httpStatus, remedy: TOO_LARGE }) };
  }
  const answer = new ServiceAnswer(bytes, maxReplyBytes, sent);
  if (!isSuccess) {
    onRefusal?.(answer);
    return {
      retryAfterMs: parseRetryAfter(retryAfter, now()),
      result: failure(httpProblem(httpStatus, answer)),
    };
  }
  const read = readReply(httpStatus, answer, hasStatus);
  return { result: read.ok ? success({ body: read.value, answer }) : read };
}

export function notSent(): Failure {
  return refuse("client/not-sent", "the caller ended the call before it was sent");
}

/**
 * Reads an answer with a 2xx status: of HTTP 200, a JSON object whose `status` is `OK`. Anything else is not taken for
 * success, so that no user counts as imported on the word of a proxy, or of a queue.
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
  if (httpStatus !== 200) {
    return refuse("client/reply-unexpected", `the service answered HTTP ${httpStatus} in place of 200`, { httpStatus });
  }
  if (!hasStatus) return success(body);
  const status = Object.hasOwn(body, "status") ? body.status : undefined;
  if (typeof status !== "string") {
    return refuse("client/reply-unexpected", "the answer has no status", { httpStatus, field: "status" });
  }
  return status === "OK" ? success(body) : failure(statusProblem(status, httpStatus, answer));
}
