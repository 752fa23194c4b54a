import { randomBytes } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { AttemptEvent } from "../client/index.js";
import { sleepFor } from "../client/internal.js";
import { asksForPause, type SharedRun } from "../import/internal.js";
import { offAbort, onAbort } from "../lib/abort-listeners.js";
import type { Engine } from "./engine.js";
import type { Ledger } from "./ledger.js";

/** Calls a second with which a run begins; they double every second until the service shows signs of overload. */
const FIRST_RATE = 100;
const MOST_RATE = 1_000_000;
/** Turns are handed out no more often than this, in milliseconds; each is for as many calls as are due. */
const SHORTEST_TURN_MS = 50;
const QUEUED_TURNS = 32;
const FEW_TURNS = 8;
/** Milliseconds: the pace is lowered or raised once in this time, by the first worker that sees the sign. */
const STEP_MS = 1_000;
const LONGEST_WAIT_MS = 500;

/** What a turn of BullMQ's limiter comes to: one each time, so that calls are spread and not sent in bursts. */
export function turnSize(callsPerSecond: number) {
  const everyMs = Math.max(SHORTEST_TURN_MS, Math.round(1000 / callsPerSecond));
  return { everyMs, calls: Math.max(1, Math.floor((callsPerSecond * everyMs) / 1000)) };
}

/**
 * The one pace of all workers: turns are jobs of a queue whose global rate limit BullMQ keeps. A worker that has calls
 * to send takes a turn; the limit is halved on 429, 5xx and silence, raised again after calm, and nothing is handed out
 * for as long as the service asks for a pause.
 */
