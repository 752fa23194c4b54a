import { CLIENT_PROBLEMS } from "../../problems/client.js";
import { IMPORT_PROBLEMS } from "../../problems/import.js";
import { problemMaker } from "../../problems/problem-maker.js";
import type { Problem } from "../../result.js";
import type { NormalizedUser, ReadUser, UserRecord } from "../../source/index.js";
import { userIn } from "../../source/internal.js";
import { checkPlan } from "../check-plan.js";
import { sentProblem } from "../find-existing.js";
import { kindOfCall } from "../first-refusals.js";
import { contactsOf, keysOf } from "../in-flight-users.js";
import { shortUserId, type UserTrace } from "../journal/journal-line.js";
import { isThere } from "../journal/recover.js";
import { hasMarkToSet, markVerified } from "../mark-verified.js";
import { placeOf } from "../outcome.js";
import { planImport } from "../plan.js";
import { runUser, type UserEnd } from "../run-user.js";
import { type FirstImport, type FirstUser, unfinished } from "../since/first-import.js";
import { type PlannedChange, planChange } from "../since/plan-change.js";
import { ofChanged, outcomeOf } from "../user-outcome.js";
import { withheldSteps } from "../withheld-steps.js";
import { ExistingAccounts, type SentUser } from "./existing-accounts.js";
import type { ImportRun, Sending } from "./import-run.js";
import { RunCalls } from "./run-calls.js";

const { problem } = /* @__PURE__ */ problemMaker(CLIENT_PROBLEMS, IMPORT_PROBLEMS);

/** Sends each user by the calls of their plan: who is in flight, and at what pace. */
export class SendingByCalls implements Sending {
  readonly #run: ImportRun;
  readonly #first: FirstImport | undefined;
  readonly #calls: RunCalls;
  readonly #existing: ExistingAccounts;

  constructor(run: ImportRun, first: FirstImport | undefined) {
    this.#run = run;
    this.#first = first;
    this.#calls = new RunCalls(run, first);
    this.#existing = new ExistingAccounts(this.#calls);
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
    // A second export sets none.
    if (this.#hasMark(user) && state.user.print.verified !== true) this.#run.account.noteMark(record.index, false);
    const refusals = refusalsOf(change, changedSince?.passwords);
    const isKept = refusals.length === 0 && change.plan.length === 0;
    if (!isKept) this.#noteKnown(record, user, { ...state.user, print: change.known });
    if (refusals.length > 0) return this.#run.refuse(record, refusals);
    const known = { ...state.user, print: change.after };
    if (isKept && !state.isNoted) return this.#keep(record, user, known);
    await this.#begin({ ...one, plan: change.plan, first: known });
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
    users.add(keys, this.#import(one));
  }

  /** Of a user whom the export refuses this time, a third one has to know too; and that they are on the service all the same. */
  async noteRefused(record: UserRecord): Promise<readonly Problem[]> {
    const user = userIn(record);
    if (user === undefined || this.#first === undefined) return [];
    const state = await this.#first.stateOf(user.externalUserId);
    if (state.kind === "unknown") return [];
    this.#noteKnown(record, user, state.kind === "known" ? state.user : undefined);
    const message = "the first import has made this user, who is on the service and signs in there as before";
    return [problem("import/change-not-carried", message)];
  }

  noteEarlier({ index, line, result }: UserRecord): void {
    const { journal } = this.#run;
    const state = journal.stateOf(index);
    if ((isThere(state) || journal.hasBegun(index)) && result.ok) this.#calls.claimContacts(result.value.user, line);
  }

  async settle(): Promise<void> {
    await this.#calls.users.allEnded();
    this.#calls.settleRefusals();
  }

  /** Nothing is sent for a user whom the first import has made and who is as they were. */
  async #keep(record: UserRecord, user: NormalizedUser, { serviceUserId, ...trace }: FirstUser): Promise<void> {
    this.#run.account.add("unchanged");
    this.#calls.claimContacts(user, record.line);
    const outcome = { kind: "already-there", isReconciled: false, warnings: [], serviceUserId } as const;
    this.#run.record({ ...placeOf(record), ...outcome }, trace);
    await this.#run.room();
    this.#run.stopFor(await this.#run.journal.room());
  }

  #traceOf(user: NormalizedUser, codeUserId: string | undefined, first: FirstUser | undefined): UserTrace {
    if (first === undefined) return { codeUserId, print: this.#run.journal.printOf(user) };
    return { codeUserId: codeUserId ?? first.codeUserId, print: first.print, key: first.key };
  }

  async #import(one: SentUser): Promise<void> {
    const { record, user, plan, warnings, first } = one;
    const { index } = record;
    try {
      const admission = await this.#existing.admit(one);
      if (admission === "reported") return;
      if (admission === "unchanged") return await this.#keep(record, user, first as FirstUser);
      if ("kind" in admission) return this.#unanswered(one, admission);
      const { journal, options } = this.#run;
      journal.note({ begun: index, there: admission.isOwn || undefined });
      const withheld = withheldSteps(plan, options.without);
      const isFollowed = first === undefined && this.#hasMark(user);
      const place = {
        record: index,
        line: record.line,
        userId: user.externalUserId,
        noted: { line: record.line, userId: shortUserId(user.externalUserId) },
        firstUserId: first?.serviceUserId,
      };
      const planned = { ...place, ...admission, plan, withheld, isFollowed };
      const calls = await runUser(planned, this.#calls);
      const end = isFollowed ? await this.#mark(record, user, calls) : calls;
      if (end.kind === "unfinished") {
        if (!end.isInDoubt) journal.note({ left: index });
        if (end.isSent === true || calls.kind !== "unfinished") this.#run.account.add("sentInPart");
        return;
      }
      if ("codeUserId" in end || end.canSignIn || end.isInDoubt) this.#calls.claimContacts(user, record.line);
      const outcome = ofChanged(outcomeOf(record, end, warnings), first);
      if ("codeUserId" in end) {
        if (first !== undefined) this.#run.account.add("changed");
        // Nothing tells whether a user who is there was refused, so these wait for nothing.
        this.#run.record(outcome, this.#traceOf(user, end.codeUserId, first));
        return;
      }
      const last = plan.find(({ step }) => step === end.step);
      this.#run.stopFor(this.#calls.firstRefusals.take(outcome, last === undefined ? end.step : kindOfCall(last)));
    } catch (error) {
      this.#run.throw(error);
    }
  }

  /** A question had no answer. Whether a call has gone through stays as open as it was. */
  #unanswered({ record, warnings }: SentUser, end: UserEnd): void {
    if (!("step" in end)) return;
    this.#run.stopFor(this.#calls.firstRefusals.take(outcomeOf(record, end, warnings), end.step));
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
