import type { AccountInfo, AdministrationClient, CallName, FoundUser } from "../../client/index.js";
import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { Problem } from "../../result.js";
import { hasCall } from "../../service/profile.js";
import type { NormalizedUser, ReadUser, UserRecord } from "../../source/index.js";
import { userIn } from "../../source/internal.js";
import type { Awaitable } from "../awaitable.js";
import { checkPlan } from "../check-plan.js";
import {
  type AskForUsers,
  existsProblem,
  findExisting,
  hasSignedIn,
  infosOf,
  isSameAddress,
  keptOutcome,
  lookUp,
  sentProblem,
  strangersAmong,
  unprovenProblem,
  unprovenSteps,
} from "../find-existing.js";
import { kindOfCall } from "../first-refusals.js";
import { contactsOf, keysOf } from "../in-flight-users.js";
import { shortUserId, type UserTrace } from "../journal/journal-line.js";
import { isThere } from "../journal/recover.js";
import { hasMarkToSet, markVerified } from "../mark-verified.js";
import { placeOf } from "../outcome.js";
import { PASSWORD, type PlannedCall, planImport } from "../plan.js";
import { runUser, type UserEnd } from "../run-user.js";
import { type FirstImport, type FirstUser, unfinished } from "../since/first-import.js";
import { type PlannedChange, planChange } from "../since/plan-change.js";
import { claimedBeside, isUserOf, loginsToCome, takenProblem } from "../taken-logins.js";
import { ofChanged, outcomeOf } from "../user-outcome.js";
import { withheldSteps } from "../withheld-steps.js";
import type { ImportRun, Sending } from "./import-run.js";
import { RunCalls } from "./run-calls.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, IMPORT_PROBLEMS);

export interface SentUser {
  readonly record: UserRecord;
  readonly user: NormalizedUser;
  readonly plan: readonly PlannedCall[];
  readonly warnings: readonly Problem[];
  /** What the first import has made of them, in a second one. */
  readonly first?: FirstUser | undefined;
}

/** What a service is asked before a user is sent. */
interface Questions {
  readonly administration: AdministrationClient;
  readonly infos: readonly AccountInfo[];
  /** An attempt has ended without an answer: who is found may be the user whom it has made. */
  readonly isInDoubt: boolean;
}

const NO_STEPS: ReadonlySet<string> = new Set();

/** Sends each user by the calls of their plan: who is in flight, and at what pace. */
export class SendingByCalls implements Sending {
  readonly #run: ImportRun;
  readonly #first: FirstImport | undefined;
  readonly #calls: RunCalls;
  /** Users whose account on the service is theirs. One who had none when they were looked up may find a stranger's a moment later. */
  readonly #owners = new WeakSet<SentUser>();

  constructor(run: ImportRun, first: FirstImport | undefined) {
    this.#run = run;
    this.#first = first;
    this.#calls = new RunCalls(run);
  }

  send(record: UserRecord, { user }: ReadUser, warnings: readonly Problem[]): Promise<void> | undefined {
    const { service } = this.#run.options.client;
    const plan = planImport(user, service);
    const problems = checkPlan(plan, service);
    if (problems.length > 0) return this.#run.refuse(record, problems);
    const one = { record, user, plan, warnings };
    return this.#first === undefined ? this.#begin(one) : this.#beginSecond(one, this.#first);
  }

