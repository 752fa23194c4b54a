import { asCompared } from "../../lib/identifier-text.js";
import { refuse } from "../../problems/client.js";
import { type Result, success } from "../../result.js";
import type { Reply, ReplyBody } from "../replies/reply.js";

/**
 * Refuses a reply whose user has addresses, and not the one that was sent: it is the answer to another request. The
 * places are those of the public core (user object of supertokens-plugin-interface 8.5.0); the interface promises none.
 */
export function ofSentAddress(reply: Reply, sent: unknown): Result<Reply> {
  const user = objectIn(reply.body.user);
  const shown = [user.email, ...listIn(user.emails), ...listIn(user.loginMethods).map((one) => objectIn(one).email)];
  const addresses = shown.filter((one) => typeof one === "string").map(asCompared);
  if (addresses.length === 0 || typeof sent !== "string" || addresses.includes(asCompared(sent))) return success(reply);
  const message = "the answer is about a user with another address than the one that was sent";
  return refuse("client/reply-unexpected", message, { field: "user" });
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectIn(value: unknown): ReplyBody {
  return typeof value === "object" && value !== null ? (value as ReplyBody) : {};
}
