import type { AccountInfo, AdministrationClient, CallOptions, FoundUser } from "../client/index.js";
import { problem } from "../problems/import.js";
import type { Problem, Result } from "../result.js";
import type { NormalizedUser } from "../source/index.js";
import { judgeCall } from "./judge-call.js";
import { noFailure } from "./outage.js";
import type { OutcomePlace, RecordedOutcome } from "./outcome.js";
import { ONE_TIME_CODE, PASSWORD, type PlannedCall } from "./plan.js";
import type { RunCalls } from "./run/run-calls.js";
import type { UserEnd } from "./run-user.js";

/** Name of the look-up among the steps of a user. */
const LOOK_UP = "look-up";

/** Asks a service for users; gives how it ended where there is no answer. */
export type AskForUsers<End> = (info: AccountInfo) => Promise<readonly FoundUser[] | End>;

/** Users of the service who have any of these; or how it ended without. */
export async function findExisting<End extends { readonly kind: string }>(
  infos: readonly AccountInfo[],
  ask: AskForUsers<End>,
): Promise<readonly FoundUser[] | End> {
  const found = new Map<string, FoundUser>();
  for (const info of infos) {
    const users = await ask(info);
    if ("kind" in users) return users;
    for (const one of users) found.set(one.userId, one);
  }
  return [...found.values()];
}

/**
 * Those of the found users whom nothing shows to be this one: they have another ID than an earlier import gave the user,
 * an address that is not verified on both sides, and not the user's social login. An ID of the old system shows nothing: in
 * many systems users choose theirs, and two systems may give two persons the same.
 *
 * @param ownIds By which earlier imports have made the user.
 */
export async function strangersAmong<End extends { readonly kind: string }>(
  found: readonly FoundUser[],
  user: NormalizedUser,
  ask: AskForUsers<End>,
  ownIds: readonly (string | undefined)[] = [],
): Promise<readonly FoundUser[] | End> {
  const own: ReadonlySet<string | undefined> = new Set(ownIds);
  let left = found.filter((one) => ![one.userId, ...one.loginIds].some((id) => own.has(id)) && !isShown(one, user));
  for (const info of provenInfos(user)) {
    if (left.length === 0) break;
    const holders = await ask(info);
    if ("kind" in holders) return holders;
    left = left.filter(({ userId }) => !holders.some((holder) => holder.userId === userId));
  }
  return left;
}

/** The address is verified on both sides. */
function isShown({ logins }: FoundUser, { email, emailVerified }: NormalizedUser): boolean {
  return emailVerified && logins.some((login) => login.isVerified === true && isSameAddress(login.email, email));
}

/** As the service compares addresses. */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one?.trim().toLowerCase() === other?.trim().toLowerCase();
}

/** An account with one of these opens for the user alone: a provider has said who they are. A number may only have been typed. */
function provenInfos({ thirdParty }: NormalizedUser): readonly AccountInfo[] {
  return thirdParty.map(({ thirdPartyId, thirdPartyUserId }) => ({ thirdPartyId, thirdPartyUserId }));
}

/** Steps that get the account with this address at the service, though the old system never confirmed it. */
export function unprovenSteps(user: NormalizedUser, plan: readonly PlannedCall[]): ReadonlySet<string> {
  const isByAddress = user.email !== undefined && !user.emailVerified;
  const isCodeByAddress = user.phoneNumber === undefined;
  const steps = plan.map(({ step }) => step);
  return new Set(
    steps.filter((step) => isByAddress && (step === PASSWORD || (step === ONE_TIME_CODE && isCodeByAddress))),
  );
}

/** Why a user who is there is not sent; of one who shares another record's user, with the line of that. */
export function existsProblem(line?: number): Problem {
  return line === undefined
    ? problem("import/user-exists", "the service has a user with this address, phone number or social login")
    : problem("import/user-shared", `the service takes this record for the user of line ${line}`);
}

