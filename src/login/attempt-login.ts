import { LOGIN_PROBLEMS, type LoginProblemCode } from "../problems/login.js";
import { problemMaker } from "../problems/problem-maker.js";
import { VERIFY_PROBLEMS, type VerifyProblemCode } from "../problems/verify.js";
import type { Problem } from "../result.js";
import type { Verification } from "../verify/index.js";
import { coversPassword } from "../verify/internal.js";
import { type Called, called, timedOutMessage } from "./call-outside.js";
import { atLogin, contextOf, type PasswordCheck } from "./check-password.js";
import { whileClaimed } from "./claim-user.js";
import type {
  FallbackStep,
  ImportRefusal,
  LegacyUser,
  LoginFallbackOptions,
} from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { lookUp } from "./look-up.js";
import { importableHash } from "./plan-migration.js";
import type { Flight, Migrate } from "./single-flight.js";

const { problem } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS, VERIFY_PROBLEMS);

/** One login, and what it needs. */
export interface Attempt<User extends LegacyUser> {
  readonly options: LoginFallbackOptions<User>;
  readonly check: PasswordCheck<User>;
  readonly migrate: Migrate<LoginOutcome<User>>;
  readonly signal: AbortSignal | undefined;
  readonly identifier: string;
}

/** One login, from the look-up to the import. */
export async function attemptLogin<User extends LegacyUser>(
  context: Attempt<User>,
  password: string,
): Promise<LoginOutcome<User>> {
  const { options, identifier, check, signal } = context;
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") {
    const { problems, user } = found;
    if (user === undefined) return { kind: "busy", loggedIn: false, problems };
    return afterDummy(context, password, { kind: "cannot-verify", loggedIn: false, user, problems });
  }
  if (found.kind === "nobody") {
    return afterDummy(context, password, { kind: "unknown-user", loggedIn: false });
  }
  const { user } = found;
  // Whoever has been brought over costs what anybody costs: the service has refused them before this was asked.
  if (user.migrated === true) return afterDummy(context, password, alreadyMigrated(user));

  const verified = await check.ofUser(user, password, signal);
  if (!verified.ok) return unverified(context, user, password, verified.problems);
  if (!verified.value.matches) return { kind: "wrong-password", loggedIn: false, user };
  // Whoever aborted has their answer already; nothing is to be changed after it.
  if (signal?.aborted) return abortedOutcome();
  // Only whoever knows the password learns that the account is disabled.
  if (user.held === true) return { kind: "held", loggedIn: false, user };
  return bringOver(context, user, password, verified.value);
}

async function unverified<User extends LegacyUser>(
  context: Attempt<User>,
  user: User,
  password: string,
  problems: readonly [Problem, ...Problem[]],
): Promise<LoginOutcome<User>> {
  const [{ code }] = problems;
  switch (atLogin(code)) {
    // There is nothing to compute, for known and unknown users alike.
    case "wrong-password":
      return { kind: "wrong-password", loggedIn: false, user };
    case "busy":
      return { kind: "busy", loggedIn: false, problems };
  }
  return afterDummy(context, password, { kind: "cannot-verify", loggedIn: false, user, problems });
}

/** Does the work that a user with a sound hash would have cost. */
async function afterDummy<User extends LegacyUser>(
  { check, signal }: Attempt<User>,
  password: string,
  outcome: LoginOutcome<User>,
): Promise<LoginOutcome<User>> {
  const ran = await check.ofNobody(password, signal);
  if (ran.ok || atLogin(ran.problems[0].code) !== "busy") return outcome;
  return { kind: "busy", loggedIn: false, problems: ran.problems };
}

/** How a user whose password matched gets into the service. */
async function bringOver<User extends LegacyUser>(
  context: Attempt<User>,
  user: User,
  password: string,
  { coverage, needsRehash, as }: Verification,
): Promise<LoginOutcome<User>> {
  const { options } = context;
  const isCovered = coversPassword(coverage);
  const { partial } = options;
  if (!isCovered && partial === "refuse") return refusedPartial(user);
  if (!isCovered && partial === "must-reset") return notCovered(user);
  const origin = { ...contextOf(user, options), service: options.service };
  const hash = importableHash(user.passwordHash ?? "", password, origin, as);
  if (hash !== null) {
    const outcome = {
      kind: "migrated",
      loggedIn: true,
      user,
      by: "hash",
      needsRehash: needsRehash && isCovered,
    } as const;
    return inFlight(context, user, outcome, "importUser", () => options.importUser(user, hash));
  }
  // What was typed may be more than the password, and must not become it.
  if (!isCovered) {
    return partial === "sign-in" ? { kind: "signed-in", loggedIn: true, user, coverage } : notCovered(user);
  }
  return signUp(context, user, password);
}

async function signUp<User extends LegacyUser>(
  context: Attempt<User>,
  user: User,
  password: string,
): Promise<LoginOutcome<User>> {
  const { signUp: create } = context.options;
  if (create === undefined) {
    const message = "the service can't verify this hash, and there is no signUp";
    const missing = problem("login/sign-up-missing", message);
    return { kind: "cannot-verify", loggedIn: false, user, problems: [missing] };
  }
  const outcome = { kind: "migrated", loggedIn: true, user, by: "password", needsRehash: false } as const;
  return inFlight(context, user, outcome, "signUp", () => create(user, password));
}

