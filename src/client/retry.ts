/** How often and how patiently a call is attempted. */
export interface RetryPolicy {
  /** Attempts in all, the first one included; 1 never repeats. */
  readonly attempts: number;
  /** Milliseconds: the first pause is a random part of it, and it doubles with each attempt. */
  readonly baseDelayMs: number;
  /** Milliseconds: the longest pause that the client makes by itself. */
  readonly maxDelayMs: number;
  /** Milliseconds: a service that asks for a longer pause than this gets no further attempt. */
  readonly maxRetryAfterMs: number;
}

/** The retry policy of a client whose options name none: 5 attempts, with delays from 200 ms to 20 s. */
export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 5,
  baseDelayMs: 200,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 120_000,
};

/** The longest time that a timer can hold; a longer one would fire at once. */
export const LONGEST_SLEEP_MS = 0x7fffffff;

/**
 * The policy with what was left out filled in.
 *
 * @throws TypeError for numbers that cannot be meant.
 */
export function completePolicy(given: PolicyOptions = {}): RetryPolicy {
  const policy: RetryPolicy = {
    attempts: given.attempts ?? DEFAULT_RETRY.attempts,
    baseDelayMs: given.baseDelayMs ?? DEFAULT_RETRY.baseDelayMs,
    maxDelayMs: given.maxDelayMs ?? DEFAULT_RETRY.maxDelayMs,
    maxRetryAfterMs: given.maxRetryAfterMs ?? DEFAULT_RETRY.maxRetryAfterMs,
  };
  if (!Number.isInteger(policy.attempts) || policy.attempts < 1) {
    throw new TypeError("retry.attempts must be a whole number of at least 1");
  }
  for (const name of ["baseDelayMs", "maxDelayMs", "maxRetryAfterMs"] as const) {
    if (!(policy[name] >= 0)) throw new TypeError(`retry.${name} must be a number of at least 0`);
  }
  return policy;
}

/** A policy of which anything may be left out. */
export type PolicyOptions = { readonly [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined };

/**
 * Milliseconds to wait before attempt `attempt + 1`: full jitter over an
 * exponentially growing span, on top of what the service asked for. Undefined
 * where the service asks for more patience than the policy has.
 */
export function retryDelay(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > policy.maxRetryAfterMs) return undefined;
  const span = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.min(LONGEST_SLEEP_MS, (retryAfterMs ?? 0) + Math.floor(random() * span));
}

const DELAY_SECONDS = /^[0-9]{1,10}$/;

/** Milliseconds from a `Retry-After` header (RFC 9110 section 10.2.3), in either of its two forms. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.length > 64) return undefined;
  const text = header.trim();
  if (DELAY_SECONDS.test(text)) return Number(text) * 1000;
  // Date.parse takes a lot that is no HTTP date, bare numbers among it; a date begins with its day's name.
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Waits, or stops waiting when the signal fires. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_SLEEP_MS, milliseconds));
    signal?.addEventListener("abort", done, { once: true });
  });
}
