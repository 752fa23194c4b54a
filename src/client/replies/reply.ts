import { describedAs, redacted } from "../../lib/redact.js";
import { refuse } from "../../problems/client.js";
import type { Failure, ServiceText } from "../../result.js";
import { CALLS } from "../calls/calls.js";
import type { ServiceAnswer } from "./service-text.js";

/** A JSON object as the service sent it. */
export type ReplyBody = Readonly<Record<string, unknown>>;

/** What every successful call gives back. */
export interface Reply {
  readonly status: "OK";
  /** The user that the call was about, where the reply names one. */
  readonly userId?: ServiceText;
  /** True where the service says that the thing was there before: user, primary state or link. */
  readonly alreadyThere?: boolean;
  /** The whole reply, unknown fields included. */
  readonly body: ReplyBody;
}

/** An answer that lacks what it has to have. */
export function refuseReply(field: string): Failure {
  return refuse("client/reply-unexpected", `the answer has no ${field}`, { field });
}

const SECRETS: ReadonlySet<string> = new Set(Object.values(CALLS).flatMap(({ secretsInReply = [] }) => secretsInReply));

/**
 * Hides one-time codes, and whatever the call had sent, from `console.log` and `JSON.stringify`; the fields themselves
 * show what the service said.
 */
export function describedWithoutSecrets<T extends Reply>(reply: T, answer: ServiceAnswer): T {
  const describe = (record: object): object =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        answer.word(name),
        SECRETS.has(name) && typeof value === "string" ? redacted(value) : answer.describe(value),
      ]),
    );
  describedAs(reply.body, describe);
  return describedAs(reply, ({ body, ...rest }) => ({ ...describe(rest), body: describe(body) }));
}
