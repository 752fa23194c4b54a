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
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  promise: Promise<T>,
  otherwise: () => T,
): Promise<T> {
  if (signal === undefined) return promise;
  let abort = (): void => {};
  const aborted = new Promise<T>((resolve) => {
    abort = () => resolve(otherwise());
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
