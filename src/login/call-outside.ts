import type { Failure } from "../result.js";
import type { FallbackStep, Settings } from "./login-fallback-options.js";
import { type Settled, settleWithin } from "./settle.js";

/** A caller's function that throws, or gives back a `Result` that is not ok, has failed. */
type Called<T> = Settled<T> | { readonly kind: "failure"; readonly value: T };

/** What each call of a caller's function takes. */
export type Calling = Pick<Settings, "timeoutMs" | "onError">;

const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;
/** More than one of the caller's functions has, so that the outcome names one that does not answer. */
export const DEFAULT_ANSWER_MILLISECONDS = 15_000;
/** Beyond it Node's timers fire at once. */
const MOST_MILLISECONDS = 2_147_483_647;

/** Throws where it is out of its range: a caller's bug. */
export function requireMilliseconds(name: string, milliseconds: number = 1): void {
  if (!(Number.isInteger(milliseconds) && milliseconds >= 1 && milliseconds <= MOST_MILLISECONDS)) {
    throw new TypeError(`${name} must be a whole number from 1 to ${MOST_MILLISECONDS}`);
  }
}

/** Calls a function of the caller's: it has its time, and whatever it does is told in the answer and to `onError`. */
export async function called<T>(
  call: () => Promise<T>,
  options: Calling,
  step: FallbackStep,
  timeoutMs: number | null = timeoutOf(options),
): Promise<Called<T>> {
  const settled = await settleWithin(timeoutMs, call);
  if (settled.kind === "timed-out") report(options, new Error(timedOutMessage(step)), step);
  if (settled.kind === "error") report(options, settled.error, step);
  if (settled.kind !== "value" || !isFailure(settled.value)) return settled;
  // A verification that is not ok is its answer, and a refused password may be.
  if (step !== "verify" && step !== "signIn") report(options, asError(settled.value, step), step);
  return { kind: "failure", value: settled.value };
}

/** A `Result` in a line of a log is no more than "[object Object]": an error in its place, with the answer as its cause. */
export function asError(answer: unknown, step: FallbackStep): unknown {
  try {
    const { code, message } = (answer as Failure).problems[0];
    return typeof code === "string" ? new Error(`${step}: ${code}: ${message}`, { cause: answer }) : answer;
  } catch {
    return answer;
  }
}

export function timeoutOf({ timeoutMs }: Calling): number {
  return timeoutMs ?? DEFAULT_TIMEOUT_MILLISECONDS;
}

export function timedOutMessage(step: FallbackStep): string {
  return `${step} did not answer in time`;
}

export function report({ onError }: Calling, error: unknown, step: FallbackStep): void {
  logged(() => onError?.(error, step));
}

/** A log that fails, at once or later, must not fail the login. */
export function logged(log: () => unknown): void {
  try {
    const logged = log();
    if (logged instanceof Promise) logged.catch(() => undefined);
  } catch {
    // Nothing is left to tell it to.
  }
}

/** What can't be read is one as well. */
function isFailure(value: unknown): boolean {
  try {
    return typeof value === "object" && value !== null && "ok" in value && value.ok === false;
  } catch {
    return true;
  }
}

/** What helps where an attempt is late, and no single function. */
export const LATE = {
  remedy:
    "Answer that the server is busy and let the user try again; run credport fallback plan to see how many cores the logins need, or raise answerWithinMs.",
};

/** What helps where a function gave what says nothing. */
export const UNUSABLE_ANSWER = {
  remedy:
    "Let findLegacyUser give one object with id and passwordHash, or null where there is no such user; let verify give { ok: true, value: { matches, scheme, needsRehash, coverage } }, as verifyPassword does, or a problem.",
};

/** What helps where a user was not imported. */
export const NOT_IMPORTED = {
  remedy:
    "Look at why the import failed (onError has its error), and let the function give true where it succeeded: the old record is untouched, and the next login tries again.",
};