/** Once for each user, however many attempts have the right password at the same time. */
async function inFlight<User extends LegacyUser>(
  { options, migrate, identifier }: Attempt<User>,
  user: User,
  outcome: LoginOutcome<User>,
  step: "importUser" | "signUp",
  call: () => Promise<unknown>,
): Promise<LoginOutcome<User>> {
  const bring = async (): Promise<Flight<LoginOutcome<User>>> => {
    const gone = await goneMeanwhile(options, identifier, user);
    if (gone !== null) return { migrated: false, outcome: gone };
    const done = await called(call, options, step);
    if (!hasSucceeded(done)) return { migrated: false, outcome: notBroughtOver(user, step, done) };
    // They are in the service now, whatever becomes of this: a later login finds an account that is there.
    const { forgetUser } = options;
    if (forgetUser !== undefined) await called(() => forgetUser(user), options, "forgetUser");
    return { migrated: true, outcome };
  };
  const flight = await migrate(flightKey(user, identifier), async (): Promise<Flight<LoginOutcome<User>>> => {
    const claimed = await whileClaimed(options, user, bring);
    if (claimed.kind === "done") return claimed.value;
    return { migrated: false, outcome: { kind: "busy", loggedIn: false, problems: claimed.problems } };
  });
  return flight?.outcome ?? alreadyMigrated(user);
}

/** Another process may have forgotten the user while the password was checked: their account may be deleted by now. */
export async function goneMeanwhile<User extends LegacyUser>(
  options: LoginFallbackOptions<User>,
  identifier: string,
  user: User,
): Promise<LoginOutcome<User> | null> {
  if (options.forgetUser === undefined && options.claimUser === undefined) return null;
  const found = await lookUp(options, identifier);
  if (found.kind === "failed") return { kind: "busy", loggedIn: false, problems: found.problems };
  return found.kind === "nobody" || found.user.migrated === true ? alreadyMigrated(user) : null;
}

/** Records without an ID must not share one: the second user would be taken for the first. */
export function flightKey({ id }: LegacyUser, identifier: string): string {
  const isNamed = id !== undefined && id !== null && id !== "";
  return JSON.stringify(isNamed ? { id: String(id) } : { identifier });
}

/** Neither false nor a refusal is a success, whatever reason it gives, nor an answer that says of itself that it is none. */
export function hasSucceeded(done: Called<unknown>): boolean {
  if (done.kind !== "value" || done.value === false) return false;
  const { value } = done;
  if (typeof value !== "object" || value === null) return true;
  return !(value instanceof Error || "refused" in value || ("status" in value && isRefusing(value.status)));
}

/** A status of HTTP, or the word of a service's SDK, which has capitals and `_` for all but success. */
function isRefusing(status: unknown): boolean {
  if (typeof status === "number") return status >= 400;
  return typeof status === "string" && /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(status);
}

export function notBroughtOver<User extends LegacyUser>(
  user: User,
  step: "importUser" | "signUp" | "createUser",
  done: Called<unknown>,
): LoginOutcome<User> {
  if (done.kind === "timed-out") return timedOut(step);
  switch (refusalIn(done.kind === "error" ? done.error : done.value)) {
    case "policy":
      return mustReset(
        user,
        "password-refused",
        `${step} says that the service's rules refuse this password`,
      );
    case "conflict":
      return alreadyMigrated(user, [
        problem("login/account-exists", `${step} says that the service has an account of this user already`),
      ]);
    case "unavailable":
      return busy("login/service-unavailable", `${step} says that the service can't be used now`);
  }
  const right = step === "createUser" ? "" : "the password is right, but ";
  return busy("login/import-failed", `${right}${step} did not succeed`);
}

const REFUSALS: readonly ImportRefusal["refused"][] = ["policy", "conflict", "unavailable"];

/** What SuperTokens' SDK answers to a sign-up, and to a change of password. */
const REFUSING_STATUSES: Readonly<Record<string, ImportRefusal["refused"]>> = {
  EMAIL_ALREADY_EXISTS_ERROR: "conflict",
  PASSWORD_POLICY_VIOLATED_ERROR: "policy",
};

/** What importUser or signUp gave back or threw, where it says why the service won't have the user. */
function refusalIn(value: unknown): ImportRefusal["refused"] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("refused" in value) return REFUSALS.find((refused) => refused === value.refused);
  const status = "status" in value ? value.status : undefined;
  const isKnown = typeof status === "string" && Object.hasOwn(REFUSING_STATUSES, status);
  return isKnown ? REFUSING_STATUSES[status] : undefined;
}

function alreadyMigrated<User extends LegacyUser>(
  user: User,
  problems: readonly Problem[] = [],
): LoginOutcome<User> {
  return { kind: "already-migrated", loggedIn: false, user, problems };
}

const NOT_COVERED = "the old system's check did not see all of what was typed";

function notCovered<User extends LegacyUser>(user: User): LoginOutcome<User> {
  return mustReset(user, "password-not-covered", NOT_COVERED);
}

function refusedPartial<User extends LegacyUser>(user: User): LoginOutcome<User> {
  const problems = [problem("login/password-not-covered", NOT_COVERED)];
  return { kind: "refused", loggedIn: false, user, reason: "password-not-covered", problems };
}

function mustReset<User extends LegacyUser>(
  user: User,
  reason: "password-not-covered" | "password-refused",
  message: string,
): LoginOutcome<User> {
  return {
    kind: "must-reset",
    loggedIn: false,
    user,
    reason,
    problems: [problem(`login/${reason}`, message)],
  };
}

function timedOut<User extends LegacyUser>(step: FallbackStep): LoginOutcome<User> {
  return busy("login/timed-out", timedOutMessage(step));
}

export function abortedOutcome<User extends LegacyUser>(): LoginOutcome<User> {
  return busy("verify/aborted", "the attempt was aborted by its signal");
}

export function busy(
  code: LoginProblemCode | VerifyProblemCode,
  message: string,
): { readonly kind: "busy"; readonly loggedIn: false; readonly problems: readonly [Problem] } {
  return { kind: "busy", loggedIn: false, problems: [problem(code, message)] };
}
