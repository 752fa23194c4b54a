import type { AttemptEvent, CallName, CallOptions } from "../../client/index.js";
import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { NormalizedUser } from "../../source/index.js";
import { FirstRefusals, kindOfCall } from "../first-refusals.js";
import { contactsOf, InFlightUsers } from "../in-flight-users.js";
import { shortUserId } from "../journal/journal-line.js";
import { RecentLines } from "../line-index.js";
import { completePatience, Outage, type UserFailure } from "../outage.js";
import { asksForPause, type FollowedCall, Pace } from "../pace.js";
import type { PlannedCall } from "../plan.js";
import type { FirstImport } from "../since/first-import.js";
import type { ImportRun } from "./import-run.js";

const DEFAULT_CONCURRENCY = 16;

/** What a call waits for, and what comes between its attempts. */
interface Waiting {
  /** The call's turn was waited for before. */
  readonly hasTurn?: boolean;
  /** Waits for the turn of a repeat by itself, and says whether it may be sent; given whether an attempt may have been carried out. */
  readonly mayRepeat?: ((isUncertain: boolean) => Promise<boolean>) | undefined;
}

/** A call that may be sent, and what its attempts leave open. */
interface OpenCall {
  readonly options: CallOptions;
  /** Whether an attempt that was followed by another one may have been carried out. */
  isUncertain(): boolean;
}

/** The calls of a run that sends users one by one: when each may go, and what its end says of the service. */
export class RunCalls {
  readonly run: ImportRun;
  readonly users = new InFlightUsers();
  /** By IDs of the service. */
  readonly recent = new RecentLines();
  /** By what users are told apart by (`contactsOf`): users who are on the service by this journal, or may be. */
  readonly contacts = new RecentLines();
  readonly firstRefusals: FirstRefusals;
  readonly #first: FirstImport | undefined;
  readonly #pace: Pace;
  readonly #outage: Outage;
  #hasLookedUp = false;

  constructor(run: ImportRun, first?: FirstImport) {
    const { options, clock, sleep, journal } = run;
    const { concurrency = DEFAULT_CONCURRENCY, callsPerSecond, shared } = options;
    this.run = run;
    this.#first = first;
    // What the service has decided before this import began, in this part of a run or in another one.
    const elsewhere = shared?.worked ?? new Set();
    const isAcknowledged = journal.isAcknowledged || elsewhere.size > 0;
    this.firstRefusals = new FirstRefusals(
      (outcome) => run.record(outcome, undefined),
      { isAcknowledged, worked: new Set([...journal.worked, ...elsewhere]) },
      options.acceptRefusals === true,
    );
    this.#pace = new Pace({ concurrency, clock, sleep, ...defined({ callsPerSecond }) });
    this.#outage = new Outage(completePatience(options.patience), clock, options.random ?? Math.random);
  }

  /** Users that may be in flight. A look-up costs the service little and the run a whole exchange, so it adds as many. */
  get room(): number {
    return this.#pace.limit * (this.run.lookUps === undefined ? 1 : 2);
  }

  /**
   * The line of the first export whose user, another one than this, has one of these accounts by the first import.
   * None where a person has decided that it is this one's now.
   */
  async lineOfOther(serviceUserIds: readonly string[], userId: string): Promise<number | undefined> {
    if (this.run.isDecided(userId)) return undefined;
    for (const id of this.#first === undefined ? [] : serviceUserIds) {
      const owner = await this.#first?.ownerOf(id);
      if (owner !== undefined && owner.userId !== shortUserId(userId)) return owner.line;
    }
    return undefined;
  }

  /** Whether a look-up has succeeded in this run. */
  get hasLookedUp(): boolean {
    return this.#hasLookedUp;
  }

  /** Whether a call of this kind has succeeded, or any call where none is named. */
  hasWorked(call?: CallName): boolean {
    return this.run.account.hasSucceeded(call);
  }

