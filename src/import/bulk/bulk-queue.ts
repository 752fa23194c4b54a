import type { BulkStatus } from "../../client/index.js";
import type { BulkEntry } from "../../client/internal.js";
import { counted, nounFor } from "../../lib/plural.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { ImportRun } from "../run/import-run.js";
import type { CompleteBulkOptions } from "./bulk-options.js";
import type { BulkRecord } from "./bulk-record.js";
import { isEntryOf } from "./own-user.js";
import type { PatientCalls } from "./patient-calls.js";

const { problem } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);

/** Where nothing has moved for so many questions, it is looked up whose users they are. */
const STILL_POLLS = 3;
const MOST_REMOVED = 500;
/** With so few users, their names cost no more than their number. */
const ONE_PAGE = 500;

/** Users by external ID. */
type UsersById = ReadonlyMap<string, BulkRecord>;

/** Entries of users of a round. */
interface OwnEntries {
  /** Of any status but `FAILED`. */
  readonly waiting: readonly BulkEntry[];
  readonly failed: readonly BulkEntry[];
}

/** The service's list of users who wait for its job, or whom it could not make. */
export class BulkQueue {
  readonly #calls: PatientCalls;
  readonly #run: ImportRun;
  readonly #options: CompleteBulkOptions;
  /** Entries that are settled, whether the service has taken them off the list or not. */
  readonly #forgotten = new Set<string>();

  constructor(calls: PatientCalls, run: ImportRun, options: CompleteBulkOptions) {
    this.#calls = calls;
    this.#run = run;
    this.#options = options;
  }

  /** This import's entries of users, not those of another one with the same IDs; undefined where the run ends. */
  async entriesOf(users: UsersById, status?: BulkStatus): Promise<readonly BulkEntry[] | undefined> {
    const found: BulkEntry[] = [];
    const tokens = new Set<string>();
    let token: string | undefined;
    do {
      const page = await this.#calls.perform((options) => this.#options.client.list({ status, token }, options));
      if (page.kind === "refused") this.#run.stop(page.problems[0]);
      if (page.kind !== "answered") return undefined;
      for (const entry of page.value.entries) {
        const one = users.get(entry.externalUserId ?? "");
        if (one !== undefined && isEntryOf(entry, one) && !this.#forgotten.has(entry.id)) found.push(entry);
      }
      token = page.value.nextToken;
      // A service that lists in a circle would never be read to its end.
      if (token !== undefined && tokens.has(token)) token = undefined;
      if (token !== undefined) tokens.add(token);
    } while (token !== undefined);
    return found;
  }

  /**
   * Waits until none of these users is queued, and gives the failed ones; undefined where the run ends before.
   * An entry of any status but `FAILED` is one that waits.
   */
  async drained(users: UsersById): Promise<readonly BulkEntry[] | undefined> {
    const { pollMs, stuckMs } = this.#options;
    const { clock } = this.#run;
    let last = { waiting: -1, since: clock(), polls: 0 };
    while (!this.#run.isStopping()) {
      const waiting = await this.#waiting();
      if (waiting === undefined) return undefined;
      if (waiting === last.waiting) last = { ...last, polls: last.polls + 1 };
      else last = { waiting, since: clock(), polls: 0 };
      const isStuck = clock() - last.since >= stuckMs;
      if (isStuck || waiting <= ONE_PAGE || last.polls % STILL_POLLS === STILL_POLLS - 1) {
        const ours = await this.#ours(users, waiting === 0);
        if (ours === undefined || ours.waiting.length === 0) return ours?.failed;
        if (isStuck) return this.#stopStuck(ours.waiting, users);
      }
      await this.#run.sleep(pollMs, this.#run.ending);
    }
    return undefined;
  }

  /** Takes entries off the list that are settled here; one that stays there is left out of account. */
  async forget(entries: readonly BulkEntry[]): Promise<void> {
    for (const { id } of entries) this.#forgotten.add(id);
    for (let from = 0; from < entries.length; from += MOST_REMOVED) {
      const ids = entries.slice(from, from + MOST_REMOVED).map(({ id }) => id);
      const removed = await this.#calls.perform((options) => this.#options.client.remove(ids, options));
      if (removed.kind === "stopped") return;
    }
  }

  async #waiting(): Promise<number | undefined> {
    let sum = 0;
    for (const status of ["NEW", "PROCESSING"] as const) {
      const count = await this.#calls.perform((options) => this.#options.client.count(status, options));
      if (count.kind === "refused") this.#run.stop(count.problems[0]);
      if (count.kind !== "answered") return undefined;
      sum += count.value;
    }
    return sum;
  }

  /**
   * Where by the counts no user is queued, everything is read in one list: the counts are of two moments, and
   * between them the job may have put a user back.
   */
  async #ours(users: UsersById, isEnd: boolean): Promise<OwnEntries | undefined> {
    const entries = isEnd ? await this.entriesOf(users) : await this.entriesOf(users, "NEW");
    const processing = isEnd ? [] : entries && (await this.entriesOf(users, "PROCESSING"));
    if (entries === undefined || processing === undefined) return undefined;
    const waiting = [...entries, ...processing].filter(({ status }) => status !== "FAILED");
    if (isEnd) return { waiting, failed: entries.filter(({ status }) => status === "FAILED") };
    const failed = waiting.length > 0 ? [] : await this.entriesOf(users, "FAILED");
    return failed && { waiting, failed };
  }

  #stopStuck(entries: readonly BulkEntry[], users: UsersById): undefined {
    const processing = entries.filter(({ status }) => status === "PROCESSING");
    const isBegun = processing.length > 0;
    const named = isBegun ? processing : entries;
    const lines = named
      .flatMap(({ externalUserId = "" }) => users.get(externalUserId)?.place.line ?? [])
      .sort((one, other) => one - other);
    const minutes = Math.round(this.#options.stuckMs / 60_000);
    const where = `${nounFor(Math.min(lines.length, MOST_LINES), "line")} ${lines.slice(0, MOST_LINES).join(", ")}`;
    const what = isBegun ? "PROCESSING" : "NEW";
    const message = `${counted(named.length, "user")} (${where}${lines.length > MOST_LINES ? ", …" : ""}) ${nounFor(named.length, "stays", "stay")} ${what} for ${counted(minutes, "minute")}`;
    this.#run.stop(problem("import/bulk-stuck", message));
    return undefined;
  }
}

const MOST_LINES = 5;
