import type { AttemptEvent } from "../../client/index.js";
import { counted } from "../../lib/plural.js";
import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { Problem } from "../../result.js";
import type { NormalizedUser, ReadUser, UserRecord } from "../../source/index.js";
import type { Awaitable } from "../awaitable.js";
import { type AttemptFollower, followAttempts } from "../call-meter.js";
import { checkPlan } from "../check-plan.js";
import { existsProblem, findExisting, hasSignedIn, keptOutcome, type LookUpRun } from "../find-existing.js";
import { FirstRefusals, kindOfCall } from "../first-refusals.js";
import type { SharedRun } from "../import-options.js";
import { InFlightUsers, keysOf } from "../in-flight-users.js";
import type { Journal } from "../journal/journal.js";
import type { UserTrace } from "../journal/journal-line.js";
import { hasMarkToSet, markVerified } from "../mark-verified.js";
import { completePatience, Outage, type UserFailure } from "../outage.js";
import { asksForPause, type FollowedCall, Pace } from "../pace.js";
import { type PlannedCall, planImport } from "../plan.js";
import { RecentUsers } from "../recent-users.js";
import { runUser, type UserEnd, type UserRun } from "../run-user.js";
import { type FirstImport, type FirstUser, unfinished } from "../since/first-import.js";
import { type PlannedChange, planChange } from "../since/plan-change.js";
import { ofChanged, outcomeOf } from "../user-outcome.js";
import { withheldSteps } from "../withheld-steps.js";
import type { ImportRun, Sending } from "./import-run.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, IMPORT_PROBLEMS);

const DEFAULT_CONCURRENCY = 16;

export interface SentUser {
  readonly record: UserRecord;
  readonly user: NormalizedUser;
  readonly plan: readonly PlannedCall[];
  readonly warnings: readonly Problem[];
  /** What the first import has made of them, in a second one. */
  readonly first?: FirstUser | undefined;
}

/** Sends each user by the calls of their plan: who is in flight, and at what pace. */
export class SendingByCalls implements Sending {
  readonly #run: ImportRun;
  readonly #first: FirstImport | undefined;
  readonly #users = new InFlightUsers();
  readonly #pace: Pace;
  readonly #outage: Outage;
  readonly #firstRefusals: FirstRefusals;
  readonly #recent = new RecentUsers();
  /** For all users, so that none needs functions of their own. */
  readonly #userRun: UserRun;
  #hasLookedUp = false;

