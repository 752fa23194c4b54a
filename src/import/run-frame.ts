import { setMaxListeners } from "node:events";
import { IMPORT_PROBLEMS } from "../problems/import.js";
import { problemMaker } from "../problems/problem-maker.js";
import type { Problem } from "../result.js";
import type { UserRecord } from "../source/index.js";
import type { Account } from "./account.js";
import type { ImportOptions } from "./import-options.js";
import type { Journal } from "./journal/journal.js";
import type { UserTrace } from "./journal/journal-line.js";
import type { ImportOutcome, RecordedOutcome } from "./outcome.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

const DEFAULT_GRACE_MS = 5_000;
const PROGRESS_MS = 200;
/** Outcomes that wait to be reported, at most. */
const MOST_UNREPORTED = 4096;

/** What every run of an import has, whichever way its users go: its end, and the reports of outcomes. */
export class RunFrame {
  readonly journal: Journal;
  readonly #account: Account;
  readonly #clock: () => number;
  readonly #options: ImportOptions;
  /** Fires when no further call is to be begun. */
  readonly #ending = new AbortController();
  /** Fires when calls on their way are to be broken off. */
  readonly #breaking = new AbortController();
  readonly #onAbort = (): void => this.#interrupt();
  #endWait = (): void => {};
  #grace: NodeJS.Timeout | undefined;
  #stopReason: Problem | undefined;
  #reports: Promise<void> = Promise.resolve();
  #unreported = 0;
  #thrown: { readonly error: unknown } | undefined;
  #progressAt = Number.NEGATIVE_INFINITY;

  constructor(journal: Journal, account: Account, clock: () => number, options: ImportOptions) {
    this.journal = journal;
    this.#account = account;
    this.#clock = clock;
    this.#options = options;
    this.#ending.signal.addEventListener("abort", () => this.#endWait(), { once: true });
    // Every user in flight listens.
    setMaxListeners(0, this.#ending.signal, this.#breaking.signal);
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#interrupt();
  }

  get stopReason(): Problem | undefined {
    return this.#stopReason;
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  get breaking(): AbortSignal {
    return this.#breaking.signal;
  }

  isStopping(): boolean {
    return this.#ending.signal.aborted;
  }

  stopFor(reason: Problem | undefined): void {
    if (reason !== undefined) this.stop(reason);
  }

  /** The first reason counts. */
  stop(reason: Problem): void {
    this.#stopReason ??= reason;
    this.#ending.abort();
  }

  /** Ends the run by what a caller's function has thrown; `settle` throws it. */
  throw(error: unknown): void {
    this.#thrown ??= { error };
    this.#ending.abort();
  }

  /**
   * The work's result, or that the run ends. For one caller at a time. A race against one
   * promise of the whole run would keep every loser in memory.
   */
  orStopped<T>(work: Promise<T>): Promise<T | "stopped"> {
    return new Promise((resolve, reject) => {
      this.#endWait = () => resolve("stopped");
      work.then(resolve, reject);
      if (this.isStopping()) resolve("stopped");
    });
  }

  /** Nothing is sent for this record. */
  async refuse(record: UserRecord, problems: readonly Problem[]): Promise<void> {
    const { index, line, userId } = record;
    this.report({ record: index, line, userId, kind: "refused-by-us", problems });
    await this.room();
  }

  /** To be waited for now and then, so that a slow listener does not fill the memory. */
  async room(): Promise<void> {
    if (this.#unreported > MOST_UNREPORTED) await this.#reports;
  }

  record(outcome: RecordedOutcome, trace: UserTrace | undefined): void {
    this.journal.noteOutcome(outcome, trace);
    this.report(outcome);
  }

  /** Reports are made one at a time, in the order in which they were noted, once they are on the disk. */
  report(outcome: ImportOutcome): void {
    const durable = outcome.kind === "refused-by-us" ? undefined : this.journal.durable();
    this.#unreported++;
    this.#reports = this.#reports.then(async () => {
      const unwritten = await durable;
      this.#unreported--;
      if (unwritten !== undefined) return this.stop(unwritten);
      this.#account.count(outcome);
      this.progress();
      try {
        await this.#options.onOutcome?.(outcome);
      } catch (error) {
        this.throw(error);
      }
    });
  }

  progress(): void {
    const now = this.#clock();
    if (this.#options.onProgress === undefined || now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    this.#options.onProgress(this.#account.report());
  }

  /** Waits until all is written down and reported. Throws what a callback has thrown. */
  async settle(): Promise<void> {
    this.stopFor(await this.journal.durable());
    await this.#reports;
    clearTimeout(this.#grace);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#thrown !== undefined) throw this.#thrown.error;
    this.#options.onProgress?.(this.#account.report());
  }

  #interrupt(): void {
    this.stop(problem("import/interrupted", "the run was ended before every record was reached"));
    this.#grace = setTimeout(() => this.#breaking.abort(), this.#options.graceMs ?? DEFAULT_GRACE_MS);
  }
}
