import { utf8 } from "../lib/bytes.js";
import { counted } from "../lib/plural.js";
import { LOGIN_PROBLEMS, type LoginProblemCode } from "../problems/login.js";
import type { Place } from "../problems/problem.js";
import { problemMaker } from "../problems/problem-maker.js";
import { VERIFY_PROBLEMS, type VerifyProblemCode } from "../problems/verify.js";
import type { Problem } from "../result.js";
import type { Verification } from "../verify/index.js";
import { coversPassword } from "../verify/internal.js";
import { LATE, NOT_IMPORTED, timedOutMessage } from "./call-outside.js";
import { type CarriedOut, carriedOut, notedAccount, refusalIn, takenOut } from "./carry-out.js";
import { contextOf, type PasswordCheck } from "./check-password.js";
import { whileAllClaimed } from "./claim-user.js";
import type { ImportNames, LegacyUser, Settings } from "./login-fallback-options.js";
import { loginMessage } from "./login-message.js";
import type { LoginOutcome } from "./login-outcome.js";
import { type Asking, flightKey, isAddressOfOther, isLeft, keyed, lookUp } from "./look-up.js";
import { importableHash, passwordToImport } from "./plan-migration.js";
import type { Flight, Migrate } from "./single-flight.js";

const { problem } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS, VERIFY_PROBLEMS);

/** One login, and what it needs. */
interface Attempt {
  readonly options: Settings;
  readonly check: PasswordCheck;
  readonly migrate: Migrate<LoginOutcome>;
  readonly signal: AbortSignal;
  readonly identifier: string;
}

/** One login, from the look-up to the import. */
export async function attemptLogin(context: Attempt, password: string): Promise<LoginOutcome> {
  const { options, identifier, signal } = context;
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") {
    const { problems, user } = found;
    if (user === undefined) return { kind: "busy", loggedIn: false, problems };
    return afterDummy(context, password, { kind: "cannot-verify", loggedIn: false, user, problems });
  }
  if (found.kind === "nobody") {
    return afterDummy(context, password, { kind: "unknown-user", loggedIn: false });
  }
  const checked: Checked[] = [];
  // Each of them, whether another one matches or not.
  for (const user of found.users) checked.push(await checkedUser(context, user, password));
  const refusals = checked.flatMap(({ refused }) => refused ?? []);
  const unsure = refusals.find(({ kind }) => kind === "busy");
  const match = unsure === undefined ? bestMatch(checked) : undefined;
  if (match === undefined) return unsure ?? refusalOf(refusals, found.users);
  const { user, verification } = match;
  // The caller has its answer already; nothing is to be changed after it.
  if (signal.aborted) return abortedOutcome();
  // Only a user who knows the password learns that the account is disabled.
  if (user.disabled === true) return { kind: "disabled", loggedIn: false, user };
  if (user.mustReset === true) return mustReset(user, "password-temporary", TEMPORARY);
  return migrateUser({ ...context, sharers: found.users }, user, password, verification);
}

/** A user whose password was compared: with what the check says of a match, or without. */
interface Checked {
  readonly user: LegacyUser;
  readonly verification?: Verification;
  readonly refused?: LoginOutcome;
}

async function checkedUser(context: Attempt, user: LegacyUser, password: string): Promise<Checked> {
  // A migrated user takes as long as any other. The new service has already refused this password.
  if (user.migrated === true) {
    return { user, refused: await afterDummy(context, password, alreadyMigrated(user)) };
  }
  const verified = await context.check.ofUser(user, password, context.signal);
  if (!verified.ok) return { user, refused: await unverified(context, user, password, verified.problems) };
  return verified.value.matches ? { user, verification: verified.value } : { user, refused: wrongPassword(user) };
}

/** Of several whose password it is: who may log in, then of whom all of it was seen, then who counts first. */
function bestMatch(checked: readonly Checked[]): (Checked & { readonly verification: Verification }) | undefined {
  const rank = ({ user, verification: { coverage } }: Checked & { readonly verification: Verification }) =>
    (user.disabled === true ? 2 : 0) + (coversPassword(coverage) ? 0 : 1);
  const matches = checked.flatMap(({ user, verification }) => (verification ? [{ user, verification }] : []));
  return matches.toSorted((one, other) => rank(one) - rank(other))[0];
}

/** The service has refused the password of migrated users. */
function refusalOf(refusals: readonly LoginOutcome[], [first]: readonly [LegacyUser, ...LegacyUser[]]): LoginOutcome {
  return refusals.find(({ kind }) => kind !== "already-migrated") ?? refusals[0] ?? wrongPassword(first);
}

