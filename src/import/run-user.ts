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
  /** From `planImport`. */
  readonly plan: readonly PlannedCall[];
  /** Steps that earlier runs had acknowledged, with their IDs; not sent again. */
  readonly before: ReadonlyMap<string, string>;
  /** Whether the first of the other steps was on its way when an earlier run ended. */
  readonly isInDoubt: boolean;
  /** Steps that are left for a later run. */
  readonly withheld: ReadonlySet<string>;
  /** Whether the service had their account before the first call: then no attempt without an answer has made it. */
  readonly wasFound: () => boolean;
  /** Something is to be done for the user after the last call, so that one is noted too. */
  readonly isFollowed: boolean;
  /** Of a user of an earlier import, whose own login is never one that this import has made. */
  readonly firstUserId: string | undefined;
  /**
   * Present where the service was asked whether it has the user, in the turn of their first call: asks again after
   * a pause in which they may have signed up. False where they are not to be sent any more, which is reported. After an
   * attempt with an open end, who is there may be the user whom it has made.
   */
  readonly lookAgain: ((isUncertain: boolean) => Promise<boolean>) | undefined;
  /** Steps that may get another person's account: where they find one, the user ends. */
  readonly unproven: ReadonlySet<string>;
  /** Whether a phone number or social login that was there is the user's, since the caller lets none be looked up. */
  readonly ownsAll: boolean;
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
  /** An attempt at the present step had an end that leaves open whether it happened. */
  #isUncertain: boolean;
  /** The doubt comes from an earlier run. */
  #isFromBefore: boolean;
  #isReconciled = false;
  /** Acknowledged by earlier runs. */
  #before: ReadonlyMap<string, string>;
  /** The turn of the next call was waited for before the user was looked up. */
  #hasTurn: boolean;

  constructor(user: PlannedUser, calls: RunCalls) {
    const { plan, before, isInDoubt, withheld } = user;
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
    this.#isUncertain = isInDoubt;
    this.#isFromBefore = isInDoubt;
  }

  async carryOut(): Promise<UserEnd> {
    for (let at = 0; at < this.#plan.length; ) {
      const planned = this.#named(this.#plan[at] as PlannedCall);
      if (this.#isDone(at) || this.#withheld.has(planned.step)) {
        at++;
        continue;
      }
      if (this.#calls.run.isStopping()) return this.#unfinished();
      const reply = await this.#send(planned);
      const end = reply.ok ? await this.#accept(planned, reply.value) : await this.#refuse(planned, reply.problems);
      if (end === "next") at++;
      else if (end === "with-new-code") at--;
      else if (end === "from-scratch") at = 0;
      else if (end !== "again") return end;
    }
    return this.#finish();
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

  async #send({ call, request }: PlannedCall): Promise<Result<Reply>> {
    const filled = fill(request, (reference) => this.#valueOf(reference));
    if (filled === undefined) {
      return {
        ok: false,
        problems: [problem("client/user-id-not-found", "an earlier reply names no user")],
      };
    }
    const open = await this.#calls.open(this.#hasTurn);
    this.#hasTurn = false;
    if (open === undefined || open.options.signal?.aborted) {
      return { ok: false, problems: [problem("client/not-sent", "the run ended before the call was sent")] };
    }
    const { client } = this.#calls.run.options;
    const perform = client[call] as (request: unknown, options: object) => Promise<Result<Reply>>;
    const reply = await perform(filled, open.options);
    this.#isUncertain ||= open.isUncertain();
    return reply;
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
    const wasThere = planned.call === "importTotpDevice" ? false : reply.alreadyThere;
    const isFirst = reply.userId !== undefined && reply.userId === this.#user.firstUserId;
    if (planned.call === "importPasswordHash" && wasThere === true)
      this.#noteOverwriting(planned, isFirst, otherLoginsIn(reply.body));
    const shared = isLogin ? await this.#sharedWith(planned, reply, isFirst) : undefined;
    if (shared !== undefined) return this.#endAt(planned, "refused-by-service", [shared]);
    const strange = wasThere === true && !this.#isUncertain ? this.#strangeLogin(planned, reply, isFirst) : undefined;
    if (strange !== undefined) return this.#endAt(planned, "refused-by-service", [strange]);
    const isFound = this.#isFound(planned, reply, wasThere, isFirst);
    this.#count(wasThere);
    const isChanged = planned.call === "consumePasswordlessCode" && this.#isOtherNumber(reply);
    this.#done(planned, isLogin ? reply.userId : undefined, !isChanged && this.#isLast(planned), isFound);
    return isChanged ? this.#endAt(planned, "refused-by-service", [numberChanged(planned)]) : "next";
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

  /** Whether the call brings a phone number or a social login. */
  #isLoginOfAnybody(planned: PlannedCall): boolean {
    const isConsumed = planned.call === "consumePasswordlessCode";
    const asked = isConsumed ? this.#plan.find(({ call }) => call === "createPasswordlessCode") : planned;
    return asked !== undefined && loginOf(asked) !== undefined;
  }

  /** A login of which nothing tells whether it was there before counts as one that was: no undo deletes it. */
  #isFound(planned: PlannedCall, reply: Reply, wasThere: boolean | undefined, isFirst: boolean): boolean {
    const isOpen = wasThere === undefined || (wasThere && this.#mayHaveMade() && !isFirst);
    if (!isOpen) return wasThere;
    const { service } = this.#calls.run.options.client;
    if (hasCall(service, "findUsers") || !this.#isLoginOfAnybody(planned) || this.#isOwn(reply)) return false;
    const message =
      wasThere === undefined
        ? "the service does not say whether it had this phone number or social login already"
        : "an attempt had no answer, so that it can't be told whether the service had this phone number or social login before";
    this.#warnings.push(problem(MAYBE_TAKEN, message, { field: planned.step }));
    if (wasThere === undefined) this.#hasUnclear = true;
    else this.#hasDoubtful = true;
    return true;
  }

  /** Whether a login that is there may come from an attempt without an answer. */
  #mayHaveMade(): boolean {
    return this.#isUncertain && !this.#user.wasFound();
  }

  #isOwn({ userId, body: { user } }: Reply): boolean {
    return this.#own.has(userId) || this.#own.has((user as { readonly id?: string } | null | undefined)?.id);
  }

  /** An OK that names no user. Where the service names each, and has named none, it is something else that answers. */
  #isUnlikely({ step }: PlannedCall): boolean {
    const { run, recent } = this.#calls;
    const message = "the service said OK and did not say which user it has made";
    if (run.options.client.service.namesUsers === true && recent.isEmpty) {
      this.#isUncertain = true;
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
    return this.#hasFound || this.#user.wasFound() || this.#hasUnclear || this.#user.firstUserId !== undefined;
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
    this.#isUncertain ||= mayHaveHappened(problems);
    const verdict = judgeCall(first, call, this.#calls);
    if (verdict === "ended") return this.#unfinished();
    if (verdict === "stop") {
      this.#calls.run.stop(first);
      return this.#unfinished();
    }
    if (isUserUnknown(problems) && this.#namesUserOfBefore(planned)) {
      this.#forgetBefore();
      return (await this.#isStillFree()) ? "from-scratch" : this.#unfinished();
    }
    // That a code is gone says nothing about the user.
    const wantsCode = needsNewCode(call, problems);
    if (wantsCode && ++this.#codes < MAX_CODES) return "with-new-code";
    if (verdict === "refused" && !wantsCode) return this.#endAt(planned, "refused-by-service", problems);
    this.#codes = 0;
    const next = await this.#calls.afterFailure(this.#user.record, this.#failure, first);
    if (next === "give-up") return this.#endAt(planned, "failed", problems);
    if (next === "stop" || !(await this.#isStillFree())) return this.#unfinished();
    return call === "consumePasswordlessCode" ? "with-new-code" : "again";
  }

  async #isStillFree(): Promise<boolean> {
    const { lookAgain } = this.#user;
    if (lookAgain === undefined || this.#ids.size > 0) return true;
    this.#hasTurn = true;
    return lookAgain(this.#isUncertain);
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
    this.#isUncertain = false;
    this.#isFromBefore = false;
    this.#startOver();
  }

  #unfinished(): UserEnd {
    return {
      kind: "unfinished",
      isInDoubt: this.#isUncertain,
      isSent: this.#isUncertain || this.#ids.size > 0,
    };
  }

  #endAt({ step }: PlannedCall, kind: "refused-by-service" | "failed", problems: readonly Problem[]): UserEnd {
    const canSignIn = this.#plan.some((planned) => makesLogin(planned.call) && this.#ids.has(planned.step));
    const serviceUserId = this.#serviceUserId();
    const all = [...problems, ...this.#warnings];
    return { kind, step, problems: all, canSignIn, serviceUserId, isInDoubt: this.#isUncertain };
  }

  /** A user who exists after an attempt without an answer may be the one that the attempt made. */
  #noteOverwriting({ step }: PlannedCall, isFirst: boolean, otherLogins: number): void {
    if (this.#mayHaveMade() && !isFirst) return;
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
    const isTried = this.#isUncertain || mayHaveHappened(problems);
    if (isTried && !this.#mayBeOfOthers()) {
      this.#count(true);
      this.#done(planned, undefined, this.#isLast(planned), false);
      return "next";
    }
    this.#hasFound = true;
    this.#isUncertain = false;
    if (!this.#renames(planned.step)) return this.#endAt(planned, "refused-by-service", problems);
    const message =
      "the user has a device of this name, perhaps with another secret: this one has a number after its name";
    const said = problem("import/device-exists", message, { field: planned.step });
    if (!this.#warnings.some(({ code, field }) => code === said.code && field === said.field))
      this.#warnings.push(said);
    return "again";
  }

  /** @param wasThere Undefined where the reply says nothing of it. */
  #count(wasThere: boolean | undefined): void {
    if (wasThere === true && !this.#mayHaveMade()) this.#hasFound = true;
    else if (wasThere !== undefined) this.#hasMade = true;
    if (wasThere === true && this.#isFromBefore) this.#isReconciled = true;
  }

  #startOver(): void {
    this.#failure = noFailure();
  }

  /** The last step is not noted by itself: the outcome follows at once. */
  #done({ step, call, request }: PlannedCall, id: ServiceText | undefined, isLast: boolean, wasThere: boolean): void {
    this.#isUncertain = false;
    this.#isFromBefore = false;
    this.#ids.set(step, id ?? "");
    if (wasThere) this.#found.add(step);
    if (id !== undefined) this.#own.add(id);
    if (isLast) return;
    const device = call === "importTotpDevice" && this.#mayHaveBeenThere() ? request.deviceName : undefined;
    const { record } = this.#user;
    this.#calls.run.journal.note({ record, step, id, there: wasThere || undefined, device: device as string });
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
