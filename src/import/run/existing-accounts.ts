import type { AccountInfo, AdministrationClient, CallName, FoundUser } from "../../client/index.js";
import { makesLogin } from "../../client/internal.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import { hasCall } from "../../service/profile.js";
import type { NormalizedUser, UserRecord } from "../../source/index.js";
import { isReference } from "../check-plan.js";
import {
  type AskForUsers,
  endOf,
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
import { LATE_MS } from "../journal/recover.js";
import { placeOf } from "../outcome.js";
import { PASSWORD, type PlannedCall } from "../plan.js";
import type { OpenAttempt, PlannedUser, UserEnd } from "../run-user.js";
import type { FirstUser } from "../since/first-import.js";
import { claimedBeside, isUserOf, loginOf, loginsToCome, takenProblem } from "../taken-logins.js";
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

/** How far a user has come. */
interface Reached {
  /** Acknowledged steps, with their IDs. */
  readonly done: ReadonlyMap<string, string>;
  /** An attempt at the next one has ended without an answer: who is found may be the user whom it has made. */
  readonly doubt: (OpenAttempt & { readonly isThere?: boolean }) | undefined;
}

/** A call of which it is open whether it was carried out. */
interface OpenCall extends OpenAttempt {
  readonly call: CallName | undefined;
}

/** What a user is sent by who may be. */
export type Admission = Pick<
  PlannedUser,
  "before" | "open" | "isOwn" | "lookAgain" | "wasThere" | "unproven" | "ownsAll"
>;

/** Why a user is not sent; "reported" where that is done, and how a question ended that got no answer. */
type Left = Problem | UserEnd | "reported";

const NO_STEPS: ReadonlySet<string> = new Set();
/** Of a user whose account is gone. */
const NONE_LEFT: ReadonlyMap<string, string> = new Map();

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

  constructor(calls: RunCalls) {
    this.#run = calls.run;
    this.#calls = calls;
  }

  /** "unchanged": the user is there, and nothing is to be sent. */
  async admit(one: SentUser): Promise<Admission | Exclude<Left, Problem> | "unchanged"> {
    const { journal, options } = this.#run;
    const { record, user, plan, first } = one;
    if (first !== undefined && plan.length === 0) {
      const found = await this.#accountOf(record, first);
      return found === undefined || "logins" in found ? "unchanged" : this.#notSent(one, found, false);
    }
    const done = await this.#stepsOf(one);
    if ("kind" in done) return done;
    const doubt = done === NONE_LEFT ? undefined : journal.doubtOf(record.index);
    const changed = first === undefined ? undefined : await this.#changedBy(one, first);
    const left = changed ?? (await this.#look(one, { done, doubt }));
    if (left !== undefined) return this.#notSent(one, left, doubt !== undefined);
    const isOwn = this.#owners.has(one);
    const ownsAll = this.#ownsAll();
    const canAsk = options.existing.administration?.has("findUsers") === true;
    return {
      before: done,
      // Who was found, and is not what the open call has made, is the user's own all the same.
      open: doubt === undefined || isOwn ? undefined : { until: doubt.until, isFromBefore: true },
      isOwn,
      lookAgain: canAsk ? (now, open) => this.#lookAgain(one, { done: now, doubt: open }) : undefined,
      wasThere: (planned, serviceUserId, open) => this.#wasThere(one, planned, serviceUserId, open),
      unproven: ownsAll || isOwn ? NO_STEPS : unprovenSteps(user, plan),
      ownsAll,
    };
  }

  /** Steps of earlier runs; none where the account is gone: a device is taken with OK for any ID. */
  async #stepsOf({ record, plan }: SentUser): Promise<ReadonlyMap<string, string> | UserEnd> {
    const { journal, options } = this.#run;
    const done = journal.stepsOf(record.index);
    const { administration } = options.existing;
    const id = plan.map(({ step, call }) => makesLogin(call) && done.get(step)).find((found) => found);
    const withheld = withheldSteps(plan, options.without);
    const isNamed = plan.some(({ step, request }) => {
      return !done.has(step) && !withheld.has(step) && Object.values(request).some(isReference);
    });
    if (!id || !isNamed || administration?.has("findUser") !== true) return done;
    const found = await lookUp((call) => administration.findUser(id, call), this.#calls, record.index);
    if (found !== undefined)
      return "kind" in found ? ({ ...found, isInDoubt: journal.doubtOf(record.index) !== undefined } as UserEnd) : done;
    journal.note({ left: record.index });
    journal.note({ anew: record.index });
    return NONE_LEFT;
  }

  async #notSent({ record }: SentUser, left: Left, isInDoubt: boolean): Promise<Exclude<Left, Problem>> {
    if (left === "reported") return left;
    if ("kind" in left) return { ...left, isInDoubt } as UserEnd;
    await this.#run.refuse(record, [left]);
    return "reported";
  }

  /** Who has the user's logins. The turn of the next call comes before the last answer: people sign up while it is waited for. */
  async #look(one: SentUser, reached: Reached): Promise<Left | undefined> {
    const { administration } = this.#run.options.existing;
    if (administration === undefined) return undefined;
    if (administration.has("findUsers")) await this.#calls.turn(this.#run.ending);
    const taken = await this.#taken(one, reached, administration);
    // Who is begun is this journal's own, for as long as the service knows them.
    return taken ?? (reached.done.size > 0 ? undefined : this.#existing(one, reached, administration));
  }

  /** A caller who lets nobody be looked up takes all that is there for the users' own. */
  #ownsAll(): boolean {
    const { client, existing } = this.#run.options;
    return existing.administration === undefined && hasCall(client.service, "findUsers");
  }

  /** What to ask for before anything of the user is sent; nothing where they are sent whatever the service has. */
  #infosOf({ user, plan, first }: SentUser, administration: AdministrationClient): readonly AccountInfo[] {
    if (this.#run.lookUps !== undefined && first === undefined) return infosOf(user);
    const isUnproven = unprovenSteps(user, plan).size > 0;
    const isByAddress = isUnproven || (first === undefined && plan.some(({ step }) => step === PASSWORD));
    return isByAddress && administration.has("findUsers") ? [{ email: user.email }] : [];
  }

  /** Whether the user is on the service already. */
  async #existing(one: SentUser, { doubt }: Reached, administration: AdministrationClient): Promise<Left | undefined> {
    const { record, plan } = one;
    const ask: AskForUsers<UserEnd> = (info) => this.#ask(info, administration, record);
    const all = await findExisting(this.#infosOf(one, administration), ask);
    // What was there before an attempt is not what it has made.
    const mayBeMade = doubt !== undefined && doubt.isThere !== true && !this.#owners.has(one);
    const open = { ...doubt, call: plan[0]?.call };
    const found = "kind" in all || !mayBeMade ? all : await this.#others(all, administration, record, open);
    const left = "kind" in found ? found : await this.#settleFound(one, found, ask);
    // What the open call has made, if anything, is their own now: it was used.
    if (left === "reported" && doubt !== undefined) this.#run.journal.note({ left: record.index });
    return left;
  }

  #ask(info: AccountInfo, administration: AdministrationClient, { index }: UserRecord) {
    return lookUp<readonly FoundUser[]>((options) => administration.findUsers(info, options), this.#calls, index);
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

  async #settleFound(one: SentUser, found: readonly FoundUser[], ask: AskForUsers<UserEnd>): Promise<Left | undefined> {
    const { record, user, first } = one;
    const [holder] = found;
    if (holder === undefined) return undefined;
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
    return "reported";
  }

  #own(one: SentUser): undefined {
    this.#owners.add(one);
  }

  #leave(record: UserRecord, reason: Problem): "reported" {
    this.#run.report({ ...placeOf(record), kind: "refused-by-us", problems: [reason] });
    return "reported";
  }

  /** The same before a call is repeated. With nothing on its way: after a kill, who is found must not be taken for this journal's own. */
  async #lookAgain(one: SentUser, reached: Reached): Promise<Exclude<Left, Problem> | undefined> {
    const { journal } = this.#run;
    const { index } = one.record;
    const isOpen = reached.doubt !== undefined;
    if (!isOpen) journal.note({ left: index });
    const left = await this.#look(one, reached);
    if (left === undefined) {
      if (!isOpen) journal.note({ begun: index, there: this.#owners.has(one) || undefined });
      return undefined;
    }
    const isBegun = reached.done.size > 0 && left !== "reported" && !("kind" in left);
    return isBegun ? endOf("refused-by-service", [left]) : this.#notSent(one, left, isOpen);
  }

  /**
   * Whether a login that is there after an attempt without an answer was there before it.
   *
   * @param planned Says what the login is found by.
   */
  async #wasThere(
    one: SentUser,
    planned: PlannedCall,
    serviceUserId: string | undefined,
    open: OpenAttempt,
  ): Promise<boolean | UserEnd | undefined> {
    const { administration } = this.#run.options.existing;
    if (administration?.has("findUsers") !== true) return this.#ownsAll() ? false : undefined;
    const login = loginOf(planned);
    if (login === undefined && this.#owners.has(one)) return true;
    const found = await this.#ask(login ?? { email: one.user.email }, administration, one.record);
    if ("kind" in found) return found;
    const holders = found.filter(({ userId, loginIds }) => {
      return serviceUserId === undefined || userId === serviceUserId || loginIds.some((id) => id === serviceUserId);
    });
    const others = await this.#others(holders, administration, one.record, { ...open, call: planned.call });
    return "kind" in others ? others : holders.length === 0 || others.length > 0;
  }

  /** A phone number or social login that the service has is nobody's to take over; asked where no other look-up finds it. */
  async #taken(
    one: SentUser,
    { done, doubt }: Reached,
    administration: AdministrationClient,
  ): Promise<Problem | UserEnd | undefined> {
    if (!administration.has("findUsers")) return undefined;
    const { record, user, plan, first } = one;
    const { options, lookUps } = this.#run;
    const withheld = withheldSteps(plan, options.without);
    const ownIds = [first?.serviceUserId, first?.codeUserId, ...done.values()];
    const isNew = first === undefined && done.size === 0 && doubt === undefined;
    const claimed =
      lookUps !== undefined && isNew && !this.#run.isDecided(user.externalUserId)
        ? claimedBeside(plan, lookUps.policy)
        : loginsToCome(plan, { done, isInDoubt: doubt !== undefined, withheld }, user);
    for (const { info, openCall } of claimed) {
      const found = await this.#ask(info, administration, record);
      if ("kind" in found) return found;
      const strangers = found.filter((holder) => !isUserOf(holder, user, info, ownIds));
      const open = { ...doubt, call: openCall };
      const others = openCall === undefined ? strangers : await this.#others(strangers, administration, record, open);
      if ("kind" in others) return others;
      const [other] = others;
      if (other === undefined) continue;
      const shared = [other.userId, ...other.loginIds].flatMap((id) => this.#calls.recent.lineOf(id) ?? [])[0];
      return shared === undefined ? takenProblem() : existsProblem(shared);
    }
    return undefined;
  }

  /** Who already uses the service changes their account there: what is new in the old system may be another person's doing. */
  async #changedBy({ record, user }: SentUser, first: FirstUser): Promise<Problem | UserEnd | undefined> {
    const administration = this.#run.options.changedSince?.administration;
    const found = await this.#accountOf(record, first);
    if (found !== undefined && !("logins" in found)) return found;
    // Of an address that the old system has not verified, the mark at the service is that of its owner.
    const isMarked = !user.emailVerified && found?.logins.some((login) => isOwner(login, user));
    if (isMarked === true) return signedIn("verified the address");
    if (administration?.has("listSessions") !== true) return undefined;
    const looked = await hasSignedIn(first.serviceUserId, administration, this.#calls, record.index);
    return looked === true ? signedIn("signed in") : looked || undefined;
  }

  /** The account that the first import has made; undefined where the service can't be asked. */
  async #accountOf(
    { index }: UserRecord,
    { serviceUserId }: FirstUser,
  ): Promise<FoundUser | Problem | UserEnd | undefined> {
    const administration = this.#run.options.changedSince?.administration;
    if (administration?.has("findUser") !== true) return undefined;
    const found = await lookUp((call) => administration.findUser(serviceUserId, call), this.#calls, index);
    return found ?? problem("import/user-gone", "the service no longer has the user of the first import");
  }
}

function signedIn(what: string): Problem {
  return problem("import/signed-in-since", `the user has ${what} at the service since the first import`);
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
