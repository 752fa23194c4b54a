import { type CallName, mayHaveHappened } from "../client/index.js";
import type { Reply } from "../client/internal.js";
import { isUserUnknown, makesLogin } from "../client/internal.js";
import { counted } from "../lib/plural.js";
import { CLIENT_PROBLEMS } from "../problems/client.js";
import { IMPORT_PROBLEMS } from "../problems/import.js";
import { problemMaker } from "../problems/problem-maker.js";
import type { Problem, Result, ServiceText } from "../result.js";
import { hasCall } from "../service/profile.js";
import { fill, isReference } from "./check-plan.js";
import { madeForOtherProblem, unprovenProblem } from "./find-existing.js";
import { judgeCall } from "./judge-call.js";
import { noFailure, type UserFailure } from "./outage.js";
import { FOUND, type ImportedPart, OVERWRITTEN, type RefusedPart } from "./outcome.js";
import { CONTACT, ONE_TIME_CODE, type PlannedCall, type Reference, withRedactedRequest } from "./plan.js";
import type { RunCalls } from "./run/run-calls.js";
import { MAYBE_TAKEN } from "./settled.js";
import { loginOf, takenProblem } from "./taken-logins.js";
import { withheldProblems } from "./withheld-steps.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, IMPORT_PROBLEMS);

/** A user whose plan is to be carried out. */
export interface PlannedUser {
  readonly record: number;
  readonly line: number;
  /** Of the old system. */
  readonly userId: string;
  /** Whose steps they are, as the journal has it with the first one. */
  readonly noted: { readonly line: number; readonly userId: string };
  /** From `planImport`. */
  readonly plan: readonly PlannedCall[];
  /** Steps that earlier runs had acknowledged, with their IDs; not sent again. */
  readonly before: ReadonlyMap<string, string>;
  /** Of the first of the other steps, where it was on its way when an earlier run ended. */
  readonly open: OpenAttempt | undefined;
  /** Steps that are left for a later run. */
  readonly withheld: ReadonlySet<string>;
  /** The service had their account before the first call. */
  readonly isOwn: boolean;
  /** Something is to be done for the user after the last call, so that one is noted too. */
  readonly isFollowed: boolean;
  /** Of a user of an earlier import, whose own login is never one that this import has made. */
  readonly firstUserId: string | undefined;
  /**
   * Present where the service can be asked who is there, which it was in the turn of their first call: asks again before a
   * call is repeated, by steps that are done and an attempt with an open end, which may have made who is there. Gives why
   * the user is not to be sent any more, if so.
   */
  readonly lookAgain:
    | ((done: ReadonlyMap<string, string>, open: OpenAttempt | undefined) => Promise<UserEnd | "reported" | undefined>)
    | undefined;
  /**
   * Whether a login that is there after such an attempt was there before it: undefined where nothing tells. The call given is
   * the one that says what the login is found by.
   */
  readonly wasThere: (
    planned: PlannedCall,
    serviceUserId: string | undefined,
    open: OpenAttempt,
  ) => Promise<boolean | UserEnd | undefined>;
  /** Steps that may get another person's account: where they find one, the user ends. */
  readonly unproven: ReadonlySet<string>;
  /** Whether a phone number or social login that was there is the user's, since the caller lets none be looked up. */
  readonly ownsAll: boolean;
}

/** Attempts at a step of which it is open whether they were carried out. */
export interface OpenAttempt {
  /** Milliseconds since the epoch by which they were sent; absent where nothing tells. */
  readonly until?: number | undefined;
  /** One was sent by an earlier run. */
  readonly isFromBefore?: boolean;
}

/** How a user's import ended. */
export type UserEnd =
  /** With the ID of the login by one-time code, where it is not the first one, and the steps whose logins were there before. */
  | (ImportedPart & { readonly codeUserId: string | undefined; readonly found: ReadonlySet<string> })
  | RefusedPart
  /** Nothing is decided: the run ended first. */
  | { readonly kind: "unfinished"; readonly isInDoubt: boolean; readonly isSent?: boolean };

/** Names that are tried for a device: other systems' imports have given the ones before. */
const MAX_NAMES = 50;
/** That a device is tried under its name and this number: a step of its own, so that a run that resumes tries the same. */
const numbered = (step: string, number: number): string => `${step}-named-${number}`;

/** Codes that are created for one user in a row before the end is taken for a failure. */
const MAX_CODES = 3;