  /**
   * Waits until a call may be sent; undefined where the run ended meanwhile. What a killed run had on its way is known
   * from the journal, so that comes first.
   */
  async open({ hasTurn = false, mayRepeat }: Waiting = {}): Promise<OpenCall | undefined> {
    const unwritten = this.run.journal.written();
    this.run.stopFor(unwritten instanceof Promise ? await unwritten : unwritten);
    const held = hasTurn ? undefined : this.turn(this.run.ending);
    if (held !== undefined) await held;
    if (this.run.isStopping()) return undefined;
    const call = this.#pace.follow();
    let isUncertain = false;
    const onAttempt = (event: AttemptEvent): void => {
      if (event.delayMs !== undefined && event.mayHaveHappened === true) isUncertain = true;
      call.observe(event);
      this.run.options.shared?.observe(event);
      this.#heed(event);
    };
    const isFree = mayRepeat && (() => mayRepeat(isUncertain));
    const beforeAttempt = (attempt: number) => (attempt === 1 ? begun(call) : this.#repeat(call, isFree));
    return { options: { signal: this.run.breaking, beforeAttempt, onAttempt }, isUncertain: () => isUncertain };
  }

  /** This import's own pace, then that of the whole run. */
  turn(signal: AbortSignal): Promise<void> | undefined {
    const { shared } = this.run.options;
    const own = this.#pace.turn(signal);
    if (shared === undefined) return own;
    return own === undefined ? shared.turn(signal) : own.then(() => shared.turn(signal));
  }

  /** The user is on the service by this journal, or may be. */
  claimContacts(user: NormalizedUser, line: number): void {
    for (const key of contactsOf(user)) this.contacts.claim(key, line);
  }

  succeeded(planned: PlannedCall): void {
    this.run.account.countCall(planned.call);
    const kind = kindOfCall(planned);
    if (this.firstRefusals.succeeded(kind)) {
      this.run.journal.note({ worked: kind });
      this.run.options.shared?.onWorked(kind);
    }
    this.#outage.succeeded();
  }

  lookedUp(): void {
    this.#hasLookedUp = true;
    this.#outage.succeeded();
  }

  /** After a failure that may pass: waits, and says whether to continue. */
  async afterFailure(record: number, failure: UserFailure, reason: Problem): Promise<"again" | "give-up" | "stop"> {
    const { code, message } = reason;
    const next = this.#outage.after(record, failure, this.users.count, code === "client/rate-limited");
    if (next === "stop") {
      const text = `no call succeeds any more; the last one ended with ${code}: ${message}`;
      this.run.stop(problem("import/service-down", text));
    }
    if (next === "again") await this.run.sleep(this.#outage.delay(failure.round), this.run.ending);
    return this.run.isStopping() ? "stop" : next;
  }

  /** A run that was stopped before anything had succeeded leaves the refused users to the next run. */
  settleRefusals(): void {
    if (!this.run.isStopping()) this.firstRefusals.release();
    for (const { record, isInDoubt } of this.firstRefusals.undecided) {
      if (!isInDoubt) this.run.journal.note({ left: record });
    }
  }

  /** The client's own repeats keep to the pace as well. A call on its way continues when the run ends. */
  async #repeat(call: FollowedCall, isFree?: () => Promise<boolean>): Promise<boolean> {
    if (isFree === undefined) await this.turn(this.run.breaking);
    else if (!(await isFree())) return false;
    return begun(call);
  }

  #heed(event: AttemptEvent): void {
    const { retryAfterMs, delayMs } = event;
    if (retryAfterMs === undefined || !asksForPause(event)) return;
    const isTooLong = this.#outage.asked(retryAfterMs);
    // A client that waits so long by itself was told to.
    if (!isTooLong || delayMs !== undefined) return;
    const seconds = Math.ceil(retryAfterMs / 1000);
    this.run.stop(problem("import/service-down", `the service asks for a pause of ${counted(seconds, "second")}`));
  }
}

function begun(call: FollowedCall): true {
  call.begin();
  return true;
}