  constructor(run: ImportRun, first: FirstImport | undefined) {
    const { options, clock, sleep } = run;
    this.#run = run;
    this.#first = first;
    this.#firstRefusals = new FirstRefusals(
      (outcome) => run.record(outcome, undefined),
      decidedBefore(run.journal, options.shared),
      options.acceptRefusals === true,
    );
    const { concurrency = DEFAULT_CONCURRENCY, callsPerSecond } = options;
    this.#pace = new Pace({
      concurrency,
      clock,
      sleep,
      ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
    });
    this.#outage = new Outage(completePatience(options.patience), clock, options.random ?? Math.random);
    this.#userRun = this.#makeUserRun();
  }

  send(record: UserRecord, { user }: ReadUser, warnings: readonly Problem[]): Promise<void> | undefined {
    const { service } = this.#run.options.client;
    const plan = planImport(user, service);
    const problems = [...checkPlan(plan, service), ...this.#refusalOfReset(user)];
    if (problems.length > 0) return this.#run.refuse(record, problems);
    const one = { record, user, plan, warnings };
    return this.#first === undefined ? this.#begin(one) : this.#beginSecond(one, this.#first);
  }

  /** A hash that no password has is not sent where it may replace one: the service isn't asked whom it has. */
  #refusalOfReset({ needsNewPassword }: NormalizedUser): readonly Problem[] {
    if (needsNewPassword !== true || this.#run.options.existing !== undefined) return [];
    const message = "the user's password is not in the export, and the service is not asked whether it has the user";
    return [problem("import/reset-overwrites", message)];
  }

  async #beginSecond(one: SentUser, first: FirstImport): Promise<void> {
    const { record, user } = one;
    const { client, changedSince } = this.#run.options;
    const state = await first.stateOf(user.externalUserId);
    if (state.kind === "unknown") return this.#begin(one);
    if (state.kind === "unfinished") {
      return this.#run.refuse(record, [unfinished("the first import has brought only a part of this user")]);
    }
    const change = planChange(user, state.user, first.keyed, client.service);
    const refusals = refusalsOf(change, changedSince?.passwords);
    if (refusals.length > 0) return this.#run.refuse(record, refusals);
    if (change.plan.length === 0) return this.#keep(record, user, state.user);
    await this.#begin({ ...one, plan: change.plan, first: state.user });
  }

  /** Waits until there is room for the user, and begins the import. */
  async #begin(one: SentUser): Promise<void> {
    const keys = keysOf(one.user);
    for (let other = this.#users.conflictOf(keys); other !== undefined; other = this.#users.conflictOf(keys)) {
      await other;
    }
    while (this.#users.count >= this.#room()) await this.#users.oneEnded();
    const unreported = this.#run.room();
    if (unreported !== undefined) await unreported;
    const unsynced = this.#run.journal.room();
    this.#run.stopFor(unsynced instanceof Promise ? await unsynced : unsynced);
    if (this.#run.isStopping()) return;
    this.#users.add(keys, this.#import(one));
  }

  /** A look-up costs the service little and the run a whole exchange, so that many users more are on their way. */
  #room(): number {
    return this.#pace.limit * (this.#run.lookUps === undefined ? 1 : 2);
  }

  async settle(): Promise<void> {
    await this.#users.allEnded();
    this.#settleRefusals();
  }

  /** Users whom an earlier run has begun are this journal's own. */
  #isLookedUp({ index }: UserRecord): boolean {
    const isOurs = this.#run.journal.stepsOf(index).size > 0 || this.#run.journal.isInDoubt(index);
    return this.#run.lookUps !== undefined && !isOurs;
  }

  /** Not where they are on the service. The turn of their first call comes first: people sign up while it is waited for. */
  async #mayBeSent({ record, user, warnings }: SentUser): Promise<boolean> {
    const existing = this.#run.lookUps;
    if (existing === undefined) return true;
    await this.#turn(this.#run.ending);
    const looked = await findExisting(user, existing.administration, this.#lookUpFor(record));
    if (looked.kind === "unfinished") return false;
    if (looked.kind !== "found") {
      this.#run.stopFor(this.#firstRefusals.take(outcomeOf(record, looked, warnings), "look-up"));
      return false;
    }
    const [first] = looked.users;
    if (first === undefined) return true;
    const place = { record: record.index, line: record.line, userId: record.userId };
    const shared = this.#recent.lineOf(first.userId);
    const canReplace = shared === undefined && user.needsNewPassword !== true;
    if (canReplace && existing.overwrites?.(user.externalUserId) === true) return true;
    if (existing.policy === "refuse" || shared !== undefined) {
      this.#run.report({ ...place, kind: "refused-by-us", problems: [existsProblem(shared)] });
      return false;
    }
    this.#run.record(keptOutcome(place, looked.users), undefined);
    return false;
  }

  /** With nothing on its way: after a kill, who is found must not be taken for this journal's own. */
  async #lookAgain(one: SentUser): Promise<boolean> {
    const { index } = one.record;
    this.#run.journal.noteLeft(index);
    const isFree = await this.#mayBeSent(one);
    if (isFree) this.#run.journal.noteBegun(index);
    return isFree;
  }

  /** Nothing is sent for a user whom the first import has made and who is as they were. */
  async #keep(record: UserRecord, user: NormalizedUser, first: FirstUser): Promise<void> {
    const { index, line, userId } = record;
    this.#run.account.countSince("unchanged");
    this.#run.record(
      {
        ...{ record: index, line, userId, kind: "already-there", isReconciled: false, warnings: [] },
        serviceUserId: first.serviceUserId,
      },
      this.#traceOf(user, first.codeUserId),
    );
    await this.#run.room();
    this.#run.stopFor(await this.#run.journal.room());
  }

  #traceOf(user: NormalizedUser, codeUserId: string | undefined): UserTrace {
    return { codeUserId, print: this.#run.journal.printOf(user) };
  }

  async #import(one: SentUser): Promise<void> {
    const { record, user, plan, warnings, first } = one;
    const { index } = record;
    try {
      if (!(await this.#isFree(one))) return;
      const before = this.#run.journal.stepsOf(index);
      const isInDoubt = this.#run.journal.isInDoubt(index);
      this.#run.journal.noteBegun(index);
      const withheld = withheldSteps(plan, this.#run.options.without);
      const isFollowed = first === undefined && this.#hasMark(user);
      const isLookedUp = first === undefined && this.#isLookedUp(record);
      const lookAgain = isLookedUp ? () => this.#lookAgain(one) : undefined;
      const place = { record: index, line: record.line, lookAgain, firstUserId: first?.serviceUserId };
      const planned = { ...place, plan, before, isInDoubt, withheld, isFollowed };
      const calls = await runUser(planned, this.#userRun);
      const end = isFollowed ? await this.#mark(record, user, calls) : calls;
      if (end.kind === "unfinished") {
        if (!end.isInDoubt) this.#run.journal.noteLeft(index);
        if (end.isSent === true || calls.kind !== "unfinished") this.#run.account.countBegun();
        return;
      }
      const outcome = ofChanged(outcomeOf(record, end, warnings), first);
      if ("codeUserId" in end) {
        if (first !== undefined) this.#run.account.countSince("changed");
        // Nothing tells whether a user who is there was refused, so these wait for nothing.
        this.#run.record(outcome, this.#traceOf(user, end.codeUserId ?? first?.codeUserId));
        return;
      }
      const last = plan.find(({ step }) => step === end.step);
      this.#run.stopFor(this.#firstRefusals.take(outcome, last === undefined ? "" : kindOfCall(last)));
    } catch (error) {
      this.#run.throw(error);
    }
  }

  /** Known at once for nearly all. */
  #isFree(one: SentUser): Awaitable<boolean> {
    if (one.first !== undefined) return this.#mayBeChanged(one, one.first);
    return !this.#isLookedUp(one.record) || this.#mayBeSent(one);
  }

  #hasMark(user: NormalizedUser): boolean {
    return this.#run.options.verification !== undefined && hasMarkToSet(user);
  }

  /** Existing users keep their verification marks. */
  async #mark(record: UserRecord, user: NormalizedUser, end: UserEnd): Promise<UserEnd> {
    const administration = this.#run.options.verification?.administration;
    if (end.kind !== "imported" || administration === undefined) return end;
    const marked = await markVerified(user, end, administration, this.#lookUpFor(record));
    if (marked.marked) this.#run.account.countVerified();
    return marked.end;
  }

  /** The password of a user who already uses the service is not overwritten. */
  async #mayBeChanged({ record, plan, warnings }: SentUser, { serviceUserId }: FirstUser): Promise<boolean> {
    const administration = this.#run.options.changedSince?.administration;
    const hasPassword = plan.some(({ call }) => call === "importPasswordHash");
    if (!hasPassword || administration?.has("listSessions") !== true) return true;
    const looked = await hasSignedIn(serviceUserId, administration, this.#lookUpFor(record));
    if (looked === false) return true;
    if (looked === true) {
      const message = "the user has signed in at the service since the first import";
      await this.#run.refuse(record, [problem("import/signed-in-since", message)]);
    } else if (looked.kind !== "unfinished") {
      this.#run.stopFor(this.#firstRefusals.take(outcomeOf(record, looked, warnings), "look-up"));
    }
    return false;
  }

  /** A run that was stopped before anything had succeeded leaves the refused users to the next run. */
  #settleRefusals(): void {
    if (!this.#run.isStopping()) this.#firstRefusals.release();
    for (const { record, isInDoubt } of this.#firstRefusals.undecided) {
      if (!isInDoubt) this.#run.journal.noteLeft(record);
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
      client: this.#run.options.client,
      signal: this.#run.breaking,
      beforeCall: (hasTurn) => this.#beforeCall(hasTurn),
      claim: (id, line) => this.#recent.claim(id, line),
      hasWorked: (call) => this.#run.account.hasSucceeded(call),
      succeeded: (planned) => this.#succeeded(planned),
      overwrotePassword: () => this.#run.account.countOverwrittenPassword(),
      isStopping: () => this.#run.isStopping(),
      stop: (reason) => this.#run.stop(reason),
      afterFailure: (record, failure, reason) => this.#afterFailure(record, failure, reason),
      noteStep: (...noted) => this.#run.journal.noteStep(...noted),
      noteRestart: (record) => this.#run.journal.noteRestart(record),
    };
  }

  /** What a killed run had on its way is known from the journal, so that comes first. */
  async #beforeCall(hasTurn = false): Promise<AttemptFollower | undefined> {
    const unwritten = this.#run.journal.written();
    this.#run.stopFor(unwritten instanceof Promise ? await unwritten : unwritten);
    const held = hasTurn ? undefined : this.#turn(this.#run.ending);
    if (held !== undefined) await held;
    if (this.#run.isStopping()) return undefined;
    const call = this.#pace.follow();
    return followAttempts(
      (attempt) => (attempt === 1 ? call.begin() : this.#repeat(call)),
      (event) => {
        call.observe(event);
        this.#run.options.shared?.observe(event);
        this.#heed(event);
      },
    );
  }

  /** The client's own repeats keep to the pace as well. A call on its way continues when the run ends. */
  async #repeat(call: FollowedCall): Promise<void> {
    await this.#turn(this.#run.breaking);
    call.begin();
  }

  /** This import's own pace, then that of the whole run. */
  #turn(signal: AbortSignal): Promise<void> | undefined {
    const { shared } = this.#run.options;
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
    this.#run.stop(problem("import/service-down", `the service asks for a pause of ${counted(seconds, "second")}`));
  }

  #succeeded(planned: PlannedCall): void {
    this.#run.account.countCall(planned.call);
    const kind = kindOfCall(planned);
    if (this.#firstRefusals.succeeded(kind)) {
      this.#run.journal.noteWorked(kind);
      this.#run.options.shared?.onWorked(kind);
    }
    this.#outage.succeeded();
  }

  async #afterFailure(record: number, failure: UserFailure, reason: Problem): Promise<"again" | "give-up" | "stop"> {
    const next = this.#outage.after(record, failure, this.#users.count, reason.code === "client/rate-limited");
    if (next === "stop") {
      const { code, message } = reason;
      this.#run.stop(
        problem("import/service-down", `no call succeeds any more; the last one ended with ${code}: ${message}`),
      );
    }
    if (next === "again") await this.#run.sleep(this.#outage.delay(failure.round), this.#run.ending);
    return this.#run.isStopping() ? "stop" : next;
  }
}

function refusalsOf(
  { hasNewPassword, notCarried }: PlannedChange,
  passwords: "refuse" | "overwrite" = "refuse",
): readonly Problem[] {
  return [
    ...notCarried.map((change) => problem("import/change-not-carried", `since the first export ${change}`)),
    ...(hasNewPassword && passwords === "refuse"
      ? [problem("import/password-changed", "the export has another password than the first one")]
      : []),
  ];
}

/** What the service has decided before this import began, in this part of a run or in another one. */
function decidedBefore({ isAcknowledged, worked }: Journal, shared?: SharedRun) {
  if (shared === undefined) return { isAcknowledged, worked };
  return {
    isAcknowledged: isAcknowledged || shared.worked.size > 0,
    worked: new Set([...worked, ...shared.worked]),
  };
}