export function runUser(user: PlannedUser, calls: RunCalls): Promise<UserEnd> {
  return new UserImport(user, calls).carryOut();
}

class UserImport {
  readonly #user: PlannedUser;
  readonly #plan: readonly PlannedCall[];
  readonly #calls: RunCalls;
  readonly #withheld: ReadonlySet<string>;
  readonly #ids: Map<string, string>;
  /** Logins that are this user's by an import: another one that is there may be a stranger's. */
  readonly #own: Set<string | undefined>;
  /** The login by one-time code was the user's own before, with an address that is theirs to change. */
  #hasOwnCode = false;
  readonly #warnings: Problem[] = [];
  #failure: UserFailure = noFailure();
  #code: Readonly<Record<string, unknown>> | undefined;
  #codes = 0;
  /** Something is there that was not there before this import, as far as replies tell. */
  #hasMade = false;
  #hasFound = false;
  /** Steps whose logins were there before; of earlier runs nothing tells which. */
  readonly #found: Set<string>;
  /** Of a login it is not known whether it was there. */
  #hasUnclear = false;
  /** A login was there after an attempt without an answer, which may have made it. */
  #hasDoubtful = false;
  /** At the present step. */
  #open: OpenAttempt | undefined;
  #isReconciled = false;
  /** Acknowledged by earlier runs. */
  #before: ReadonlyMap<string, string>;
  /** The turn of the next call was waited for before the user was looked up. */
  #hasTurn: boolean;

  constructor(user: PlannedUser, calls: RunCalls) {
    const { plan, before, open, withheld } = user;
    this.#user = user;
    this.#plan = plan;
    this.#calls = calls;
    this.#withheld = withheld;
    this.#ids = new Map(before);
    this.#own = new Set([...before.values(), ...(user.firstUserId === undefined ? [] : [user.firstUserId])]);
    this.#own.delete("");
    this.#hasMade = before.size > 0;
    this.#hasFound = before.has(FOUND);
    this.#found = new Set(before.has(FOUND) ? before.keys() : []);
    this.#before = before;
    this.#hasTurn = user.lookAgain !== undefined;
    this.#open = open;
  }

  async carryOut(): Promise<UserEnd> {
    for (let at = 0; at < this.#plan.length; ) {
      const planned = this.#named(this.#plan[at] as PlannedCall);
      if (this.#isDone(at) || this.#withheld.has(planned.step)) {
        at++;
        continue;
      }
      if (this.#calls.run.isStopping()) return this.#unfinished();
      const sent = await this.#send(planned);
      const end = "kind" in sent ? sent : await this.#judge(planned, sent);
      if (end === "next") at++;
      else if (end === "with-new-code") at--;
      else if (end === "from-scratch") at = 0;
      else if (end !== "again") return end;
    }
    return this.#finish();
  }

  #judge(planned: PlannedCall, reply: Result<Reply>) {
    return reply.ok ? this.#accept(planned, reply.value) : this.#refuse(planned, reply.problems);
  }