/** Why an account stays with the user for whom it was made: by their IDs they are two people, whatever address the second one has now. */
export function madeForOtherProblem(line: number): Problem {
  const message = `the account on the service is that of line ${line} of the first export, whose ID is another one: only a decision for this user gives it away`;
  return problem("import/user-exists", message);
}

/** Why an account is left as it is that may be another person's. */
export function unprovenProblem({ emailVerified }: Pick<NormalizedUser, "emailVerified">): Problem {
  const side = emailVerified ? "service" : "export";
  const message = `the service has a user with this address, and the ${side} does not say that the address is verified`;
  return problem("import/user-exists", message);
}

/** Why nothing is sent of a user who has something in common with one whom this journal has sent: it would be theirs. */
export function sentProblem(line: number): Problem {
  const message = `line ${line}, which was sent before, has the same address, phone number or social login`;
  return problem("import/user-shared", message);
}

/** The outcome of a user who is left as they are; with their ID where it can be only one. */
export function keptOutcome(
  place: OutcomePlace,
  users: readonly Pick<FoundUser, "userId">[],
  warnings: readonly Problem[] = [],
): RecordedOutcome {
  const message = "the user was on the service already, and was left as they are";
  const serviceUserId = users.length === 1 ? users[0]?.userId : undefined;
  const all = [...warnings, problem("import/existing-kept", message)];
  return { ...place, kind: "already-there", serviceUserId, isReconciled: false, warnings: all };
}

/** One call finds by one address, one number and one social login. */
export function infosOf({ email, phoneNumber, thirdParty }: NormalizedUser): readonly AccountInfo[] {
  const [first, ...others] = thirdParty.map(
    ({ email: address, thirdPartyId, thirdPartyUserId }): AccountInfo => ({
      email: address,
      thirdPartyId,
      thirdPartyUserId,
    }),
  );
  const main: AccountInfo = { ...first, ...(email === undefined ? {} : { email }), phoneNumber };
  const isElsewhere = first !== undefined && email !== undefined && first.email !== email;
  return [main, ...(isElsewhere ? [{ email: first.email }] : []), ...others];
}

/** Whether a user has a session at the service; or how the question ended without an answer. */
export async function hasSignedIn(
  serviceUserId: string,
  administration: AdministrationClient,
  calls: RunCalls,
  record: number,
): Promise<boolean | UserEnd> {
  const sessions = await lookUp((options) => administration.countSessions(serviceUserId, options), calls, record);
  return typeof sessions === "number" ? sessions > 0 : sessions;
}

/** Asks until there is an answer; or how it ended without. */
export async function lookUp<T>(
  perform: (options: CallOptions) => Promise<Result<T>>,
  calls: RunCalls,
  record: number,
): Promise<T | UserEnd> {
  const failure = noFailure();
  for (;;) {
    const open = await calls.open();
    if (open === undefined) return UNFINISHED;
    const reply = await perform(open.options);
    if (reply.ok) {
      calls.lookedUp();
      return reply.value;
    }
    const { problems } = reply;
    const verdict = judgeLookUp(problems[0], calls);
    if (verdict === "stop") calls.run.stop(problems[0]);
    if (verdict === "stop" || verdict === "ended") return UNFINISHED;
    if (verdict === "refused") return endOf("refused-by-service", problems);
    const next = await calls.afterFailure(record, failure, problems[0]);
    if (next === "stop") return UNFINISHED;
    if (next === "give-up") return endOf("failed", problems);
  }
}

const UNFINISHED: UserEnd = { kind: "unfinished", isInDoubt: false };

/** What the calls of an import are judged by, with look-ups in the place of the call. */
function judgeLookUp(first: Problem, calls: RunCalls) {
  return judgeCall(first, "importPasswordHash", {
    hasWorked: (call) => calls.hasLookedUp || (call === undefined && calls.hasWorked()),
  });
}

export function endOf(kind: "refused-by-service" | "failed", problems: readonly Problem[]): UserEnd {
  return { kind, step: LOOK_UP, problems, canSignIn: false, serviceUserId: undefined, isInDoubt: false };
}
