import { defined } from "../lib/defined.js";

/** How long the import tolerates a failing service. The client repeats single calls by itself before this. */
export interface Patience {
  /** Rounds of the client's attempts before a user who fails while others are served is given up. */
  readonly rounds: number;
  /** Milliseconds: the first pause between rounds is a random part of it, and it doubles. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Milliseconds without any success after which the run stops; what the service asked for does not count. */
  readonly outageMs: number;
  /** Milliseconds: when the service asks for a longer pause than this, the run stops. */
  readonly longestPauseMs: number;
}

const DEFAULT_PATIENCE: Patience = {
  rounds: 3,
  baseDelayMs: 1_000,
  maxDelayMs: 15_000,
  outageMs: 120_000,
  longestPauseMs: 3_600_000,
};

/** Of which anything may be left out. */
export type PatienceOptions = { readonly [Name in keyof Patience]?: Patience[Name] | undefined };

export function completePatience(given: PatienceOptions = {}): Patience {
  return { ...DEFAULT_PATIENCE, ...defined(given) };
}

/** With fewer users failing in a row, the fault may lie with the users. */
const EVIDENCE = 5;

/** How often one user's step has failed since it was last tried for the first time. */
export interface UserFailure {
  round: number;
  /** Rounds while others were served, or did not fail at least: the fault may be this user's. */
  roundsAlone: number;
  /** Calls of the whole run that had succeeded at the last failure. */
  successes: number | undefined;
  /** When it failed first, in the time that counts. */
  since: number | undefined;
}

export function noFailure(): UserFailure {
  return { round: 0, roundsAlone: 0, successes: undefined, since: undefined };
}

/** Tells a user who fails alone from a service that fails for all. */
export class Outage {
  readonly #patience: Patience;
  readonly #clock: () => number;
  readonly #random: () => number;
  readonly #failing = new Set<number>();
  #since = 0;
  #successes = 0;
  /** Milliseconds that the service has asked to wait, and until when it asked the last time. */
  #askedMs = 0;
  #askedUntil = Number.NEGATIVE_INFINITY;

  constructor(patience: Patience, clock: () => number, random: () => number) {
    this.#patience = patience;
    this.#clock = clock;
    this.#random = random;
  }

  succeeded(): void {
    this.#successes++;
    // Clearing a set gives it a new table, and the engine keeps the old one for a long time.
    if (this.#failing.size > 0) this.#failing.clear();
  }

  /**
   * The service asks to wait: that time does not count as an outage.
   *
   * @returns Whether it is more than the run's patience.
   */
  asked(milliseconds: number): boolean {
    const now = this.#clock();
    const from = Math.max(now, this.#askedUntil);
    const until = now + milliseconds;
    if (until > from) {
      this.#askedMs += until - from;
      this.#askedUntil = until;
    }
    return milliseconds > this.#patience.longestPauseMs;
  }

  /**
   * What to do after a failure that may pass. While all users in flight fail, and none is served,
   * no user is given up: it may be an outage, however few they are.
   *
   * @param record Whose it is.
   * @param failure The user's failures so far; this one is added to them.
   * @param inFlight Users in flight, this one included.
   * @param isForPace The service has asked for a slower pace, which does not count as a failure.
   */
  after(record: number, failure: UserFailure, inFlight: number, isForPace: boolean): "again" | "give-up" | "stop" {
    const { rounds, outageMs } = this.#patience;
    const now = this.#countedTime();
    if (this.#failing.size === 0) this.#since = now;
    if (this.#failing.size < EVIDENCE) this.#failing.add(record);
    failure.since ??= now;
    failure.round++;
    const isAlone = failure.successes !== this.#successes || this.#failing.size < Math.min(EVIDENCE, inFlight);
    if (isAlone && !isForPace) failure.roundsAlone++;
    failure.successes = this.#successes;
    if (failure.roundsAlone >= rounds) return "give-up";
    if (now - this.#since >= outageMs && (isForPace || this.#failing.size >= EVIDENCE)) return "stop";
    return now - failure.since >= outageMs && failure.round >= rounds ? "give-up" : "again";
  }

  /** Milliseconds to wait before the next round: full jitter over a growing span. */
  delay(round: number): number {
    const { baseDelayMs, maxDelayMs } = this.#patience;
    return Math.floor(this.#random() * Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(round - 1, 30)));
  }

  /** The clock without the time that the service asked for, of which some may lie ahead. */
  #countedTime(): number {
    const now = this.#clock();
    return now - this.#askedMs + Math.max(0, this.#askedUntil - now);
  }
}