export class RunPace implements Pick<SharedRun, "turn" | "observe"> {
  readonly #ledger: Ledger;
  readonly #queue: Queue;
  readonly #worker: Worker;
  readonly #token = randomBytes(8).toString("hex");
  #ceiling = MOST_RATE;
  #calls = 0;
  #known = FIRST_RATE;
  #fetching: Promise<void> | undefined;
  #handedOn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(engine: Engine, ledger: Ledger) {
    this.#ledger = ledger;
    const { Queue, Worker } = engine.bullmq;
    const options = { connection: ledger.redis, prefix: ledger.queuePrefix };
    this.#queue = new Queue("pace", options);
    // Turns are fetched one by one when there is something to send.
    this.#worker = new Worker("pace", null, {
      ...options,
      autorun: false,
      lockDuration: 10_000,
      removeOnComplete: { count: 0 },
    });
    this.#queue.on("error", () => undefined);
    this.#worker.on("error", () => undefined);
  }

  /**
   * Makes sure that turns are there, and that the rate is not above the most.
   *
   * @param callsPerSecond At most; without it as many as the service takes.
   */
  async open(callsPerSecond = MOST_RATE): Promise<void> {
    this.#ceiling = callsPerSecond;
    const waiting = await this.#queue.getWaitingCount();
    if (waiting < FEW_TURNS) await this.#queue.addBulk(Array.from({ length: QUEUED_TURNS }, () => TURN));
    const rate = await this.#rate();
    this.#known = Math.min(rate ?? FIRST_RATE, this.#ceiling);
    if (rate !== this.#known) await this.#setRate(this.#known);
  }

  async turn(signal: AbortSignal): Promise<void> {
    while (this.#calls < 1 && !signal.aborted && !this.#isClosed) {
      this.#fetching ??= this.#next();
      await orAborted(this.#fetching, signal);
    }
    if (this.#calls > 0) this.#calls--;
  }

  observe(event: AttemptEvent): void {
    const { httpStatus, retryAfterMs, delayMs = 0 } = event;
    const isPause = asksForPause(event);
    if (!isPause && httpStatus !== undefined && httpStatus < 500) return;
    const pauseMs = isPause ? Math.max(retryAfterMs ?? 0, delayMs) : 0;
    // Redis may be away: then no turn is handed out either.
    this.#lower(pauseMs).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#handedOn;
    await Promise.allSettled([this.#worker.close(true), this.#queue.close()]);
  }

  /** Resolves when there may be calls again; the next turn is not fetched before the last one is handed on. */
  #next(): Promise<void> {
    const fetched = this.#handedOn.then(() => this.#fetch()).catch(() => sleepFor(LONGEST_WAIT_MS));
    return fetched.finally(() => {
      this.#fetching = undefined;
    });
  }

  /** Takes the next turn, or waits for as long as there is none. */
  async #fetch(): Promise<void> {
    const job = await this.#worker.getNextJob(this.#token, { block: false }).catch(() => undefined);
    if (job === undefined) {
      const ttl = await this.#queue.getRateLimitTtl(1).catch(() => LONGEST_WAIT_MS);
      return sleepFor(Math.min(ttl > 0 ? ttl : SHORTEST_TURN_MS, LONGEST_WAIT_MS));
    }
    this.#calls = turnSize(this.#known).calls;
    this.#handedOn = this.#handOn(job).catch(() => undefined);
  }

  /** Puts the next turn in its place while calls are sent in this one. */
  async #handOn(job: Job): Promise<void> {
    // First the turn that follows: a worker that is killed in between leaves one too many, and never too few.
    const added = this.#queue.add(TURN.name, TURN.data, TURN.opts);
    const [rate = FIRST_RATE] = await Promise.all([this.#rate(), added, this.#noteUse(this.#calls)]);
    this.#known = rate;
    await Promise.all([job.moveToCompleted("", this.#token, false), this.#raise(rate)]);
  }

  async #rate(): Promise<number | undefined> {
    const rate = await this.#ledger.redis.get(this.#ledger.key("pace:rate"));
    return rate === null ? undefined : Number(rate);
  }

  async #setRate(rate: number): Promise<void> {
    await this.#ledger.redis.set(this.#ledger.key("pace:rate"), rate);
    await this.#queue.setGlobalRateLimit(1, turnSize(rate).everyMs);
  }

  async #lower(pauseMs: number): Promise<void> {
    if (pauseMs > 0) await this.#queue.rateLimit(pauseMs);
    if (!(await this.#isFirst("lowered"))) return;
    await this.#ledger.redis.set(this.#ledger.key("pace:found"), 1);
    const [rate, used] = [(await this.#rate()) ?? FIRST_RATE, await this.#used()];
    await this.#setRate(Math.max(1, Math.min(rate, Math.max(used, 1)) / 2));
  }

  /** Doubles until the first sign of overload, then grows by a twentieth. */
  async #raise(rate: number): Promise<void> {
    const { redis } = this.#ledger;
    if (rate >= this.#ceiling || !(await this.#isFirst("raised"))) return;
    if ((await redis.exists(this.#ledger.key("pace:lowered"))) === 1) return;
    const hasFound = (await redis.exists(this.#ledger.key("pace:found"))) === 1;
    await this.#setRate(Math.min(this.#ceiling, hasFound ? rate + Math.max(1, rate / 20) : rate * 2));
  }

  async #isFirst(name: string): Promise<boolean> {
    return (await this.#ledger.redis.set(this.#ledger.key(`pace:${name}`), 1, "PX", STEP_MS, "NX")) === "OK";
  }

  async #noteUse(calls: number): Promise<void> {
    const key = this.#usedKey(Date.now());
    await this.#ledger.redis.multi().incrby(key, calls).expire(key, 10).exec();
  }

  /** Calls of the last whole second, or of this one where they are more. */
  async #used(): Promise<number> {
    const now = Date.now();
    const found = await this.#ledger.redis.mget(this.#usedKey(now - 1000), this.#usedKey(now));
    return Math.max(...found.map(Number));
  }

  #usedKey(now: number): string {
    return this.#ledger.key(`pace:used:${Math.floor(now / 1000)}`);
  }
}

const TURN = { name: "turn", data: {}, opts: { removeOnComplete: true, removeOnFail: true } } as const;

/** The work's result, or undefined where the signal fires first. A race would keep every loser in memory. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(undefined);
    const place = onAbort(signal, end);
    if (signal.aborted) end();
    work.then(resolve, reject).finally(() => offAbort(signal, place, end));
  });
}
