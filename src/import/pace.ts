import type { AttemptEvent } from "../client/index.js";

interface PaceOptions {
  /** Users in flight at most. */
  readonly concurrency: number;
  /** Calls a second at most; without it as many as the service takes. */
  readonly callsPerSecond?: number | undefined;
  /** Milliseconds of a clock that never jumps. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** To be called for each attempt at a call. */
export interface FollowedCall {
  begin(): void;
  observe(event: AttemptEvent): void;
}

/** A client that makes no further attempt has no delay; what the service asked for holds all the same. */
export function asksForPause({ httpStatus }: AttemptEvent): boolean {
  return httpStatus === 429 || httpStatus === 425 || httpStatus === 503;
}

const FIRST_LIMIT = 4;
/** Below this a service is not slow, however much faster it was before. In milliseconds. */
const SLOW_MS = 1_000;
const SLOW_FACTOR = 4;
const SMOOTHING = 0.1;
/** Calls may catch up on this much lost time, because timers are coarse. */
const CATCH_UP_MS = 25;

/**
 * How many users are in flight and how fast calls follow each other: additive increase
 * and multiplicative decrease, as TCP does it (RFC 5681), on the signs of overload that
 * HTTP has: 429, 503, no answer, and answers that become slow.
 */
export class Pace {
  readonly #options: PaceOptions;
  #limit: number;
  #isProbing = true;
  #loweredAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #nextCallAt = Number.NEGATIVE_INFINITY;
  #smoothed: number | undefined;
  #best = Number.POSITIVE_INFINITY;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#limit = Math.min(FIRST_LIMIT, options.concurrency);
  }

  /** Users that may be in flight now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Waits until the next attempt may be sent; undefined where that is now. */
  turn(signal: AbortSignal): Promise<void> | undefined {
    const { clock, sleep, callsPerSecond } = this.#options;
    const now = clock();
    if (callsPerSecond === undefined) {
      return this.#pausedUntil > now ? sleep(this.#pausedUntil - now, signal) : undefined;
    }
    const at = Math.max(this.#nextCallAt, this.#pausedUntil, now - CATCH_UP_MS);
    this.#nextCallAt = at + 1000 / callsPerSecond;
    return at > now ? sleep(at - now, signal) : undefined;
  }

  follow(): FollowedCall {
    const { clock } = this.#options;
    let startedAt = clock();
    return {
      begin: () => {
        startedAt = clock();
      },
      observe: (event) => this.#observe(event, startedAt, clock()),
    };
  }

  #observe(event: AttemptEvent, startedAt: number, now: number): void {
    const { httpStatus, delayMs = 0 } = event;
    if (asksForPause(event)) {
      this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.max(delayMs, event.retryAfterMs ?? 0));
    }
    const hasFailed = asksForPause(event) || httpStatus === undefined || httpStatus >= 500;
    if (hasFailed) this.#lower(0.5, startedAt, now);
    else if (this.#isSlow(now - startedAt)) this.#lower(0.8, startedAt, now);
    else this.#raise();
  }

  #isSlow(elapsedMs: number): boolean {
    const before = this.#smoothed ?? elapsedMs;
    this.#smoothed = before + SMOOTHING * (elapsedMs - before);
    this.#best = Math.min(this.#best, this.#smoothed);
    return this.#smoothed > Math.max(SLOW_MS, SLOW_FACTOR * this.#best);
  }

  /** Doubles with every round of answers until the first sign of overload, then grows by one. */
  #raise(): void {
    const step = this.#isProbing ? 1 : 1 / this.#limit;
    this.#limit = Math.min(this.#options.concurrency, this.#limit + step);
  }

  /** Calls that were under way before the limit was lowered say nothing about the new one. */
  #lower(factor: number, startedAt: number, now: number): void {
    this.#isProbing = false;
    if (startedAt < this.#loweredAt) return;
    this.#loweredAt = now;
    this.#limit = Math.max(1, this.#limit * factor);
  }
}
