import { offAbort, onAbort } from "../lib/abort-listeners.js";

/** How a caller's function ended, if it did. */
export type Settled<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "error"; readonly error: unknown }
  | { readonly kind: "timed-out" };

/**
 * Waits for a function of the caller's, but no longer than this, if there is a bound; what
 * it does afterwards counts for nothing.
 */
export async function settleWithin<T>(timeoutMs: number | null, call: () => Promise<T>): Promise<Settled<T>> {
  if (timeoutMs === null) return settle(call);
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Settled<T>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "timed-out" }), timeoutMs);
  });
  try {
    return await Promise.race([settle(call), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

async function settle<T>(call: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: "value", value: await call() };
  } catch (error) {
    return { kind: "error", error };
  }
}

/** What the promise gives, or `otherwise` as soon as the signal aborts; the promise continues for others. */
async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>, otherwise: () => T): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<T>((resolve) => {
    abort = () => resolve(otherwise());
    if (signal.aborted) abort();
  });
  const place = onAbort(signal, abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    offAbort(signal, place, abort);
  }
}

/** The answer, but no sooner than this, unless the caller leaves. */
export async function answeredAtLeast<T>(
  milliseconds: number | undefined,
  caller: AbortSignal | undefined,
  call: () => Promise<T>,
): Promise<T> {
  if (milliseconds === undefined) return call();
  const end = performance.now() + milliseconds;
  const answer = await call();
  const left = Math.max(0, end - performance.now());
  if (caller?.aborted) return answer;
  const signal = caller ?? new AbortController().signal;
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(answer), left);
  });
  return unlessAborted(signal, waited, () => answer).finally(() => clearTimeout(timer));
}

/** How an attempt ended before it had an answer. */
type CutShort = "aborted" | "late";

/**
 * What a call gives that has a signal to leave by: the caller's own, and the end of its time. `otherwise` as soon as
 * either of them aborts.
 */
export async function answeredWithin<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
  otherwise: (why: CutShort) => T,
): Promise<T> {
  const end = new AbortController();
  let why: CutShort = "aborted";
  const leave = () => end.abort();
  const timer = setTimeout(() => {
    why = "late";
    leave();
  }, milliseconds);
  const place = onAbort(caller, leave);
  if (caller?.aborted) leave();
  try {
    return await unlessAborted(end.signal, call(end.signal), () => otherwise(why));
  } finally {
    clearTimeout(timer);
    offAbort(caller, place, leave);
  }
}
