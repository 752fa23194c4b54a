import { refuse } from "../../problems/client.js";
import { failure, type Result, success } from "../../result.js";
import type { ReplyBody } from "./reply.js";
import { statusProblem } from "./service-status.js";
import type { ServiceAnswer } from "./service-text.js";

/**
 * Reads an answer with a 2xx status: a JSON object whose `status` is `OK`. Anything else is not taken for success,
 * so that no user counts as imported on the word of a proxy.
 *
 * @param hasStatus Whether the reply promises a `status`: the list of versions has none.
 */
export function readReply(httpStatus: number, answer: ServiceAnswer, hasStatus = true): Result<ReplyBody> {
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
