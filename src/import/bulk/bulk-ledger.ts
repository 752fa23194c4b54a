import type { FoundUser } from "../../client/index.js";
import type { BulkEntry } from "../../client/internal.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { existsProblem, keptOutcome, unprovenProblem } from "../find-existing.js";
import { FirstRefusals } from "../first-refusals.js";
import type { UserTrace } from "../journal/journal-line.js";
import type { RecordedOutcome } from "../outcome.js";
import { ONE_TIME_CODE } from "../plan.js";
import type { ImportRun } from "../run/import-run.js";
import type { BulkQueue } from "./bulk-queue.js";
import { BULK_STEP, type BulkRecord } from "./bulk-record.js";
import { stepsOf } from "./bulk-user-of.js";
import { isSameLogin } from "./own-user.js";
import { loginIdsIn, type ReadBack } from "./read-back.js";
import type { Holders, UncertainUsers } from "./uncertain-users.js";

/** By the job's code: the kind of login that it says exists already; none where it is the ID (`BulkImport.java`). */
const SAID_TO_EXIST: ReadonlyMap<string | undefined, string | undefined> = new Map([
  ["E003", "emailpassword"],
  ["E005", "thirdparty"],
  ["E006", "passwordless"],
  ["E007", "passwordless"],
  ["E031", undefined],
]);

/** Calls for one user of whom the job says each time that they exist, and the service that they don't. */
const MOST_CALLS = 3;

/** Writes down what became of each user. */
export class BulkLedger {
  readonly #run: ImportRun;
  readonly #uncertain: UncertainUsers;
  readonly #queue: BulkQueue;
  readonly #firstRefusals: FirstRefusals;
  readonly #traces = new WeakMap<RecordedOutcome, UserTrace>();
  /** Of users whose refusal waits for others. */
  readonly #entries = new Map<number, readonly BulkEntry[]>();
  #settled: BulkEntry[] = [];
  /** By record, how often the job has called a user existing whom the service does not have. */
  readonly #denied = new Map<number, number>();