async function unverified(
  context: Attempt,
  user: LegacyUser,
  password: string,
  problems: readonly [Problem, ...Problem[]],
): Promise<LoginOutcome> {
  const [{ code }] = problems;
  switch (loginMessage(code)) {
    // There is nothing to compute, for known and unknown users alike.
    case "wrong-password":
      return wrongPassword(user);
    case "busy":
      return { kind: "busy", loggedIn: false, problems };
  }
  return afterDummy(context, password, { kind: "cannot-verify", loggedIn: false, user, problems }, true);
}

/** Does the work that a user with a sound hash would have cost. */
async function afterDummy(
  { check, signal }: Attempt,
  password: string,
  outcome: LoginOutcome,
  hasRead = false,
): Promise<LoginOutcome> {
  const ran = await check.ofNobody(password, signal, hasRead);
  if (ran.ok || loginMessage(ran.problems[0].code) !== "busy") return outcome;
  return { kind: "busy", loggedIn: false, problems: ran.problems };
}

/** How a user whose password matched gets into the service. */
async function migrateUser(
  context: Matched,
  user: LegacyUser,
  typed: string,
  verification: Verification,
): Promise<LoginOutcome> {
  const { options } = context;
  const { coverage } = verification;
  const isCovered = coversPassword(coverage);
  const { partialMatch } = options;
  if (!isCovered && partialMatch === "refuse") return wrongPassword(user, [uncovered()]);
  if (!isCovered && partialMatch === "must-reset") return notCovered(user);
  const origin = { ...contextOf(user, options), service: options.profile };
  const hash = importableHash(user.passwordHash ?? "", typed, origin, verification);
  // Another device may write the same characters as other bytes: the password is what the old hash is over.
  const password = passwordToImport(typed, verification);
  if (hash !== null) {
    const needsRehash = verification.needsRehash && isCovered;
    const call = () => options.importWithHash(user, hash);
    return inFlight(context, user, { by: "hash", needsRehash, password, call });
  }
  // What was typed may be more than the password, and must not become it.
  if (!isCovered) {
    if (partialMatch !== "let-in") return notCovered(user);
    return { kind: "let-in-unmigrated", loggedIn: true, user, coverage };
  }
  return withPassword(context, user, password);
}

async function withPassword(context: Matched, user: LegacyUser, password: string): Promise<LoginOutcome> {
  const { importWithPassword: create, newHashBytes = Number.POSITIVE_INFINITY } = context.options;
  if (create === undefined) {
    const message = `the service can't verify this hash, and there is no ${context.options.names.password}`;
    const missing = problem("login/function-missing", message);
    return { kind: "cannot-verify", loggedIn: false, user, problems: [missing] };
  }
  const { length } = utf8(password);
  if (length > newHashBytes) {
    const message = `the password is ${counted(length, "byte")} long; the service's own hash reads ${newHashBytes}`;
    return mustReset(user, "password-too-long", message);
  }
  const call = () => create(user, password);
  return inFlight(context, user, { by: "password", needsRehash: false, password, call });
}

const BCRYPT_BYTES = 72;

/** An attempt with all whom the identifier leads to. */
interface Matched extends Attempt {
  readonly sharers: readonly LegacyUser[];
}

interface Move {
  readonly by: "hash" | "password";
  readonly needsRehash: boolean;
  readonly password: string;
  readonly call: () => Promise<unknown>;
}

/** Once for each user, however many attempts have the right password at the same time. */
async function inFlight(
  { options, migrate, identifier, sharers }: Matched,
  user: LegacyUser,
  { by, needsRehash, password, call }: Move,
): Promise<LoginOutcome> {
  const step = options.names[by];
  const move = async (): Promise<Flight<LoginOutcome>> => {
    const gone = (await goneMeanwhile(options, identifier, user)) ?? (await ownedByOther(options, identifier, user));
    if (gone !== null) return { migrated: false, outcome: gone };
    const done = await carriedOut(call, options, step);
    if (done.kind !== "done") return { migrated: false, outcome: notMigrated(user, step, done) };
    const unnoted = await notedAccount(options, user, done.account);
    if (unnoted !== null) return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: [unnoted] } };
    // They are in the service now, whatever becomes of this: a later login finds an account that is there.
    const left = await outAfterImport(options, identifier, user);
    // A new password may have been set, or the account deleted.
    if (left === "gone") return { migrated: false, outcome: await withdrawn(options, user, password) };
    const exceedsBcrypt = utf8(password).length > BCRYPT_BYTES;
    const problems = [...done.leftOut, ...(left === null ? [] : [left])];
    const rest = { user, account: done.account, by, needsRehash, exceedsBcrypt, problems };
    return { migrated: true, outcome: { kind: "migrated", loggedIn: true, ...rest } };
  };
  const key = flightKey(user, identifier);
  const flight = await migrate(key, async (): Promise<Flight<LoginOutcome>> => {
    const claimed = await whileAllClaimed(options, keyed(sharers, identifier), move);
    if (claimed.kind === "done") return claimed.value;
    return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: claimed.problems } };
  });
  return flight?.outcome ?? alreadyMigrated(user);
}

