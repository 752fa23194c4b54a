/** How the run bears with a service that fails. The client repeats single calls by itself before this. */
export interface Patience {
  /** Rounds of the client's attempts before a user alone in failing is given up. */
  readonly rounds: number;
  /** Milliseconds: the first pause between rounds is a random part of it, and it doubles. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Milliseconds without any success after which the run stops. */
  readonly outageMs: number;
}

export const DEFAULT_PATIENCE: Patience = {
  rounds: 3,
  baseDelayMs: 1_000,
  maxDelayMs: 15_000,
  outageMs: 120_000,
};

/** With fewer users failing in a row, the fault may lie with the users. */
const EVIDENCE = 5;

/** Tells a user who fails alone from a service that fails for all. */
export class Outage {
  readonly #patience: Patience;
  readonly #clock: () => number;
  readonly #random: () => number;
  readonly #failing = new Set<number>();
  #since = 0;
  #successes = 0;

  constructor(patience: Patience, clock: () => number, random: () => number) {
    this.#patience = patience;
    this.#clock = clock;
    this.#random = random;
  }

  get successes(): number {
    return this.#successes;
  }

  succeeded(): void {
    this.#successes++;
    this.#failing.clear();
  }

  /**
   * What to do after a failure that may pass.
   *
   * @param record Whose it is.
   * @param round From 1.
   * @param successesBefore `successes` when this user failed first.
   */
  after(record: number, round: number, successesBefore: number): "again" | "give-up" | "stop" {
    const now = this.#clock();
    if (this.#failing.size === 0) this.#since = now;
    if (this.#failing.size < EVIDENCE) this.#failing.add(record);
    const isForAll = this.#failing.size >= EVIDENCE && this.#successes === successesBefore;
    if (isForAll) return now - this.#since >= this.#patience.outageMs ? "stop" : "again";
    return round >= this.#patience.rounds ? "give-up" : "again";
  }

  /** Milliseconds to wait before the next round: full jitter over a growing span. */
  delay(round: number): number {
    const { baseDelayMs, maxDelayMs } = this.#patience;
    return Math.floor(this.#random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (round - 1)));
  }
}
