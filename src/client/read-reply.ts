import { failure, type Result, refuse, success } from "../result.js";
import type { ReplyBody } from "./replies.js";
import { statusProblem } from "./service-status.js";
import type { ServiceAnswer } from "./service-text.js";

/**
 * Reads an answer with a 2xx status: a JSON object whose `status` is `OK`.
 * Anything else is not taken for success, so that no user counts as imported
 * on the word of a proxy.
 */
export function readReply(httpStatus: number, answer: ServiceAnswer): Result<ReplyBody> {
  const body = answer.json();
  if (body === undefined) {
    return refuse("client/reply-not-json", `the answer (HTTP ${httpStatus}) is not a JSON object`, {
      httpStatus,
    });
  }
  const status = Object.hasOwn(body, "status") ? body.status : undefined;
  if (typeof status !== "string") {
    return refuse("client/reply-unexpected", "the answer has no status", { httpStatus, field: "status" });
  }
  return status === "OK" ? success(body) : failure(statusProblem(status, httpStatus, answer));
}
