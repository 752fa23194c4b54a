import { INSPECT, redacted } from "../lib/redact.js";

/** A JSON object as the service sent it. */
export type ReplyBody = Readonly<Record<string, unknown>>;

/** What every successful call gives back. */
export interface Reply {
  readonly status: "OK";
  /** The user that the call was about, where the reply names one. */
  readonly userId?: string;
  /** True where the service says that the thing was there before: user, primary state or link. */
  readonly alreadyThere?: boolean;
  /** The whole reply, unknown fields included. */
  readonly body: ReplyBody;
}

/** The reply to `importTotpDevice`. */
export interface TotpDeviceReply extends Reply {
  /** The device's name, also where the service made it up. */
  readonly deviceName?: string;
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

/** Hides one-time codes from `console.log`; `JSON.stringify` and the fields themselves show them. */
export function withRedactedCodes<T extends Reply>(reply: T): T {
  const describe = (record: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        CODE_SECRETS.includes(name) && typeof value === "string" ? redacted(value) : value,
      ]),
    );
  Object.defineProperty(reply.body, INSPECT, { value: () => describe(reply.body) });
  return Object.defineProperty(reply, INSPECT, {
    value: () => ({ ...describe(reply), body: describe(reply.body) }),
  });
}
