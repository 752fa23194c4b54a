import type { AdministrationCall } from "../administration/administration-calls.js";
import type { CallName } from "../calls/calls.js";

/** Told after every attempt, so that a caller can pace itself by what the service says. */
export interface AttemptEvent {
  readonly call: CallName | AdministrationCall;
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
  /** The service's clock, by the header `Date`: milliseconds since the epoch, in whole seconds. */
  readonly serviceTime?: number;
}

type LooseEvent = Pick<AttemptEvent, "call" | "attempt" | "elapsedMs"> & { readonly isInDoubt: boolean } & {
  readonly [Field in "httpStatus" | "delayMs" | "retryAfterMs" | "serviceTime"]: number | undefined;
};

/** Without the fields that have no value. Field by field, because spreading takes several times as long. */
export function eventOf(seen: LooseEvent): AttemptEvent {
  const { call, attempt, elapsedMs, httpStatus, delayMs, retryAfterMs, serviceTime } = seen;
  const event: { -readonly [Field in keyof AttemptEvent]: AttemptEvent[Field] } = {
    call,
    attempt,
    elapsedMs,
  };
  if (seen.isInDoubt) event.mayHaveHappened = true;
  if (httpStatus !== undefined) event.httpStatus = httpStatus;
  if (delayMs !== undefined) event.delayMs = delayMs;
  if (retryAfterMs !== undefined) event.retryAfterMs = retryAfterMs;
  if (serviceTime !== undefined) event.serviceTime = serviceTime;
  return event;
}
