import { describedAs, redacted } from "../lib/redact.js";
import type { ServiceText } from "../result.js";
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

/** The reply to `importTotpDevice`. */
export interface TotpDeviceReply extends Reply {
  /** The device's name, also where the service made it up. */
  readonly deviceName?: ServiceText;
}

/** The object of specification 2.3. */
export interface PasswordlessCodeReply extends Reply {
  readonly preAuthSessionId: string;
  readonly codeId: string;
  readonly deviceId: string;
  readonly userInputCode: string;
  readonly linkCode: string;
  /** Unix epoch timestamp; milliseconds in the service in the wild. */
  readonly timeCreated: number;
  /** Milliseconds in the service in the wild. */
  readonly codeLifetime: number;
}

const CODE_SECRETS = ["userInputCode", "linkCode", "deviceId"];

/**
 * Hides one-time codes, and whatever the call had sent, from `console.log`; `JSON.stringify` and the
 * fields themselves show what the service said.
 */
export function describedWithoutSecrets<T extends Reply>(reply: T, answer: ServiceAnswer): T {
  const describe = (record: object): object =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        answer.word(name),
        CODE_SECRETS.includes(name) && typeof value === "string" ? redacted(value) : answer.describe(value),
      ]),
    );
  describedAs(reply.body, describe);
  return describedAs(reply, ({ body, ...rest }) => ({ ...describe(rest), body: describe(body) }));
}
