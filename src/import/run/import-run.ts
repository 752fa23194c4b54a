import { sleepFor } from "../../client/internal.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { Problem } from "../../result.js";
import type { ReadUser, UserRecord } from "../../source/index.js";
import type { Account } from "../account.js";
import type { ImportOptions, LookUps } from "../import-options.js";
import type { Journal } from "../journal/journal.js";
import type { UserTrace } from "../journal/journal-line.js";
import { isThere } from "../journal/recover.js";
import type { UserSample } from "../journal/user-sample.js";
import { type ImportOutcome, isUnsent, type RecordedOutcome, unsentOutcome } from "../outcome.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

const DEFAULT_GRACE_MS = 5_000;
const PROGRESS_MS = 200;
/** Outcomes that wait to be reported, at most. */
const MOST_UNREPORTED = 4096;

interface WaitingReport {
  readonly outcome: ImportOutcome;
  readonly mark: number;
}

/** How the users of a run are sent. */
export interface Sending {
  /** Begins with a user of whom nothing is known to be wrong. */
  send(record: UserRecord, read: ReadUser, warnings: readonly Problem[]): Promise<void> | undefined;
  /** A record that an earlier run has decided, and that is not sent now. */
  noteEarlier?(record: UserRecord): void;
  /** A record that is refused before anything of it is sent. */
  noteRefused?(record: UserRecord): Promise<readonly Problem[]>;
  /** Waits for all that was begun. */
  settle(): Promise<void>;
}

/** One run of an import, however its users are sent: its end, and the reports of outcomes. */
export class ImportRun {
  readonly journal: Journal;
  readonly account: Account;
  readonly clock: () => number;
  readonly options: ImportOptions;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Fires when no further call is to be begun. */
  readonly #ending = new AbortController();
  /** Fires when calls on their way are to be broken off. */
  readonly #breaking = new AbortController();
  readonly #onAbort = (): void => this.#interrupt();
  #endWait = (): void => {};
  #grace: NodeJS.Timeout | undefined;
  #stopReason: Problem | undefined;
  /** In the order in which they were noted, each with what has to be on the disk first. */
  #waiting: WaitingReport[] = [];
  #reporting: Promise<void> | undefined;
  #unreported = 0;
  #thrown: { readonly error: unknown } | undefined;
  #progressAt = Number.NEGATIVE_INFINITY;

  constructor(journal: Journal, account: Account, clock: () => number, options: ImportOptions) {
    this.journal = journal;
    this.account = account;
    this.clock = clock;
    this.options = options;
    this.sleep = options.sleep ?? sleepFor;
    this.#ending.signal.addEventListener("abort", () => this.#endWait(), { once: true });
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#interrupt();
  }

  get stopReason(): Problem | undefined {
    return this.#stopReason;
  }

  /** Whom to ask for all users who are on the service already; absent where passwords are overwritten. */
  get lookUps(): LookUps | undefined {
    const { existing } = this.options;
    return existing.policy === "overwrite" ? undefined : existing;
  }

  /** Whether a person has decided that what the service has is this user's. */
  isDecided(userId: string): boolean {
    return this.options.existing.overwrites?.(userId) === true;
  }

  /** Of the users whom the service has acknowledged, in earlier runs as well. */
  get sample(): UserSample {
    return this.journal.sample;
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
    this.report(unsentOutcome(record, problems));
    await this.room();
  }

  /** To be waited for now and then, so that a slow listener does not fill the memory. */
  room(): Promise<void> | undefined {
    return this.#unreported > MOST_UNREPORTED ? this.#reporting : undefined;
  }

  record(outcome: RecordedOutcome, trace: UserTrace | undefined): void {
    this.journal.noteOutcome(outcome, trace);
    if (isThere(outcome.kind)) this.sample.add(outcome);
    this.report(outcome);
  }

  /** Reports are made one at a time, in the order in which they were noted, once they are on the disk. */
  report(outcome: ImportOutcome): void {
    this.#unreported++;
    this.#waiting.push({ outcome, mark: isUnsent(outcome) ? 0 : this.journal.mark() });
    this.#reporting ??= Promise.resolve().then(() => this.#reportAll());
  }

  /** A promise for each outcome would hold all that it closes over until the disk has it. */
  async #reportAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const reports = this.#waiting;
      this.#waiting = [];
      for (const { outcome, mark } of reports) {
        const unwritten = mark === 0 ? undefined : this.journal.reached(mark);
        const failure = unwritten instanceof Promise ? await unwritten : unwritten;
        this.#unreported--;
        if (failure !== undefined) this.stop(failure);
        else {
          const told = this.#tell(outcome);
          if (told !== undefined) await told;
        }
      }
    }
    this.#reporting = undefined;
  }

  /** Without a listener there is nothing to wait for. */
  #tell(outcome: ImportOutcome): Promise<void> | undefined {
    this.account.count(outcome);
    this.progress();
    return this.options.onOutcome === undefined ? undefined : this.#call(this.options.onOutcome, outcome);
  }

  async #call(listener: NonNullable<ImportOptions["onOutcome"]>, outcome: ImportOutcome): Promise<void> {
    try {
      await listener(outcome);
    } catch (error) {
      this.throw(error);
    }
  }

  progress(): void {
    const now = this.clock();
    if (this.options.onProgress === undefined || now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    this.options.onProgress(this.account.report());
  }

  /** Waits until all is written down and reported. Throws what a callback has thrown. */
  async settle(): Promise<void> {
    this.stopFor(await this.journal.durable());
    await this.#reporting;
    clearTimeout(this.#grace);
    this.options.signal?.removeEventListener("abort", this.#onAbort);
    if (this.#thrown !== undefined) throw this.#thrown.error;
    this.options.onProgress?.(this.account.report());
  }

  #interrupt(): void {
    this.stop(problem("import/interrupted", "the run was ended before every record was reached"));
    this.#grace = setTimeout(() => this.#breaking.abort(), this.options.graceMs ?? DEFAULT_GRACE_MS);
  }
}