  async #beginSecond(one: SentUser, first: FirstImport): Promise<void> {
    const { record, user } = one;
    const { client, changedSince } = this.#run.options;
    const state = await first.stateOf(user.externalUserId);
    if (state.kind === "unknown") return this.#begin(one);
    if (state.kind === "unfinished") {
      this.#noteKnown(record, user);
      return this.#run.refuse(record, [unfinished("the first import has brought only a part of this user")]);
    }
    const change = planChange(user, state.user, first.keyedFor(state.user), client.service);
    const refusals = refusalsOf(change, changedSince?.passwords);
    const isKept = refusals.length === 0 && change.plan.length === 0;
    if (!isKept) this.#noteKnown(record, user, state.user);
    if (refusals.length > 0) return this.#run.refuse(record, refusals);
    if (isKept) return this.#keep(record, user, state.user);
    await this.#begin({ ...one, plan: change.plan, first: state.user });
  }

  #noteKnown({ index, line }: UserRecord, { externalUserId }: NormalizedUser, first?: FirstUser): void {
    this.#run.journal.note({ known: index, line, userId: shortUserId(externalUserId), ...first });
  }

  /** Waits until there is room for the user, and begins the import; not where it would be another record's user. */
  async #begin(one: SentUser): Promise<void> {
    const keys = keysOf(one.user);
    const { users, contacts } = this.#calls;
    for (let other = users.conflictOf(keys); other !== undefined; other = users.conflictOf(keys)) await other;
    const line = contactsOf(one.user)
      .map((key) => contacts.lineOf(key))
      .find((known) => known !== undefined);
    if (line !== undefined) return this.#run.refuse(one.record, [sentProblem(line)]);
    while (users.count >= this.#calls.room) await users.oneEnded();
    const unreported = this.#run.room();
    if (unreported !== undefined) await unreported;
    const unsynced = this.#run.journal.room();
    this.#run.stopFor(unsynced instanceof Promise ? await unsynced : unsynced);
    if (this.#run.isStopping()) return;
    users.add(keys, this.#importUntaken(one));
  }

  /** Of a user whom the export refuses this time, a third one has to know too. */
  async noteRefused(record: UserRecord): Promise<void> {
    const user = userIn(record);
    if (user === undefined || this.#first === undefined) return;
    const state = await this.#first.stateOf(user.externalUserId);
    if (state.kind !== "unknown") this.#noteKnown(record, user, state.kind === "known" ? state.user : undefined);
  }

  noteEarlier({ index, line, result }: UserRecord): void {
    const { journal } = this.#run;
    const state = journal.stateOf(index);
    if ((isThere(state) || this.#isOurs(index)) && result.ok) this.#noteContacts(result.value.user, line);
  }

  #noteContacts(user: NormalizedUser, line: number): void {
    for (const key of contactsOf(user)) this.#calls.contacts.claim(key, line);
  }

  async settle(): Promise<void> {
    await this.#calls.users.allEnded();
    this.#calls.settleRefusals();
  }

  /** What to ask for before the user is sent; undefined where they are sent whatever the service has. */
  #questionsOf(one: SentUser): Questions | undefined {
    const { existing } = this.#run.options;
    const { administration } = existing;
    const { journal } = this.#run;
    const { index } = one.record;
    if (administration === undefined) return undefined;
    const asked = { administration, isInDoubt: journal.isInDoubt(index) };
    if (existing.policy !== "overwrite" && one.first === undefined) return { ...asked, infos: infosOf(one.user) };
    const { email } = one.user;
    const isUnproven = unprovenSteps(one.user, one.plan).size > 0;
    const isByAddress = isUnproven || (one.first === undefined && one.plan.some(({ step }) => step === PASSWORD));
    return isByAddress && administration.has("findUsers") ? { ...asked, infos: [{ email }] } : undefined;
  }

  /** A caller who lets nobody be looked up takes all that is there for the users' own. */
  #ownsAll(): boolean {
    const { client, existing } = this.#run.options;
    return existing.administration === undefined && hasCall(client.service, "findUsers");
  }

  /** Who was found, and is not what the open call has made, is the user's own all the same. */
  #isInDoubt(one: SentUser): boolean {
    return this.#run.journal.isInDoubt(one.record.index) && !this.#owners.has(one);
  }

  /** Users whom an earlier run has begun are this journal's own. */
  #isOurs(index: number): boolean {
    return this.#run.journal.stepsOf(index).size > 0 || this.#run.journal.isInDoubt(index);
  }

  /** Not where they are on the service. The turn of their first call comes first: people sign up while it is waited for. */
  async #mayBeSent(one: SentUser, { administration, infos, isInDoubt }: Questions): Promise<boolean> {
    const { record } = one;
    await this.#calls.turn(this.#run.ending);
    const ask: AskForUsers<UserEnd> = (info) =>
      lookUp<readonly FoundUser[]>((options) => administration.findUsers(info, options), this.#calls, record.index);
    const all = await findExisting(infos, ask);
    const found = "kind" in all || !isInDoubt ? all : await this.#others(all, administration, one);
    const end = "kind" in found ? found : await this.#settleFound(one, found, ask);
    // What the open call has made, if anything, is their own now: it was used.
    if (end === false && isInDoubt) this.#run.journal.note({ left: record.index });
    if (typeof end === "boolean") return end;
    return this.#unanswered(one, end, isInDoubt);
  }

  /** A question had no answer. Whether a call has gone through stays as open as it was. */
  #unanswered({ record, warnings }: SentUser, end: UserEnd, isInDoubt: boolean): false {
    if (end.kind === "unfinished") return false;
    const left = "step" in end ? { ...end, isInDoubt } : end;
    this.#run.stopFor(this.#calls.firstRefusals.take(outcomeOf(record, left, warnings), "look-up"));
    return false;
  }

  /** Whom no attempt of this import has made: it marks no address before it is done with a user, links nothing, signs in no one. */
  async #others(
    found: readonly FoundUser[],
    administration: AdministrationClient,
    { record, plan }: SentUser,
  ): Promise<readonly FoundUser[] | UserEnd> {
    const others: FoundUser[] = [];
    for (const one of found) {
      let isOther: boolean | UserEnd = one.logins.length > 1 || one.logins.some((login) => !couldMake(plan, login));
      if (!isOther && administration.has("listSessions")) {
        isOther = await hasSignedIn(one.userId, administration, this.#calls, record.index);
      }
      if (typeof isOther !== "boolean") return isOther;
      if (isOther) others.push(one);
    }
    return others;
  }

  /** Whether the user is sent all the same; or how a further question ended without an answer. */
  async #settleFound(
    one: SentUser,
    found: readonly FoundUser[],
    ask: AskForUsers<UserEnd>,
  ): Promise<boolean | UserEnd> {
    const { record, user, first } = one;
    const [holder] = found;
    if (holder === undefined) return true;
    const shared = this.#calls.recent.lineOf(holder.userId);
    if (shared !== undefined) return this.#leave(record, existsProblem(shared));
    const lookUps = first === undefined ? this.#run.lookUps : undefined;
    const canReplace = user.needsNewPassword !== true;
    const isOverwritten = first === undefined && lookUps === undefined && unprovenSteps(user, one.plan).size === 0;
    if (isOverwritten && found.some((other) => isInTheWay(other, one))) return this.#leave(record, existsProblem());
    if (isOverwritten) return this.#own(one);
    if (canReplace && lookUps?.overwrites?.(user.externalUserId) === true) {
      return found.some((other) => isInTheWay(other, one)) ? this.#leave(record, existsProblem()) : this.#own(one);
    }
    if (lookUps?.policy === "refuse") return this.#leave(record, existsProblem());
    const strangers = await strangersAmong(found, user, ask, [first?.serviceUserId, first?.codeUserId]);
    if ("kind" in strangers) return strangers;
    if (strangers.length > 0 && lookUps?.policy !== "skip") return this.#leave(record, unprovenProblem(user));
    if (lookUps?.policy !== "skip") return this.#own(one);
    this.#noteContacts(user, record.line);
    // Of an account that may be another person's the mapping gets no ID.
    const kept = strangers.length > 0 ? keptOutcome(placeOf(record), [], [unprovenProblem(user)]) : undefined;
    this.#run.record(kept ?? keptOutcome(placeOf(record), found), undefined);
    return false;
  }

  #own(one: SentUser): true {
    this.#owners.add(one);
    return true;
  }

  #leave(record: UserRecord, reason: Problem): false {
    this.#run.report({ ...placeOf(record), kind: "refused-by-us", problems: [reason] });
    return false;
  }

  /** With nothing on its way: after a kill, who is found must not be taken for this journal's own. */
  async #lookAgain(one: SentUser, questions: Questions): Promise<boolean> {
    if (questions.isInDoubt) return this.#mayBeSent(one, questions);
    const { index } = one.record;
    this.#run.journal.note({ left: index });
    const isFree = await this.#mayBeSent(one, questions);
    if (isFree) this.#run.journal.note({ begun: index });
    return isFree;
  }

  /** Nothing is sent for a user whom the first import has made and who is as they were. */
  async #keep(record: UserRecord, user: NormalizedUser, first: FirstUser): Promise<void> {
    const { serviceUserId, codeUserId } = first;
    this.#run.account.add("unchanged");
    this.#noteContacts(user, record.line);
    const outcome = { kind: "already-there", isReconciled: false, warnings: [], serviceUserId } as const;
    this.#run.record({ ...placeOf(record), ...outcome }, this.#traceOf(user, codeUserId));
    await this.#run.room();
    this.#run.stopFor(await this.#run.journal.room());
  }

  #traceOf(user: NormalizedUser, codeUserId: string | undefined): UserTrace {
    return { codeUserId, print: this.#run.journal.printOf(user) };
  }

  async #importUntaken(one: SentUser): Promise<void> {
    try {
      if (!(await this.#isUntaken(one))) return;
    } catch (error) {
      this.#run.throw(error);
      return;
    }
    await this.#import(one);
  }

  /** A phone number or social login that the service has is nobody's to take over; asked where no other look-up finds it. */
  async #isUntaken(one: SentUser): Promise<boolean> {
    const { record, user, plan, first } = one;
    const { journal, options, lookUps } = this.#run;
    const { administration } = options.existing;
    if (administration?.has("findUsers") !== true) return true;
    const done = journal.stepsOf(record.index);
    const withheld = withheldSteps(plan, options.without);
    const reached = { done, isInDoubt: journal.isInDoubt(record.index), withheld };
    const ownIds = [first?.serviceUserId, first?.codeUserId, ...done.values()];
    const isAsked =
      lookUps !== undefined &&
      first === undefined &&
      !this.#isOurs(record.index) &&
      !lookUps.overwrites?.(user.externalUserId);
    for (const info of isAsked ? claimedBeside(plan, lookUps.policy) : loginsToCome(plan, reached, user)) {
      const found = await lookUp<readonly FoundUser[]>(
        (call) => administration.findUsers(info, call),
        this.#calls,
        record.index,
      );
      if ("kind" in found) return this.#unanswered(one, found, reached.isInDoubt);
      const other = found.find((holder) => !isUserOf(holder, user, info, ownIds));
      if (other === undefined) continue;
      const shared = [other.userId, ...other.loginIds].flatMap((id) => this.#calls.recent.lineOf(id) ?? [])[0];
      await this.#run.refuse(record, [shared === undefined ? takenProblem() : existsProblem(shared)]);
      return false;
    }
    return true;
  }

  async #import(one: SentUser): Promise<void> {
    const { record, user, plan, warnings, first } = one;
    const { index } = record;
    try {
      const questions = this.#questionsOf(one);
      if (!(await this.#isFree(one, questions))) return;
      const before = this.#run.journal.stepsOf(index);
      const isInDoubt = this.#isInDoubt(one);
      this.#run.journal.note({ begun: index });
      const withheld = withheldSteps(plan, this.#run.options.without);
      const isFollowed = first === undefined && this.#hasMark(user);
      const lookAgain =
        questions && ((isUncertain: boolean) => this.#lookAgain(one, { ...questions, isInDoubt: isUncertain }));
      const ownsAll = this.#ownsAll();
      const unproven = ownsAll || this.#owners.has(one) ? NO_STEPS : unprovenSteps(user, plan);
      const place = { record: index, line: record.line, lookAgain, firstUserId: first?.serviceUserId };
      const planned = { ...place, plan, before, isInDoubt, withheld, isFollowed, unproven, ownsAll };
      const calls = await runUser(planned, this.#calls);
      const end = isFollowed ? await this.#mark(record, user, calls) : calls;
      if (end.kind === "unfinished") {
        if (!end.isInDoubt) this.#run.journal.note({ left: index });
        if (end.isSent === true || calls.kind !== "unfinished") this.#run.account.add("sentInPart");
        return;
      }
      if ("codeUserId" in end || end.canSignIn || end.isInDoubt) this.#noteContacts(user, record.line);
      const outcome = ofChanged(outcomeOf(record, end, warnings), first);
      if ("codeUserId" in end) {
        if (first !== undefined) this.#run.account.add("changed");
        // Nothing tells whether a user who is there was refused, so these wait for nothing.
        this.#run.record(outcome, this.#traceOf(user, end.codeUserId ?? first?.codeUserId));
        return;
      }
      const last = plan.find(({ step }) => step === end.step);
      this.#run.stopFor(this.#calls.firstRefusals.take(outcome, last === undefined ? "" : kindOfCall(last)));
    } catch (error) {
      this.#run.throw(error);
    }
  }

  /** Known at once for nearly all. */
  #isFree(one: SentUser, questions: Questions | undefined): Awaitable<boolean> {
    // Who is begun is this journal's own, for as long as the service knows them.
    const isBegun = this.#run.journal.stepsOf(one.record.index).size > 0;
    const isFree = () => questions === undefined || isBegun || this.#mayBeSent(one, questions);
    if (one.first === undefined) return isFree();
    return this.#mayBeChanged(one, one.first).then((mayBe) => mayBe && isFree());
  }

  #hasMark(user: NormalizedUser): boolean {
    return this.#run.options.verification !== undefined && hasMarkToSet(user);
  }

  /** Existing users keep their verification marks. */
  async #mark(record: UserRecord, user: NormalizedUser, end: UserEnd): Promise<UserEnd> {
    const administration = this.#run.options.verification?.administration;
    if (end.kind === "already-there") this.#run.account.noteMark(record.index, false);
    if (end.kind !== "imported" || administration === undefined) return end;
    const marked = await markVerified(user, end, administration, this.#calls, record.index);
    this.#run.account.noteMark(record.index, marked.marked);
    return marked.end;
  }

  /** The password of a user who already uses the service is not overwritten. */
  async #mayBeChanged(one: SentUser, { serviceUserId }: FirstUser): Promise<boolean> {
    const { record, plan, user } = one;
    const administration = this.#run.options.changedSince?.administration;
    const hasPassword = plan.some(({ call }) => call === "importPasswordHash");
    if (!hasPassword || administration?.has("listSessions") !== true) return true;
    const looked = await hasSignedIn(serviceUserId, administration, this.#calls, record.index);
    // Of an address that the old system has not verified, the mark at the service is that of its owner.
    const found =
      looked === false && !user.emailVerified && administration.has("findUser")
        ? await lookUp((call) => administration.findUser(serviceUserId, call), this.#calls, record.index)
        : undefined;
    const isMarked = found !== undefined && "logins" in found && found.logins.some((login) => isOwner(login, user));
    if (looked === true || isMarked) {
      const what = isMarked ? "verified the address" : "signed in";
      const message = `the user has ${what} at the service since the first import`;
      await this.#run.refuse(record, [problem("import/signed-in-since", message)]);
      return false;
    }
    const end = typeof looked === "object" ? looked : found !== undefined && "kind" in found ? found : undefined;
    return end === undefined || this.#unanswered(one, end, this.#run.journal.isInDoubt(record.index));
  }
}

function isOwner({ isVerified, email, recipeId }: FoundUser["logins"][number], user: NormalizedUser): boolean {
  return isVerified === true && recipeId === "emailpassword" && isSameAddress(email, user.email);
}

/** Whether the first login of a plan could have made this one. No import of a password marks its address as verified. */
function couldMake(plan: readonly PlannedCall[], { recipeId, isVerified }: FoundUser["logins"][number]): boolean {
  const made = LOGINS.find(([call]) => call === plan[0]?.call)?.[1];
  if (recipeId !== undefined && made !== undefined && recipeId !== made) return false;
  return !(recipeId === "emailpassword" && isVerified === true);
}

const LOGINS: readonly (readonly [CallName, recipeId: string])[] = [
  ["importPasswordHash", "emailpassword"],
  ["importThirdPartyUser", "thirdparty"],
  ["createPasswordlessCode", "passwordless"],
];

/** Whether an account without a password is the user's own, who would have two, or keeps their logins from being linked. */
function isInTheWay(other: FoundUser, { user, plan }: SentUser): boolean {
  if (opensByPassword(other, user)) return false;
  const isTheirs = other.logins.some(
    ({ isVerified, email }) => isVerified === true && isSameAddress(email, user.email),
  );
  return isTheirs || plan.some(({ call }) => call === "makePrimaryUser");
}

/** Whether the account has a password login of the user's address; a service that lists no logins does not say. */
function opensByPassword({ logins }: FoundUser, { email }: NormalizedUser): boolean {
  return (
    logins.length === 0 ||
    logins.some((login) => {
      return (login.recipeId ?? "emailpassword") === "emailpassword" && isSameAddress(login.email ?? email, email);
    })
  );
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
