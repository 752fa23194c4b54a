import { offAbort, onAbort } from "../../lib/abort-listeners.js";
import { requireNames } from "../../lib/require-names.js";

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
const DEFAULT_RETRY: RetryPolicy = {
  attempts: 5,
  baseDelayMs: 200,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 120_000,
};

/** The longest time that a timer can hold; a longer one would fire at once. */
const LONGEST_SLEEP_MS = 0x7fffffff;

const LIMITS = Object.keys(DEFAULT_RETRY) as readonly (keyof RetryPolicy)[];

/**
 * The policy with what was left out filled in.
 *
 * @throws TypeError for names and numbers that cannot be meant.
 */
export function completePolicy(given: PolicyOptions = {}): RetryPolicy {
  requireNames("retry", given, LIMITS);
  const limits = LIMITS.map((name) => [name, checked(name, given[name] ?? DEFAULT_RETRY[name])]);
  return Object.fromEntries(limits) as unknown as RetryPolicy;
}

function checked(name: keyof RetryPolicy, number: number): number {
  const least = name === "attempts" ? 1 : 0;
  if (number >= least && (Number.isInteger(number) || least === 0)) return number;
  throw new TypeError(`retry.${name} must be a ${least === 0 ? "" : "whole "}number of at least ${least}`);
}

/** A policy of which anything may be left out. */
export type PolicyOptions = { readonly [Name in keyof RetryPolicy]?: RetryPolicy[Name] | undefined };

/**
 * Milliseconds to wait before attempt `attempt + 1`: full jitter over an exponentially growing span, on top of what
 * the service asked for. Undefined where that would be one attempt too many, or the service asks for more patience than
 * the policy has.
 */
export function nextDelay(
  policy: RetryPolicy,
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (attempt >= policy.attempts || (retryAfterMs ?? 0) > policy.maxRetryAfterMs) return undefined;
  const span = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.min(LONGEST_SLEEP_MS, (retryAfterMs ?? 0) + Math.floor(random() * span));
}

const DELAY_SECONDS = /^[0-9]{1,10}$/;

/** Milliseconds from a `Retry-After` header (RFC 9110 section 10.2.3), in either of its two forms. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.length > 64) return undefined;
  const text = header.trim();
  if (DELAY_SECONDS.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** Milliseconds since the epoch from an HTTP date (RFC 9110 section 5.6.7). */
export function parseHttpDate(header: string | null): number | undefined {
  if (header === null || header.length > 64) return undefined;
  // Date.parse takes a lot that is not an HTTP date, bare numbers among it; a date begins with its day's name.
  if (!/^[A-Z][a-z]{2}/.test(header.trim())) return undefined;
  const date = Date.parse(header.trim());
  return Number.isNaN(date) ? undefined : date;
}

/**
 * Waits, or stops waiting when the signal fires; for callers that repeat calls themselves.
 *
 * @param milliseconds At most 24 days are waited: a timer can't hold more.
 */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      offAbort(signal, place, done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_SLEEP_MS, milliseconds));
    const place = onAbort(signal, done);
  });
}