  constructor(run: ImportRun, queue: BulkQueue, uncertain: UncertainUsers) {
    this.#run = run;
    this.#queue = queue;
    this.#uncertain = uncertain;
    this.#firstRefusals = new FirstRefusals(
      (outcome) => this.#record(outcome),
      run.journal,
      run.options.acceptRefusals === true,
    );
  }

  /** A user of the round who did not fail. */
  async settle(one: BulkRecord, read: ReadBack | undefined): Promise<void> {
    const { found, isOthers, differences } = read ?? {};
    if (read !== undefined && found === undefined) this.#lost(one);
    else if (found !== undefined && isOthers === true) await this.#taken(one, [found], []);
    else this.#imported(one, found, one.isInDoubt, differences);
  }

  /** The user is on the service. */
  #imported(
    one: BulkRecord,
    found: FoundUser | undefined,
    isReconciled: boolean,
    differences: readonly Problem[] = [],
  ): void {
    const { place, user, warnings, source } = one;
    const serviceUserId = user.externalUserId;
    const steps = stepsOf(user);
    const loginIds = one.loginIds ?? (found === undefined ? [] : loginIdsIn(found, user));
    const ids: readonly (string | undefined)[] = steps.map((_, at) => (at === 0 ? serviceUserId : loginIds[at]));
    // An undoing deletes login by login; the only one is in the outcome.
    if (steps.length > 1) {
      for (const [at, step] of steps.entries())
        this.#run.journal.note({ record: place.record, step: step, id: ids[at] });
    }
    const codeAt = steps.indexOf(ONE_TIME_CODE);
    const all = [...warnings, ...differences];
    const outcome: RecordedOutcome = {
      ...{ ...place, kind: "imported", serviceUserId, isReconciled, warnings: all },
    };
    const codeUserId = codeAt > 0 ? ids[codeAt] : undefined;
    this.#traces.set(outcome, { codeUserId, print: this.#run.journal.printOf(source) });
    this.#succeeded();
    this.#record(outcome);
  }

  /**
   * A user whom the job says it could not make. A core that was killed says of users who are nowhere that they exist,
   * and calls users existing whom it has made itself, so each is looked up. True where the user is to be sent again.
   */
  async failed(one: BulkRecord, entries: readonly BulkEntry[]): Promise<boolean> {
    const [entry] = entries;
    if (entry === undefined) return false;
    const made = await this.#uncertain.madeOf(one);
    if (made.kind !== "answered") return false;
    if (made.value !== undefined) {
      this.#settled.push(...entries);
      this.#imported(one, made.value, true);
      return false;
    }
    if (!SAID_TO_EXIST.has(entry.code)) return this.#refusedByJob(one, entries);
    const looked = await this.#uncertain.holdersOf(one);
    if (looked.kind !== "answered") return false;
    const { own, others } = looked.value;
    const recipeId = SAID_TO_EXIST.get(entry.code);
    const holders = own === undefined ? others.filter((user) => hasLogin(user, recipeId, one)) : [own];
    if (holders.length === 0) return this.#denies(one, entries);
    await this.#taken(one, holders, entries);
    return false;
  }

  /** A user in whose way others were before anything was sent. */
  async existed(one: BulkRecord, { own, others }: Holders): Promise<void> {
    const reason = await this.#keepOr(one, own === undefined ? others : [own], existsProblem());
    if (typeof reason === "string") return;
    this.#run.report({ ...one.place, kind: "refused-by-us", problems: [reason] });
  }

  refused({ place, warnings }: BulkRecord, problems: readonly Problem[]): void {
    const outcome: RecordedOutcome = {
      ...{ ...place, kind: "refused-by-service", step: BULK_STEP, problems: [...problems, ...warnings] },
      ...{ canSignIn: false, isInDoubt: false },
    };
    this.#run.stopFor(this.#firstRefusals.take(outcome, BULK_STEP));
  }

  /** A run that was stopped before a user was imported leaves the refused users to the next run. */
  async settleRefusals(): Promise<void> {
    if (!this.#run.isStopping()) this.#firstRefusals.release();
    for (const { record } of this.#firstRefusals.undecided) this.#run.journal.note({ left: record });
    await this.tidy();
  }

  /** Takes those off the service's list whose end is in the journal. */
  async tidy(): Promise<void> {
    const settled = this.#settled;
    this.#settled = [];
    if (settled.length === 0) return;
    this.#run.stopFor(await this.#run.journal.durable());
    await this.#queue.forget(settled);
  }

  /** Others have what the user needs. */
  async #taken(one: BulkRecord, holders: readonly FoundUser[], entries: readonly BulkEntry[]): Promise<void> {
    const code = entries[0]?.code;
    const said = code === undefined ? "" : ` (${code})`;
    const message = `the service has a user with this address, phone number, social login or ID${said}`;
    const reason = await this.#keepOr(one, holders, problem("import/user-exists", message));
    if (reason === "open") return;
    this.#settled.push(...entries);
    if (reason !== "kept") this.refused(one, [reason]);
  }

  #refusedByJob(one: BulkRecord, entries: readonly BulkEntry[]): false {
    this.#entries.set(one.place.record, entries);
    const message = `the service's job said: ${entries[0]?.message ?? ""}`;
    // The sentence came with an answer of 200.
    this.refused(one, [problem("import/bulk-refused", message, { httpStatus: 200 })]);
    return false;
  }

  /** No existing user conflicts, whatever the job says: the user is sent again, or waits for the next run. */
  async #denies(one: BulkRecord, entries: readonly BulkEntry[]): Promise<boolean> {
    const { place } = one;
    const calls = (this.#denied.get(place.record) ?? 0) + 1;
    this.#denied.set(place.record, calls);
    if (calls < MOST_CALLS) {
      await this.#queue.forget(entries);
      return true;
    }
    this.#settled.push(...entries);
    const message = `the service's job said ${calls} times that the user exists (${entries[0]?.code}), and the service has no such user`;
    this.#failed(one, problem("import/bulk-lost", message));
    return false;
  }

  /** Where existing users are skipped, leaves the user as they are; else gives the reason to refuse them. */
  async #keepOr(one: BulkRecord, holders: readonly FoundUser[], reason: Problem): Promise<Problem | "kept" | "open"> {
    if (this.#run.lookUps?.policy !== "skip") return reason;
    const strangers = await this.#uncertain.strangersAmong(holders, one);
    if ("kind" in strangers) return "open";
    // Of an account that may be another person's the mapping gets no ID.
    const isTheirs = strangers.length === 0;
    const warnings = isTheirs ? one.warnings : [...one.warnings, unprovenProblem(one.source)];
    this.#record(keptOutcome(one.place, isTheirs ? holders : [], warnings));
    return "kept";
  }

  #lost(one: BulkRecord): void {
    const message = "the user left the queue of the bulk import and is not on the service";
    this.#failed(one, problem("import/bulk-lost", message));
  }

  #failed({ place, warnings }: BulkRecord, reason: Problem): void {
    this.#record({
      ...{ ...place, kind: "failed", step: BULK_STEP, canSignIn: false, isInDoubt: false },
      problems: [reason, ...warnings],
    });
  }

  #succeeded(): void {
    if (this.#firstRefusals.succeeded(BULK_STEP)) this.#run.journal.note({ worked: BULK_STEP });
  }

  #record(outcome: RecordedOutcome): void {
    this.#settled.push(...(this.#entries.get(outcome.record) ?? []));
    this.#entries.delete(outcome.record);
    this.#run.record(outcome, this.#traces.get(outcome));
  }
}

/** A service that lists no logins can't be asked which one it is. */
function hasLogin({ logins }: FoundUser, recipeId: string | undefined, { user }: BulkRecord): boolean {
  if (recipeId === undefined) return false;
  const sent = user.loginMethods.filter((login) => login.recipeId === recipeId);
  const isIt = (shown: FoundUser["logins"][number]): boolean =>
    recipeId === "thirdparty" ? sent.some((login) => isSameLogin(shown, login)) : shown.recipeId === recipeId;
  return logins.length === 0 || logins.some(isIt);
}