/** `gone` where another process has forgotten the user while the import ran. */
async function outAfterImport(
  options: Settings,
  identifier: string,
  user: LegacyUser,
): Promise<Problem | "gone" | null> {
  const { forgetUser, forgetImported } = options;
  if (forgetImported === undefined) {
    const left = forgetUser === undefined ? null : await takenOut(options, identifier, user, forgetUser);
    return left === "gone" ? null : left;
  }
  return takenOut(options, identifier, user, forgetImported, "forgetImported");
}

async function withdrawn(options: Settings, user: LegacyUser, password: string): Promise<LoginOutcome> {
  const { withdrawPassword } = options;
  const isClosed =
    withdrawPassword !== undefined &&
    (await carriedOut(() => withdrawPassword(user, password), options, "withdrawPassword")).kind === "done";
  const rest = isClosed ? "it does not open the account" : "it may open the account";
  return busy("login/migrated-meanwhile", `the user was forgotten while their old password was imported: ${rest}`);
}

/** Another process may have forgotten the user while the password was checked: their account may be deleted by now. */
export async function goneMeanwhile(
  options: Settings,
  identifier: string,
  user: LegacyUser,
): Promise<LoginOutcome | null> {
  if (options.forgetUser === undefined && options.claimUser === undefined) return null;
  const left = await isLeft(options, identifier, user);
  if (typeof left !== "boolean") return { kind: "busy", loggedIn: false, problems: left };
  return left ? null : alreadyMigrated(user);
}

/** As if the account that the other one will have were there already. */
export async function ownedByOther(
  options: Asking,
  identifier: string,
  user: LegacyUser,
): Promise<Extract<LoginOutcome, { readonly kind: "busy" | "already-migrated" }> | null> {
  const isOwned = await isAddressOfOther(options, identifier, user);
  if (typeof isOwned !== "boolean") return { kind: "busy", loggedIn: false, problems: isOwned };
  const message = "another user of the old side has verified this address";
  return isOwned ? alreadyMigrated(user, [problem("login/account-exists", message)]) : null;
}

export function notMigrated(
  user: LegacyUser,
  step: ImportNames[keyof ImportNames],
  done: Exclude<CarriedOut, { readonly kind: "done" }>,
): LoginOutcome {
  if (done.kind === "timed-out") return busy("login/timed-out", timedOutMessage(step));
  switch (refusalIn(done.why)) {
    case "policy":
      return mustReset(user, "password-refused", `${step} says that the service's rules refuse this password`);
    case "conflict": {
      const message = `${step} says that the service has an account of this user already`;
      return alreadyMigrated(user, [problem("login/account-exists", message)]);
    }
    case "unavailable":
      return busy("login/service-unavailable", `${step} says that the service can't be used now`);
  }
  const right = step === "importWithoutPassword" || step === "createUser" ? "" : "the password is right, but ";
  return busy("login/function-failed", `${right}${step} did not succeed`, NOT_IMPORTED);
}

export function alreadyMigrated(user: LegacyUser, problems: readonly Problem[] = []) {
  return { kind: "already-migrated", loggedIn: false, user, problems } as const;
}

const TEMPORARY = "the old system has the user replace this password";
const NOT_COVERED = "the old system's check did not see all of what was typed";

function notCovered(user: LegacyUser): LoginOutcome {
  return mustReset(user, "password-not-covered", NOT_COVERED);
}

function uncovered(): Problem {
  return problem("login/password-not-covered", NOT_COVERED);
}

function wrongPassword(user: LegacyUser, problems: readonly Problem[] = []): LoginOutcome {
  return { kind: "wrong-password", loggedIn: false, user, problems };
}

function mustReset(
  user: LegacyUser,
  reason: Extract<LoginOutcome, { readonly kind: "must-reset" }>["reason"],
  message: string,
): LoginOutcome {
  const problems = [problem(`login/${reason}`, message)];
  return { kind: "must-reset", loggedIn: false, user, reason, problems };
}

export function abortedOutcome(): LoginOutcome {
  return busy("verify/aborted", "the attempt was aborted by its signal");
}

export function lateOutcome(): LoginOutcome {
  return busy("login/timed-out", "the attempt was not over within answerWithinMs", LATE);
}

export function busy(
  code: LoginProblemCode | VerifyProblemCode,
  message: string,
  place?: Place,
): { readonly kind: "busy"; readonly loggedIn: false; readonly problems: readonly [Problem] } {
  return { kind: "busy", loggedIn: false, problems: [problem(code, message, place)] };
}