  /** A device under the name that is tried for it. */
  #named(planned: PlannedCall): PlannedCall {
    if (planned.call !== "importTotpDevice") return planned;
    const number = this.#numberOf(planned.step);
    if (number === 1) return planned;
    const deviceName = `${planned.request.deviceName} ${number}`;
    return withRedactedRequest({ ...planned, request: { ...planned.request, deviceName } });
  }

  /** The number after the name that is tried for a device; 1 is none. */
  #numberOf(step: string): number {
    for (let number = MAX_NAMES; number > 1; number--) if (this.#ids.has(numbered(step, number))) return number;
    return 1;
  }

  /** Goes over to the next name that no other device of the user's has; false where too many were tried. */
  #renames(step: string): boolean {
    const planned = this.#plan.find((one) => one.step === step);
    const others = this.#plan.map(({ request }) => ("deviceName" in request ? request.deviceName : undefined));
    const name = planned?.call === "importTotpDevice" ? planned.request.deviceName : "";
    let number = this.#numberOf(step) + 1;
    while (others.includes(`${name} ${number}`)) number++;
    if (number > MAX_NAMES) return false;
    const noted = numbered(step, number);
    this.#ids.set(noted, "");
    this.#calls.run.journal.note({ record: this.#user.record, step: noted });
    return true;
  }

  /** A code is of no use once it is consumed. */
  #isDone(at: number): boolean {
    const { step, call } = this.#plan[at] as PlannedCall;
    const next = this.#plan[at + 1];
    if (step === CONTACT && this.#hasOwnCode) return true;
    return this.#ids.has(step) || (call === "createPasswordlessCode" && next !== undefined && this.#ids.has(next.step));
  }

  /** Gives how the user ends where the call is not repeated. */
  async #send(planned: PlannedCall): Promise<Result<Reply> | UserEnd> {
    const { call, request } = planned;
    const filled = fill(request, (reference) => this.#valueOf(reference));
    if (filled === undefined) {
      return {
        ok: false,
        problems: [problem("client/user-id-not-found", "an earlier reply names no user")],
      };
    }
    let left: UserEnd | undefined;
    const mayRepeat = async (isUncertain: boolean): Promise<boolean> => {
      if (isUncertain) this.#noteOpen(call);
      left = await this.#lookAgain(planned);
      return left === undefined;
    };
    const open = await this.#calls.open({
      hasTurn: this.#hasTurn,
      mayRepeat: this.#isLookedUp(call) ? mayRepeat : undefined,
    });
    this.#hasTurn = false;
    if (open === undefined || open.options.signal?.aborted) {
      return { ok: false, problems: [problem("client/not-sent", "the run ended before the call was sent")] };
    }
    const { client } = this.#calls.run.options;
    const perform = client[call] as (request: unknown, options: object) => Promise<Result<Reply>>;
    const reply = await perform(filled, open.options);
    this.#hasTurn = false;
    if (open.isUncertain()) this.#noteOpen(call);
    return left ?? reply;
  }

  /** The call for a code makes no login. */
  #noteOpen(call: CallName): void {
    if (call !== "createPasswordlessCode") this.#open = { ...this.#open, until: Date.now() };
  }

  /** Whether the call may get another person's login, who may sign up while it waits to be repeated. */
  #isLookedUp(call: CallName): boolean {
    return this.#user.lookAgain !== undefined && (makesLogin(call) || call === "createPasswordlessCode");
  }

  /** Before a call is repeated; gives how the user ends where it is not. */
  async #lookAgain({ call }: PlannedCall): Promise<UserEnd | undefined> {
    if (!this.#isLookedUp(call)) return undefined;
    this.#hasTurn = true;
    const left = await this.#user.lookAgain?.(this.#ids, this.#open);
    if (left === undefined) return undefined;
    if (left === "reported") return { kind: "unfinished", isInDoubt: this.#open !== undefined };
    return this.#endBy(left);
  }

  #valueOf({ from, value }: Reference): string | undefined {
    if (value !== "userId") return this.#code?.[value] as string | undefined;
    return this.#ids.get(from) || undefined;
  }

  async #accept(planned: PlannedCall, reply: Reply): Promise<"next" | UserEnd> {
    const isLogin = makesLogin(planned.call);
    if (isLogin && reply.userId === undefined && this.#isUnlikely(planned)) return this.#unfinished();
    this.#calls.succeeded(planned);
    this.#startOver();
    if (planned.call === "createPasswordlessCode") {
      this.#code = reply as unknown as Readonly<Record<string, unknown>>;
      return "next";
    }
    const isFirst = reply.userId !== undefined && reply.userId === this.#user.firstUserId;
    const wasThere = await this.#wasThere(planned, reply, isFirst);
    if (typeof wasThere === "object") return this.#endBy(wasThere);
    if (planned.call === "importPasswordHash" && wasThere === true)
      this.#noteOverwriting(planned, isFirst, otherLoginsIn(reply.body));
    const shared = isLogin ? await this.#sharedWith(planned, reply, isFirst) : undefined;
    if (shared !== undefined) return this.#endAt(planned, "refused-by-service", [shared]);
    const strange = wasThere === true ? this.#strangeLogin(planned, reply, isFirst) : undefined;
    if (strange !== undefined) return this.#endAt(planned, "refused-by-service", [strange]);
    const isFound = wasThere ?? this.#isUnclear(planned, reply);
    if (wasThere === true) this.#hasFound = true;
    else if (wasThere === false) this.#hasMade = true;
    this.#noteReconciled(reply.alreadyThere);
    const isChanged = planned.call === "consumePasswordlessCode" && this.#isOtherNumber(reply);
    this.#done(planned, isLogin ? reply.userId : undefined, !isChanged && this.#isLast(planned), isFound);
    return isChanged ? this.#endAt(planned, "refused-by-service", [numberChanged(planned)]) : "next";
  }

  /** Whether what the call brings was there before this import; undefined where nothing tells. */
  async #wasThere(planned: PlannedCall, reply: Reply, isFirst: boolean): Promise<boolean | UserEnd | undefined> {
    const { call } = planned;
    const { userId, alreadyThere } = reply;
    if (call === "importTotpDevice") return false;
    if (alreadyThere !== true || this.#open === undefined) return alreadyThere;
    if (!makesLogin(call)) return this.#hasFound;
    return isFirst || this.#isOwn(reply) || this.#user.wasThere(this.#askedBy(planned), userId, this.#open);
  }

  /** What is wrong with a login that was there before; nothing where it is the user's own. */
  #strangeLogin(planned: PlannedCall, reply: Reply, isFirst: boolean): Problem | undefined {
    // After a password alone nothing is left to send: that it was replaced is counted.
    const isMoreToCome = this.#plan.length > 1;
    if (!isFirst && isMoreToCome && this.#user.unproven.has(planned.step)) {
      return unprovenProblem({ emailVerified: false });
    }
    if (!this.#isLoginOfAnybody(planned)) return undefined;
    if (!this.#user.ownsAll && !this.#isOwn(reply)) return takenProblem(planned);
    this.#hasOwnCode ||= planned.call === "consumePasswordlessCode";
    return undefined;
  }

  /** The call that says what the login of a step is found by. */
  #askedBy(planned: PlannedCall): PlannedCall {
    const isConsumed = planned.call === "consumePasswordlessCode";
    return (isConsumed ? this.#plan.find(({ call }) => call === "createPasswordlessCode") : undefined) ?? planned;
  }

  /** Whether the call brings a phone number or a social login. */
  #isLoginOfAnybody(planned: PlannedCall): boolean {
    return loginOf(this.#askedBy(planned)) !== undefined;
  }

  /** A login of which nothing tells whether it was there before counts as one that was: no undo deletes it. */
  #isUnclear(planned: PlannedCall, reply: Reply): boolean {
    const { service } = this.#calls.run.options.client;
    if (hasCall(service, "findUsers") || !this.#isLoginOfAnybody(planned) || this.#isOwn(reply)) return false;
    const isUnsaid = reply.alreadyThere === undefined;
    const message = isUnsaid
      ? "the service does not say whether it had this phone number or social login already"
      : "an attempt had no answer, so that it can't be told whether the service had this phone number or social login before";
    this.#warnings.push(problem(MAYBE_TAKEN, message, { field: planned.step }));
    if (isUnsaid) this.#hasUnclear = true;
    else this.#hasDoubtful = true;
    return true;
  }

  #isOwn({ userId, body: { user } }: Reply): boolean {
    return this.#own.has(userId) || this.#own.has((user as { readonly id?: string } | null | undefined)?.id);
  }

  /** An OK that names no user. Where the service names each, and has named none, it is something else that answers. */
  #isUnlikely({ step, call }: PlannedCall): boolean {
    const { run, recent } = this.#calls;
    const message = "the service said OK and did not say which user it has made";
    if (run.options.client.service.namesUsers === true && recent.isEmpty) {
      this.#noteOpen(call);
      run.stop(problem("client/reply-unexpected", message, { field: "user" }));
      return true;
    }
    this.#warnings.push(problem("import/user-not-named", message, { field: step }));
    return false;
  }

  /** The outcome of a user follows at once, so the last step is not noted by itself. */
  #isLast(planned: PlannedCall): boolean {
    const isFollowed = this.#user.isFollowed || this.#mayHaveBeenThere();
    return planned === this.#plan.at(-1) && this.#withheld.size === 0 && !isFollowed;
  }

  /** Of these, an undo has to know each change by itself; a resumed run doesn't know who was found. */
  #mayHaveBeenThere(): boolean {
    return this.#before.size > 0 || this.#hasDoubtful || this.#mayBeOfOthers();
  }

  /** Whether the account, or a login of it, may have been there before, with devices that this import has not made. */
  #mayBeOfOthers(): boolean {
    return this.#hasFound || this.#user.isOwn || this.#hasUnclear || this.#user.firstUserId !== undefined;
  }

  /** Why two records are one user: what follows would give the first one's user the second one's factors. */
  async #sharedWith({ step }: PlannedCall, reply: Reply, isFirst: boolean): Promise<Problem | undefined> {
    const { userId, alreadyThere } = reply;
    if (userId === undefined) return undefined;
    const line = this.#calls.recent.claim(userId, this.#user.line);
    if (line !== undefined) {
      const message = `the service gave this record the user of line ${line}, so these two are one user there`;
      return problem("import/user-shared", message, { field: step });
    }
    if (alreadyThere === false || isFirst) return undefined;
    const owner = await this.#calls.lineOfOther([userId], this.#user.userId);
    return owner === undefined ? undefined : madeForOtherProblem(owner);
  }

  /** Whether the service shows another number than the code was asked for: then it is another user's, too. */
  #isOtherNumber({ body }: Reply): boolean {
    const asked = this.#plan.find(({ call }) => call === "createPasswordlessCode")?.request;
    const sent = (asked as { readonly phoneNumber?: unknown } | undefined)?.phoneNumber;
    const shown = numbersIn(body);
    return typeof sent === "string" && shown.length > 0 && !shown.includes(sent);
  }

  async #refuse(
    planned: PlannedCall,
    problems: readonly [Problem, ...Problem[]],
  ): Promise<"next" | "again" | "with-new-code" | "from-scratch" | UserEnd> {
    const { call } = planned;
    const [first] = problems;
    if (call === "importTotpDevice" && first.status === "DEVICE_ALREADY_EXISTS_ERROR") {
      return this.#deviceExists(planned, problems);
    }
    if (mayHaveHappened(problems)) this.#noteOpen(call);
    const verdict = judgeCall(first, call, this.#calls);
    if (verdict === "ended") return this.#unfinished();
    if (verdict === "stop") {
      this.#calls.run.stop(first);
      return this.#unfinished();
    }
    if (isUserUnknown(problems) && this.#namesUserOfBefore(planned)) {
      this.#forgetBefore();
      return (await this.#lookAgain(this.#plan[0] as PlannedCall)) ?? "from-scratch";
    }
    // That a code is gone says nothing about the user.
    const wantsCode = needsNewCode(call, problems);
    if (wantsCode && ++this.#codes < MAX_CODES) return "with-new-code";
    if (verdict === "refused" && !wantsCode) return this.#endAt(planned, "refused-by-service", problems);
    this.#codes = 0;
    const next = await this.#calls.afterFailure(this.#user.record, this.#failure, first);
    if (next === "give-up") return this.#endAt(planned, "failed", problems);
    if (next === "stop") return this.#unfinished();
    return (await this.#lookAgain(planned)) ?? (call === "consumePasswordlessCode" ? "with-new-code" : "again");
  }

  #namesUserOfBefore({ request }: PlannedCall): boolean {
    return Object.values(request).some((value) => isReference(value) && this.#before.has(value.from));
  }

  /** The user was deleted since, and another person may have their address now. */
  #forgetBefore(): void {
    this.#calls.run.journal.note({ anew: this.#user.record });
    this.#ids.clear();
    this.#code = undefined;
    this.#before = new Map();
    this.#hasMade = false;
    this.#open = undefined;
    this.#startOver();
  }

  #unfinished(): UserEnd {
    return {
      kind: "unfinished",
      isInDoubt: this.#open !== undefined,
      isSent: this.#open !== undefined || this.#ids.size > 0,
    };
  }

  #endAt(
    { step }: Pick<PlannedCall, "step">,
    kind: "refused-by-service" | "failed",
    problems: readonly Problem[],
  ): UserEnd {
    const canSignIn = this.#plan.some((planned) => makesLogin(planned.call) && this.#ids.has(planned.step));
    const serviceUserId = this.#serviceUserId();
    const all = [...problems, ...this.#warnings];
    return { kind, step, problems: all, canSignIn, serviceUserId, isInDoubt: this.#open !== undefined };
  }

  /** By a question to the service. */
  #endBy(end: UserEnd): UserEnd {
    return "step" in end ? this.#endAt(end, end.kind, end.problems) : this.#unfinished();
  }

  #noteOverwriting({ step }: PlannedCall, isFirst: boolean, otherLogins: number): void {
    this.#calls.run.account.add("overwrittenPasswords");
    const others = otherLogins === 0 || isFirst ? "" : `, beside ${counted(otherLogins, "other login")}`;
    const message = `the user was on the service already, and has the export's password there now${others}`;
    this.#warnings.push(problem(OVERWRITTEN, message, { field: step }));
  }

  /**
   * A device that is there after an uncertain attempt is this one, but in an account that was there before. Any other may have
   * another secret, which can't be asked: this one gets another name, at worst a second time.
   */
  #deviceExists(planned: PlannedCall, problems: readonly [Problem, ...Problem[]]): "next" | "again" | UserEnd {
    this.#calls.succeeded(planned);
    this.#startOver();
    const isTried = this.#open !== undefined || mayHaveHappened(problems);
    if (isTried && !this.#mayBeOfOthers()) {
      this.#hasMade = true;
      this.#noteReconciled(true);
      this.#done(planned, undefined, this.#isLast(planned), false);
      return "next";
    }
    this.#hasFound = true;
    this.#open = undefined;
    if (!this.#renames(planned.step)) return this.#endAt(planned, "refused-by-service", problems);
    const message =
      "the user has a device of this name, perhaps with another secret: this one has a number after its name";
    const said = problem("import/device-exists", message, { field: planned.step });
    if (!this.#warnings.some(({ code, field }) => code === said.code && field === said.field))
      this.#warnings.push(said);
    return "again";
  }

  #noteReconciled(isThere: boolean | undefined): void {
    if (isThere === true && this.#open?.isFromBefore === true) this.#isReconciled = true;
  }

  #startOver(): void {
    this.#failure = noFailure();
  }

  /** The last step is not noted by itself: the outcome follows at once. */
  #done({ step, call, request }: PlannedCall, id: ServiceText | undefined, isLast: boolean, wasThere: boolean): void {
    const { record, noted } = this.#user;
    const place = this.#ids.size === 0 ? noted : {};
    this.#open = undefined;
    this.#ids.set(step, id ?? "");
    if (wasThere) this.#found.add(step);
    if (id !== undefined) this.#own.add(id);
    if (isLast) return;
    const device = call === "importTotpDevice" && this.#mayHaveBeenThere() ? request.deviceName : undefined;
    const is = { there: wasThere || undefined, device: device as string };
    this.#calls.run.journal.note({ record, step, id, ...is, ...place });
  }

  #finish(): UserEnd {
    const waiting = this.#plan.find(({ step }) => this.#withheld.has(step) && !this.#ids.has(step));
    if (waiting !== undefined) {
      return this.#endAt(waiting, "failed", withheldProblems(this.#plan, this.#withheld));
    }
    const serviceUserId = this.#serviceUserId();
    const codeUserId = this.#ids.get(ONE_TIME_CODE) || undefined;
    return {
      kind: this.#hasFound && !this.#hasMade ? "already-there" : "imported",
      serviceUserId,
      codeUserId: codeUserId === serviceUserId ? undefined : codeUserId,
      found: this.#found,
      isReconciled: this.#isReconciled,
      warnings: this.#warnings,
    };
  }

  /** Of the login to which second factors belong. */
  #serviceUserId(): string | undefined {
    const first = this.#plan.find(({ call }) => makesLogin(call));
    return first === undefined ? undefined : this.#ids.get(first.step) || undefined;
  }
}

function numberChanged({ step }: PlannedCall): Problem {
  const message = "the service keeps another phone number than the one that was sent";
  return problem("import/phone-changed", message, { field: step });
}

/** Of the account whose password was set, where the service lists them. */
function otherLoginsIn({ user }: Reply["body"]): number {
  const { loginMethods } = (user ?? {}) as { readonly loginMethods?: unknown };
  return Array.isArray(loginMethods) && loginMethods.length > 0 ? loginMethods.length - 1 : 0;
}

/** In the places where the public core puts them (user object of supertokens-plugin-interface 8.5.0). */
function numbersIn({ user }: Reply["body"]): readonly unknown[] {
  if (typeof user !== "object" || user === null) return [];
  const { phoneNumber, phoneNumbers } = user as Reply["body"];
  const all: readonly unknown[] = Array.isArray(phoneNumbers) ? phoneNumbers : [phoneNumber];
  return all.filter((number) => typeof number === "string");
}

function needsNewCode(call: CallName, problems: readonly Problem[]): boolean {
  if (call !== "consumePasswordlessCode") return false;
  return mayHaveHappened(problems) || problems[0]?.status === "RESTART_FLOW_ERROR";
}
