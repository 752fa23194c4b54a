import type { AccountInfo, AdministrationClient, CallName, FoundUser } from "../../client/index.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { hasCall } from "../../service/profile.js";
import type { NormalizedUser, UserRecord } from "../../source/index.js";
import {
  type AskForUsers,
  existsProblem,
  findExisting,
  hasSignedIn,
  infosOf,
  isSameAddress,
  keptOutcome,
  lookUp,
  madeForOtherProblem,
  strangersAmong,
  unprovenProblem,
  unprovenSteps,
} from "../find-existing.js";
import { type Doubt, LATE_MS } from "../journal/recover.js";
import { placeOf } from "../outcome.js";
import { PASSWORD, type PlannedCall } from "../plan.js";
import type { PlannedUser, UserEnd } from "../run-user.js";
import type { FirstUser } from "../since/first-import.js";
import { claimedBeside, isUserOf, loginsToCome, takenProblem } from "../taken-logins.js";
import { outcomeOf } from "../user-outcome.js";
import { withheldSteps } from "../withheld-steps.js";
import type { ImportRun } from "./import-run.js";
import type { RunCalls } from "./run-calls.js";

/** A user who is to be sent. */
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
  /** What is known of an earlier run's attempt, where the doubt comes from it. */
  readonly doubt: Doubt | undefined;
}

/** A call of which it is open whether it was carried out, and when the run ended that has sent it. */
interface OpenCall extends Pick<Doubt, "until"> {
  readonly call: CallName | undefined;
}

/** What a user is sent by who may be. */
type Admission = Pick<PlannedUser, "isInDoubt" | "lookAgain" | "unproven" | "ownsAll" | "wasFound"> & {
  /** The account that was found is the user's. */
  readonly isOwn: boolean;
};

const NO_STEPS: ReadonlySet<string> = new Set();

/**
 * Whether a user is sent, by who is at the service: asks for them, and reports of each who is not sent.
 *
 * Who is found is the user's own where an earlier import gave the ID, where the address is verified on both sides, or where
 * a provider has said so; what an open call can have made is the user's own too. Else:
 *
 * | found                | refuse | skip             | overwrite                   | second export |
 * | -------------------- | ------ | ---------------- | --------------------------- | ------------- |
 * | the user's own       | left   | kept             | overwritten                 | changed       |
 * | may be a stranger's  | left   | kept, without ID | overwritten, where verified | left          |
 * | in the way of a link | left   | kept             | left                        |               |
 *
 * Verified is the address in the old system.
 */
export class ExistingAccounts {
  readonly #run: ImportRun;
  readonly #calls: RunCalls;
  /** Users whose account on the service is theirs. One who had none when they were looked up may find a stranger's a moment later. */
  readonly #owners = new WeakSet<SentUser>();
  /** Users of whom the service had a phone number or social login, in an account that is theirs. */
  readonly #known = new WeakSet<SentUser>();

  constructor(calls: RunCalls) {
    this.#run = calls.run;
    this.#calls = calls;
  }

