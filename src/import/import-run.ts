import { type AttemptEvent, sleepFor } from "../client/index.js";
import { counted } from "../lib/plural.js";
import { CLIENT_PROBLEMS } from "../problems/client.js";
import { IMPORT_PROBLEMS } from "../problems/import.js";
import { problemMaker } from "../problems/problem-maker.js";
import type { Problem } from "../result.js";
import type { NormalizedUser, UserRecord } from "../source/index.js";
import type { Account } from "./account.js";
import type { Awaitable } from "./awaitable.js";
import { type AttemptFollower, followAttempts } from "./call-meter.js";
import { existsProblem, findExisting, hasSignedIn, keptOutcome, type LookUpRun } from "./find-existing.js";
import { FirstRefusals, kindOfCall } from "./first-refusals.js";
import type { ImportOptions, SharedRun } from "./import-options.js";
import { InFlightUsers, keysOf } from "./in-flight-users.js";
import type { Journal } from "./journal/journal.js";
import type { UserTrace } from "./journal/journal-line.js";
import { hasMarkToSet, markVerified } from "./mark-verified.js";
import { completePatience, Outage, type UserFailure } from "./outage.js";
import { asksForPause, type FollowedCall, Pace } from "./pace.js";
import type { PlannedCall } from "./plan.js";
import { RecentUsers } from "./recent-users.js";
import { RunFrame } from "./run-frame.js";
import { runUser, type UserEnd, type UserRun } from "./run-user.js";
import type { FirstUser } from "./since/first-import.js";
import { ofChanged, outcomeOf } from "./user-outcome.js";
import { withheldSteps } from "./withheld-steps.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, IMPORT_PROBLEMS);

const DEFAULT_CONCURRENCY = 16;

/** One run of an import: who is in flight, at what pace, and why it ends early if it does. */
export class ImportRun {
  readonly #frame: RunFrame;
  readonly #journal: Journal;
  readonly #account: Account;
  readonly #options: ImportOptions;
  readonly #sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly #users = new InFlightUsers();
  readonly #pace: Pace;
  readonly #outage: Outage;
  readonly #firstRefusals: FirstRefusals;
  readonly #recent = new RecentUsers();
  /** For all users, so that none needs functions of their own. */
  readonly #userRun: UserRun;
  #hasLookedUp = false;

