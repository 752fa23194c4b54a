import { failure, problem, type Result, refuse, success } from "../result.js";
import type { ReplyBody } from "./replies.js";
import { cleanStatus, describeStatus } from "./service-status.js";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body, or undefined where its bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of an answer with a 2xx status: a JSON object whose `status`
 * is `OK`. Anything else is not taken for success, so that no user counts as
 * imported on the word of a proxy.
 */
export function readReply(httpStatus: number, text: string | undefined): Result<ReplyBody> {
  const body = text === undefined ? undefined : parseObject(text);
  if (body === undefined) {
    return refuse("client/reply-not-json", `The answer (HTTP ${httpStatus}) is not a JSON object.`, {
      httpStatus,
    });
  }
  const status = Object.hasOwn(body, "status") ? body.status : undefined;
  if (typeof status !== "string") {
    return refuse("client/reply-unexpected", "The answer has no status.", { httpStatus, field: "status" });
  }
  if (status === "OK") return success(body);
  return failure(
    problem("client/service-refused", describeStatus(status), { httpStatus, status: cleanStatus(status) }),
  );
}

function parseObject(text: string): ReplyBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as ReplyBody)
      : undefined;
  } catch {
    return undefined;
  }
}