  /** Undefined where the user is not sent, which is reported. */
  async admit(one: SentUser): Promise<Admission | undefined> {
    if (!(await this.#isUntaken(one))) return undefined;
    if (one.first !== undefined && !(await this.#mayBeChanged(one, one.first))) return undefined;
    const questions = this.#questionsOf(one);
    // Who is begun is this journal's own, for as long as the service knows them.
    const isBegun = this.#run.journal.stepsOf(one.record.index).size > 0;
    if (questions !== undefined && !isBegun && !(await this.#mayBeSent(one, questions))) return undefined;
    const isOwn = this.#owners.has(one);
    const doubt = this.#run.journal.doubtOf(one.record.index);
    const ownsAll = this.#ownsAll();
    return {
      // Who was found, and is not what the open call has made, is the user's own all the same.
      isInDoubt: doubt !== undefined && !isOwn,
      isOwn,
      wasFound: () => this.#owners.has(one) || this.#known.has(one),
      lookAgain: questions && ((isInDoubt) => this.#lookAgain(one, { ...questions, isInDoubt, doubt: undefined })),
      unproven: ownsAll || isOwn ? NO_STEPS : unprovenSteps(one.user, one.plan),
      ownsAll,
    };
  }

  /** What to ask for before the user is sent; undefined where they are sent whatever the service has. */
  #questionsOf(one: SentUser): Questions | undefined {
    const { existing } = this.#run.options;
    const { administration } = existing;
    const { journal } = this.#run;
    const { index } = one.record;
    if (administration === undefined) return undefined;
    const doubt = journal.doubtOf(index);
    const asked = { administration, isInDoubt: doubt !== undefined, doubt };
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

  /** Not where they are on the service. The turn of their first call comes first: people sign up while it is waited for. */
  async #mayBeSent(one: SentUser, questions: Questions): Promise<boolean> {
    const { administration, infos, isInDoubt, doubt } = questions;
    const { record } = one;
    const open = { call: one.plan[0]?.call, ...doubt };
    await this.#calls.turn(this.#run.ending);
    const ask: AskForUsers<UserEnd> = (info) =>
      lookUp<readonly FoundUser[]>((options) => administration.findUsers(info, options), this.#calls, record.index);
    const all = await findExisting(infos, ask);
    // What was there before an attempt is not what it has made.
    const mayBeMade = isInDoubt && doubt?.isThere !== true && !this.#owners.has(one);
    const found = "kind" in all || !mayBeMade ? all : await this.#others(all, administration, record, open);
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
    { index }: UserRecord,
    open: OpenCall,
  ): Promise<readonly FoundUser[] | UserEnd> {
    const others: FoundUser[] = [];
    for (const one of found) {
      let isOther: boolean | UserEnd = one.logins.length > 1 || one.logins.some((login) => !couldMake(open, login));
      if (!isOther && administration.has("listSessions")) {
        isOther = await hasSignedIn(one.userId, administration, this.#calls, index);
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
    const isDecided = this.#run.isDecided(user.externalUserId);
    const ids = found.flatMap(({ userId, loginIds }) => [userId, ...loginIds]);
    const owner = await this.#calls.lineOfOther(ids, user.externalUserId);
    if (owner !== undefined) return this.#leave(record, madeForOtherProblem(owner));
    const lookUps = first === undefined ? this.#run.lookUps : undefined;
    const canReplace = user.needsNewPassword !== true;
    const isOverwritten = first === undefined && lookUps === undefined && unprovenSteps(user, one.plan).size === 0;
    if (isOverwritten && found.some((other) => isInTheWay(other, one))) return this.#leave(record, existsProblem());
    if (isOverwritten) return this.#own(one);
    if (canReplace && first === undefined && isDecided) {
      return found.some((other) => isInTheWay(other, one)) ? this.#leave(record, existsProblem()) : this.#own(one);
    }
    if (lookUps?.policy === "refuse") return this.#leave(record, existsProblem());
    const strangers = await strangersAmong(found, user, ask, [first?.serviceUserId, first?.codeUserId]);
    if ("kind" in strangers) return strangers;
    if (strangers.length > 0 && lookUps?.policy !== "skip") return this.#leave(record, unprovenProblem(user));
    if (lookUps?.policy !== "skip") return this.#own(one);
    this.#calls.claimContacts(user, record.line);
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
    if (isFree) this.#run.journal.note({ begun: index, there: this.#owners.has(one) || undefined });
    return isFree;
  }

  /** A phone number or social login that the service has is nobody's to take over; asked where no other look-up finds it. */
  async #isUntaken(one: SentUser): Promise<boolean> {
    const { record, user, plan, first } = one;
    const { journal, options, lookUps } = this.#run;
    const { administration } = options.existing;
    if (administration?.has("findUsers") !== true) return true;
    const done = journal.stepsOf(record.index);
    const withheld = withheldSteps(plan, options.without);
    const doubt = journal.doubtOf(record.index);
    const reached = { done, isInDoubt: doubt !== undefined, withheld };
    const ownIds = [first?.serviceUserId, first?.codeUserId, ...done.values()];
    const isAsked =
      lookUps !== undefined &&
      first === undefined &&
      !journal.hasBegun(record.index) &&
      !this.#run.isDecided(user.externalUserId);
    for (const { info, openCall } of isAsked
      ? claimedBeside(plan, lookUps.policy)
      : loginsToCome(plan, reached, user)) {
      const found = await lookUp<readonly FoundUser[]>(
        (call) => administration.findUsers(info, call),
        this.#calls,
        record.index,
      );
      if ("kind" in found) return this.#unanswered(one, found, reached.isInDoubt);
      const strangers = found.filter((holder) => !isUserOf(holder, user, info, ownIds));
      if (strangers.length < found.length) this.#known.add(one);
      const others =
        openCall === undefined
          ? strangers
          : await this.#others(strangers, administration, record, { ...doubt, call: openCall });
      if ("kind" in others) return this.#unanswered(one, others, reached.isInDoubt);
      const [other] = others;
      if (other === undefined) continue;
      const shared = [other.userId, ...other.loginIds].flatMap((id) => this.#calls.recent.lineOf(id) ?? [])[0];
      await this.#run.refuse(record, [shared === undefined ? takenProblem() : existsProblem(shared)]);
      return false;
    }
    return true;
  }

  /** Who already uses the service changes their account there: what is new in the old system may be another person's doing. */
  async #mayBeChanged(one: SentUser, { serviceUserId }: FirstUser): Promise<boolean> {
    const { record, user } = one;
    const administration = this.#run.options.changedSince?.administration;
    if (administration?.has("listSessions") !== true) return true;
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
    return end === undefined || this.#unanswered(one, end, this.#run.journal.doubtOf(record.index) !== undefined);
  }
}

function isOwner({ isVerified, email, recipeId }: FoundUser["logins"][number], user: NormalizedUser): boolean {
  return isVerified === true && recipeId === "emailpassword" && isSameAddress(email, user.email);
}

/** Whether the call could have made this login. No import of a password marks its address as verified. */
function couldMake({ call, until }: OpenCall, login: FoundUser["logins"][number]): boolean {
  const { recipeId, isVerified, timeJoined } = login;
  if (until !== undefined && timeJoined !== undefined && timeJoined > until + LATE_MS) return false;
  const made = LOGINS.find(([name]) => name === call)?.[1];
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