  constructor(journal: Journal, account: Account, clock: () => number, options: ImportOptions) {
    this.#frame = new RunFrame(journal, account, clock, options);
    this.#journal = journal;
    this.#account = account;
    this.#options = options;
    this.#sleep = options.sleep ?? sleepFor;
    this.#firstRefusals = new FirstRefusals(
      (outcome) => this.#frame.record(outcome, undefined),
      decidedBefore(journal, options.shared),
      options.acceptRefusals === true,
    );
    const { concurrency = DEFAULT_CONCURRENCY, callsPerSecond } = options;
    this.#pace = new Pace({
      concurrency,
      clock,
      sleep: this.#sleep,
      ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
    });
    this.#outage = new Outage(completePatience(options.patience), clock, options.random ?? Math.random);
    this.#userRun = this.#makeUserRun();
  }

  get stopReason(): Problem | undefined {
    return this.#frame.stopReason;
  }

  isStopping(): boolean {
    return this.#frame.isStopping();
  }

  stopFor(reason: Problem | undefined): void {
    this.#frame.stopFor(reason);
  }

  /** The first reason counts. */
  stop(reason: Problem): void {
    this.#frame.stop(reason);
  }

  orStopped<T>(work: Promise<T>): Promise<T | "stopped"> {
    return this.#frame.orStopped(work);
  }

  /** Nothing is sent for this record. */
  refuse(record: UserRecord, problems: readonly Problem[]): Promise<void> {
    return this.#frame.refuse(record, problems);
  }

  /** Waits until there is room for the user, and begins the import. */
  async begin(
    record: UserRecord,
    user: NormalizedUser,
    plan: readonly PlannedCall[],
    warnings: readonly Problem[],
    first?: FirstUser,
  ): Promise<void> {
    const keys = keysOf(user);
    for (
      let other = this.#users.conflictOf(keys);
      other !== undefined;
      other = this.#users.conflictOf(keys)
    ) {
      await other;
    }
    while (this.#users.count >= this.#room()) await this.#users.oneEnded();
    const unreported = this.#frame.room();
    if (unreported !== undefined) await unreported;
    const unsynced = this.#journal.room();
    this.stopFor(unsynced instanceof Promise ? await unsynced : unsynced);
    if (this.isStopping()) return;
    this.#users.add(keys, this.#import(record, user, plan, warnings, first));
  }

  /** A look-up costs the service little and the run a whole exchange, so that many users more are on their way. */
  #room(): number {
    return this.#pace.limit * (this.#options.existing === undefined ? 1 : 2);
  }

  /** Waits for all that was begun. Throws what a callback has thrown. */
  async settle(): Promise<void> {
    await this.#users.allEnded();
    this.#settleRefusals();
    await this.#frame.settle();
  }

  /** Users whom an earlier run has begun are this journal's own. */
  #isLookedUp({ index }: UserRecord): boolean {
    const isOurs = this.#journal.stepsOf(index).size > 0 || this.#journal.isInDoubt(index);
    return this.#options.existing !== undefined && !isOurs;
  }

  /** Not where they are on the service. The turn of their first call comes first: people sign up while it is waited for. */
  async #mayBeSent(record: UserRecord, user: NormalizedUser, warnings: readonly Problem[]): Promise<boolean> {
    const { existing } = this.#options;
    if (existing === undefined) return true;
    await this.#turn(this.#frame.ending);
    const looked = await findExisting(user, existing.administration, this.#lookUpFor(record));
    if (looked.kind === "unfinished") return false;
    if (looked.kind !== "found") {
      this.stopFor(this.#firstRefusals.take(outcomeOf(record, looked, warnings), "look-up"));
      return false;
    }
    const [first] = looked.users;
    if (first === undefined) return true;
    const place = { record: record.index, line: record.line, userId: record.userId };
    const shared = this.#recent.lineOf(first.userId);
    if (existing.policy === "refuse" || shared !== undefined) {
      this.#frame.report({ ...place, kind: "refused-by-us", problems: [existsProblem(shared)] });
      return false;
    }
    this.#frame.record(keptOutcome(place, looked.users), undefined);
    return false;
  }

  /** With nothing on its way: after a kill, who is found must not be taken for this journal's own. */
  async #lookAgain(record: UserRecord, user: NormalizedUser, warnings: readonly Problem[]): Promise<boolean> {
    this.#journal.noteLeft(record.index);
    const isFree = await this.#mayBeSent(record, user, warnings);
    if (isFree) this.#journal.noteBegun(record.index);
    return isFree;
  }

  /** Nothing is sent for a user whom the first import has made and who is as they were. */
  async keep(record: UserRecord, user: NormalizedUser, first: FirstUser): Promise<void> {
    const { index, line, userId } = record;
    this.#account.countSince("unchanged");
    this.#frame.record(
      {
        ...{ record: index, line, userId, kind: "already-there", isReconciled: false, warnings: [] },
        serviceUserId: first.serviceUserId,
      },
      this.#traceOf(user, first.codeUserId),
    );
    await this.#frame.room();
    this.stopFor(await this.#journal.room());
  }

  #traceOf(user: NormalizedUser, codeUserId: string | undefined): UserTrace {
    return { codeUserId, print: this.#journal.printOf(user) };
  }

  async #import(
    record: UserRecord,
    user: NormalizedUser,
    plan: readonly PlannedCall[],
    warnings: readonly Problem[],
    first: FirstUser | undefined,
  ): Promise<void> {
    const { index } = record;
    try {
      if (!(await this.#isFree(record, user, plan, warnings, first))) return;
      const before = this.#journal.stepsOf(index);
      const isInDoubt = this.#journal.isInDoubt(index);
      this.#journal.noteBegun(index);
      const withheld = withheldSteps(plan, this.#options.without);
      const isFollowed = first === undefined && this.#hasMark(user);
      const isLookedUp = first === undefined && this.#isLookedUp(record);
      const lookAgain = isLookedUp ? () => this.#lookAgain(record, user, warnings) : undefined;
      const place = { record: index, line: record.line, lookAgain, firstUserId: first?.serviceUserId };
      const planned = { ...place, plan, before, isInDoubt, withheld, isFollowed };
      const calls = await runUser(planned, this.#userRun);
      const end = isFollowed ? await this.#mark(record, user, calls) : calls;
      if (end.kind === "unfinished") {
        if (!end.isInDoubt) this.#journal.noteLeft(index);
        if (end.isSent === true || calls.kind !== "unfinished") this.#account.countBegun();
        return;
      }
      const outcome = ofChanged(outcomeOf(record, end, warnings), first);
      if ("codeUserId" in end) {
        if (first !== undefined) this.#account.countSince("changed");
        // Nothing tells whether a user who is there was refused, so these wait for nothing.
        this.#frame.record(outcome, this.#traceOf(user, end.codeUserId ?? first?.codeUserId));
        return;
      }
      const last = plan.find(({ step }) => step === end.step);
      this.stopFor(this.#firstRefusals.take(outcome, last === undefined ? "" : kindOfCall(last)));
    } catch (error) {
      this.#frame.throw(error);
    }
  }

  /** Known at once for nearly all. */
  #isFree(
    record: UserRecord,
    user: NormalizedUser,
    plan: readonly PlannedCall[],
    warnings: readonly Problem[],
    first: FirstUser | undefined,
  ): Awaitable<boolean> {
    if (first !== undefined) return this.#mayBeChanged(record, plan, first, warnings);
    return !this.#isLookedUp(record) || this.#mayBeSent(record, user, warnings);
  }

  #hasMark(user: NormalizedUser): boolean {
    return this.#options.verification !== undefined && hasMarkToSet(user);
  }

  /** Whoever was there before has the marks that they have. */
  async #mark(record: UserRecord, user: NormalizedUser, end: UserEnd): Promise<UserEnd> {
    const administration = this.#options.verification?.administration;
    if (end.kind !== "imported" || administration === undefined) return end;
    const marked = await markVerified(user, end, administration, this.#lookUpFor(record));
    if (marked.marked) this.#account.countVerified();
    return marked.end;
  }

  /** A password is not overwritten of somebody who uses the service already. */
  async #mayBeChanged(
    record: UserRecord,
    plan: readonly PlannedCall[],
    { serviceUserId }: FirstUser,
    warnings: readonly Problem[],
  ): Promise<boolean> {
    const administration = this.#options.changedSince?.administration;
    const hasPassword = plan.some(({ call }) => call === "importPasswordHash");
    if (!hasPassword || administration?.has("listSessions") !== true) return true;
    const looked = await hasSignedIn(serviceUserId, administration, this.#lookUpFor(record));
    if (looked === false) return true;
    if (looked === true) {
      const message = "the user has signed in at the service since the first import";
      await this.refuse(record, [problem("import/signed-in-since", message)]);
    } else if (looked.kind !== "unfinished") {
      this.stopFor(this.#firstRefusals.take(outcomeOf(record, looked, warnings), "look-up"));
    }
    return false;
  }

  /** A run that was stopped before anything had succeeded leaves those who were refused to the next one. */
  #settleRefusals(): void {
    if (!this.isStopping()) this.#firstRefusals.release();
    for (const { record, isInDoubt } of this.#firstRefusals.undecided) {
      if (!isInDoubt) this.#journal.noteLeft(record);
    }
  }

  #lookUpFor({ index }: UserRecord): LookUpRun {
    const { signal, stop, beforeCall, hasWorked } = this.#userRun;
    return {
      ...{ signal, stop, beforeCall, hasWorked },
      afterFailure: (failure, reason) => this.#afterFailure(index, failure, reason),
      hasLookedUp: this.#hasLookedUp,
      lookedUp: () => {
        this.#hasLookedUp = true;
        this.#outage.succeeded();
      },
    };
  }

  #makeUserRun(): UserRun {
    return {
      client: this.#options.client,
      signal: this.#frame.breaking,
      beforeCall: (hasTurn) => this.#beforeCall(hasTurn),
      claim: (id, line) => this.#recent.claim(id, line),
      hasWorked: (call) => this.#account.hasSucceeded(call),
      succeeded: (planned) => this.#succeeded(planned),
      overwrotePassword: () => this.#account.countOverwrittenPassword(),
      isStopping: () => this.isStopping(),
      stop: (reason) => this.stop(reason),
      afterFailure: (record, failure, reason) => this.#afterFailure(record, failure, reason),
      noteStep: (...noted) => this.#journal.noteStep(...noted),
      noteRestart: (record) => this.#journal.noteRestart(record),
    };
  }

  /** What a killed run had on its way is known from the journal, so that comes first. */
  async #beforeCall(hasTurn = false): Promise<AttemptFollower | undefined> {
    const unwritten = this.#journal.written();
    this.stopFor(unwritten instanceof Promise ? await unwritten : unwritten);
    const held = hasTurn ? undefined : this.#turn(this.#frame.ending);
    if (held !== undefined) await held;
    if (this.isStopping()) return undefined;
    const call = this.#pace.follow();
    return followAttempts(
      (attempt) => (attempt === 1 ? call.begin() : this.#repeat(call)),
      (event) => {
        call.observe(event);
        this.#options.shared?.observe(event);
        this.#heed(event);
      },
    );
  }

  /** The client's own repeats keep to the pace as well. A call on its way continues when the run ends. */
  async #repeat(call: FollowedCall): Promise<void> {
    await this.#turn(this.#frame.breaking);
    call.begin();
  }

  /** This import's own pace, then that of the whole run. */
  #turn(signal: AbortSignal): Promise<void> | undefined {
    const { shared } = this.#options;
    const own = this.#pace.turn(signal);
    if (shared === undefined) return own;
    return own === undefined ? shared.turn(signal) : own.then(() => shared.turn(signal));
  }

  #heed(event: AttemptEvent): void {
    const { retryAfterMs, delayMs } = event;
    if (retryAfterMs === undefined || !asksForPause(event)) return;
    const isTooLong = this.#outage.asked(retryAfterMs);
    // A client that waits so long by itself was told to.
    if (!isTooLong || delayMs !== undefined) return;
    const seconds = Math.ceil(retryAfterMs / 1000);
    this.stop(
      problem("import/service-down", `the service asks for a pause of ${counted(seconds, "second")}`),
    );
  }

  #succeeded(planned: PlannedCall): void {
    this.#account.countCall(planned.call);
    const kind = kindOfCall(planned);
    if (this.#firstRefusals.succeeded(kind)) {
      this.#journal.noteWorked(kind);
      this.#options.shared?.onWorked(kind);
    }
    this.#outage.succeeded();
  }

  async #afterFailure(
    record: number,
    failure: UserFailure,
    reason: Problem,
  ): Promise<"again" | "give-up" | "stop"> {
    const next = this.#outage.after(
      record,
      failure,
      this.#users.count,
      reason.code === "client/rate-limited",
    );
    if (next === "stop") {
      const { code, message } = reason;
      this.stop(
        problem(
          "import/service-down",
          `no call succeeds any more; the last one ended with ${code}: ${message}`,
        ),
      );
    }
    if (next === "again") await this.#sleep(this.#outage.delay(failure.round), this.#frame.ending);
    return this.isStopping() ? "stop" : next;
  }
}

/** What the service has decided before this import began, in this part of a run or in another one. */
function decidedBefore({ isAcknowledged, worked }: Journal, shared?: SharedRun) {
  if (shared === undefined) return { isAcknowledged, worked };
  return {
    isAcknowledged: isAcknowledged || shared.worked.size > 0,
    worked: new Set([...worked, ...shared.worked]),
  };
}
