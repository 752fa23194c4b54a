import { requireSource } from "../hash/internal.js";
import { INSPECT } from "../lib/redact.js";
import { LOGIN_PROBLEMS, type LoginProblemCode } from "../problems/login.js";
import { problemMaker, rowIn } from "../problems/problem-maker.js";
import type { LoginRow } from "../problems/problem-row.js";
import { VERIFY_PROBLEMS, type VerifyProblemCode } from "../problems/verify.js";
import type { Problem, Result } from "../result.js";
import { resolveServiceProfile } from "../service/profile.js";
import {
  createDummyVerification,
  type DummyVerification,
  type Verification,
  type VerifyOptions,
  verifyPassword,
} from "../verify/index.js";
import { coversPassword } from "../verify/internal.js";
import type {
  FallbackStep,
  ImportRefusal,
  LegacyUser,
  LoginFallbackOptions,
} from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { importableHash } from "./plan-migration.js";
import { type Settled, settleWithin, unlessAborted } from "./settle.js";
import { createSingleFlight, type Flight, type Migrate } from "./single-flight.js";

const { problem, refuse } = /* @__PURE__ */ problemMaker(LOGIN_PROBLEMS, VERIFY_PROBLEMS);

/** Checks logins against the old system and imports each user who logs in with the right password. */
export interface LoginFallback<User extends LegacyUser> {
  /** One login. It never rejects: whatever happens is one of the outcomes. */
  readonly attempt: (
    identifier: string,
    password: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<LoginOutcome<User>>;
}

/**
 * Makes a login server's fallback: it checks a login that the new service does not know
 * against the old system's hash, and brings the user over at the first that is right.
 *
 * @param options How to look users up and to bring them over. Throws a `TypeError` if
 * `commonHash` can't be verified or `timeoutMs` is out of its range.
 * @returns `attempt(identifier, password)`. `LOGIN_ANSWERS` says what to answer: a wrong password,
 * an unknown user and a hash that can't be verified take the same work and must get the same answer. Concurrent attempts of one
 * user bring them over once; when bringing over fails, nothing is changed and the next
 * login tries again. A signal that aborts ends the attempt at once, as `busy`.
 *
 * @example
 * ```ts
 * import { createLoginFallback } from "credport/login";
 *
 * const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * const fallback = createLoginFallback({
 *   findLegacyUser: async (email) => (email === "ann@example.com" ? { id: "1", passwordHash: hash } : null),
 *   importUser: async (user, { passwordHash }) => {},
 * });
 * const outcome = await fallback.attempt("ann@example.com", "U*U");
 * [outcome.kind, outcome.loggedIn]; // => ["migrated", true]
 * ```
 */
export function createLoginFallback<User extends LegacyUser>(
  options: LoginFallbackOptions<User>,
): LoginFallback<User> {
  requireSource(options.source);
  resolveServiceProfile(options.service);
  requireTimeout(options.timeoutMs);
  const dummy = requireDummy(options);
  const flights = createSingleFlight<LoginOutcome<User>>();
  return {
    attempt: (identifier, password, { signal } = {}) =>
      flights
        .attempt((migrate) => {
          const context = { options, dummy, migrate, signal, identifier };
          return unlessAborted(signal, attempt(context, typed(password)), aborted<User>);
        })
        .then(hidingRecord),
  };
}

/** What is not text, as in a body of JSON that somebody made up, is read as a text that has no hash. */
function typed(password: unknown): string {
  return typeof password === "string" ? password : HALF_A_CHARACTER;
}

const HALF_A_CHARACTER = "\ud800";

/** Outcomes end up in logs, and the user's record has the old hash in it. */
function hidingRecord<User extends LegacyUser>(outcome: LoginOutcome<User>): LoginOutcome<User> {
  if (!("user" in outcome)) return outcome;
  const { user, ...rest } = outcome;
  const description = () => ({ ...rest, user: { id: user.id } });
  return Object.defineProperty({ ...outcome }, INSPECT, { value: description });
}

const DEFAULT_TIMEOUT_MILLISECONDS = 10_000;
/** Beyond it Node's timers fire at once. */
const MOST_MILLISECONDS = 2_147_483_647;

function requireTimeout(timeoutMs: number = DEFAULT_TIMEOUT_MILLISECONDS): void {
  if (!(Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= MOST_MILLISECONDS)) {
    throw new TypeError(`timeoutMs must be a whole number from 1 to ${MOST_MILLISECONDS}`);
  }
}

function aborted<User extends LegacyUser>(): LoginOutcome<User> {
  return busy("verify/aborted", "the attempt was aborted by its signal");
}

interface Attempt<User extends LegacyUser> {
  readonly options: LoginFallbackOptions<User>;
  readonly dummy: DummyVerification;
  readonly migrate: Migrate<LoginOutcome<User>>;
  readonly signal: AbortSignal | undefined;
  readonly identifier: string;
}

function requireDummy<User extends LegacyUser>(options: LoginFallbackOptions<User>): DummyVerification {
  const dummy = createDummyVerification(options.commonHash, contextOf(undefined, options));
  if (!dummy.ok) throw new TypeError(`commonHash can't be verified: ${dummy.problems[0].code}`);
  return dummy.value;
}

async function attempt<User extends LegacyUser>(
  context: Attempt<User>,
  password: string,
): Promise<LoginOutcome<User>> {
  const { options, identifier } = context;
  const found = await called(() => options.findLegacyUser(identifier), options, "findLegacyUser");
  if (found.kind === "timed-out") return timedOut("findLegacyUser");
  if (found.kind !== "value") return busy("login/lookup-failed", "the old system could not be asked");
  const user = found.value;
  if (user === null || user === undefined)
    return afterDummy(context, password, { kind: "unknown-user", loggedIn: false });
  if (user.migrated === true) return alreadyMigrated(user);

  const verified = await verifiedRecord(context, user, password);
  if (!verified.ok) return unverified(context, user, password, verified.problems);
  if (!verified.value.matches) return { kind: "wrong-password", loggedIn: false, user };
  // Whoever aborted has their answer already; nothing is to be changed after it.
  if (context.signal?.aborted) return aborted();
  // Only whoever knows the password learns that the account is disabled.
  if (user.held === true) return { kind: "held", loggedIn: false, user };
  return bringOver(context, user, password, verified.value);
}

/** A record that verification throws at, such as one whose hash is not text, is one that can't be verified. */
async function verifiedRecord<User extends LegacyUser>(
  { options, signal }: Attempt<User>,
  user: User,
  password: string,
): Promise<Result<Verification>> {
  const verifyOptions: VerifyOptions = {
    ...contextOf(user, options),
    ...(signal === undefined ? {} : { signal }),
  };
  const verify = options.verify ?? verifyPassword;
  const call = () => verify(password, user.passwordHash ?? "", verifyOptions);
  // Ours is bounded by its limits, and may wait in its queue for longer.
  const timeoutMs = options.verify === undefined ? null : timeoutOf(options);
  const done = await called(call, options, "verify", timeoutMs);
  if (done.kind === "value" || done.kind === "failure") return done.value;
  if (done.kind === "timed-out") return refuse("login/timed-out", timedOutMessage("verify"));
  return refuse("login/record-unusable", "the old system's record can't be verified as it is");
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

/** What the person is told where a problem with this code leaves the login undecided. */
function atLogin(code: string): LoginRow["atLogin"] {
  return rowIn<LoginRow>(code, LOGIN_PROBLEMS, VERIFY_PROBLEMS)?.atLogin;
}

/** Does the work that a user with a sound hash would have cost. */
async function afterDummy<User extends LegacyUser>(
  { dummy, signal }: Attempt<User>,
  password: string,
  outcome: LoginOutcome<User>,
): Promise<LoginOutcome<User>> {
  const ran = await dummy.run(password, signal);
  if (ran.ok || atLogin(ran.problems[0].code) !== "busy") return outcome;
  return { kind: "busy", loggedIn: false, problems: ran.problems };
}

/** How a user whose password matched gets into the service. */
async function bringOver<User extends LegacyUser>(
  context: Attempt<User>,
  user: User,
  password: string,
  { coverage, needsRehash }: Verification,
): Promise<LoginOutcome<User>> {
  const { options } = context;
  const isCovered = coversPassword(coverage);
  const hash = importableHash(user.passwordHash ?? "", password, {
    ...contextOf(user, options),
    service: options.service,
  });
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
    const message = "the old system's check did not see all of what was typed";
    return mustReset(user, "password-not-covered", message);
  }
  const { signUp } = options;
  if (signUp === undefined) {
    const message = "the service can't verify this hash, and there is no signUp";
    const missing = problem("login/sign-up-missing", message);
    return { kind: "cannot-verify", loggedIn: false, user, problems: [missing] };
  }
  const outcome = { kind: "migrated", loggedIn: true, user, by: "password", needsRehash: false } as const;
  return inFlight(context, user, outcome, "signUp", () => signUp(user, password));
}

/** Once for each user, however many attempts have the right password at the same time. */
async function inFlight<User extends LegacyUser>(
  { options, migrate, identifier }: Attempt<User>,
  user: User,
  outcome: LoginOutcome<User>,
  step: "importUser" | "signUp",
  call: () => Promise<unknown>,
): Promise<LoginOutcome<User>> {
  const flight = await migrate(flightKey(user, identifier), async (): Promise<Flight<LoginOutcome<User>>> => {
    const done = await called(call, options, step);
    if (done.kind === "value" && refusalIn(done.value) === undefined) return { migrated: true, outcome };
    return { migrated: false, outcome: notBroughtOver(user, step, done) };
  });
  return flight?.outcome ?? alreadyMigrated(user);
}

/** Records without an ID must not share one: the second user would be taken for the first. */
function flightKey({ id }: LegacyUser, identifier: string): string {
  const isNamed = id !== undefined && id !== null && id !== "";
  return JSON.stringify(isNamed ? { id: String(id) } : { identifier });
}

function notBroughtOver<User extends LegacyUser>(
  user: User,
  step: "importUser" | "signUp",
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
  return busy("login/import-failed", `the password is right, but ${step} did not succeed`);
}

const REFUSALS: readonly ImportRefusal["refused"][] = ["policy", "conflict", "unavailable"];

/** What importUser or signUp gave back or threw, where it says why the service won't have the user. */
function refusalIn(value: unknown): ImportRefusal["refused"] | undefined {
  if (typeof value !== "object" || value === null || !("refused" in value)) return undefined;
  return REFUSALS.find((refused) => refused === value.refused);
}

function alreadyMigrated<User extends LegacyUser>(
  user: User,
  problems: readonly Problem[] = [],
): LoginOutcome<User> {
  return { kind: "already-migrated", loggedIn: false, user, problems };
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

function timedOutMessage(step: FallbackStep): string {
  return `${step} did not answer in time`;
}

function busy<User extends LegacyUser>(
  code: LoginProblemCode | VerifyProblemCode,
  message: string,
): LoginOutcome<User> {
  return { kind: "busy", loggedIn: false, problems: [problem(code, message)] };
}

/** The user's own settings before those for all. */
function contextOf<User extends LegacyUser>(
  user: User | undefined,
  options: LoginFallbackOptions<User>,
): VerifyOptions {
  const source = user?.source ?? options.source;
  const signerKey = user?.signerKey ?? options.signerKey;
  const pepper = user?.pepper ?? options.pepper;
  return {
    ...(source === undefined ? {} : { source }),
    ...(signerKey === undefined ? {} : { signerKey }),
    ...(pepper === undefined ? {} : { pepper }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  };
}

/** A caller's function that throws, or gives back a `Result` that is not ok, has failed. */
type Called<T> = Settled<T> | { readonly kind: "failure"; readonly value: T };

async function called<T, User extends LegacyUser>(
  call: () => Promise<T>,
  options: LoginFallbackOptions<User>,
  step: FallbackStep,
  timeoutMs: number | null = timeoutOf(options),
): Promise<Called<T>> {
  const settled = await settleWithin(timeoutMs, call);
  if (settled.kind === "timed-out") report(options, new Error(timedOutMessage(step)), step);
  if (settled.kind === "error") report(options, settled.error, step);
  if (settled.kind !== "value" || !isFailure(settled.value)) return settled;
  // A verification that is not ok is its answer.
  if (step !== "verify") report(options, settled.value, step);
  return { kind: "failure", value: settled.value };
}

function timeoutOf<User extends LegacyUser>({ timeoutMs }: LoginFallbackOptions<User>): number {
  return timeoutMs ?? DEFAULT_TIMEOUT_MILLISECONDS;
}

/** A log that fails must not fail the login. */
function report<User extends LegacyUser>(
  { onError }: LoginFallbackOptions<User>,
  error: unknown,
  step: FallbackStep,
): void {
  try {
    onError?.(error, step);
  } catch {
    // Nothing is left to tell it to.
  }
}

function isFailure(value: unknown): boolean {
  return typeof value === "object" && value !== null && "ok" in value && value.ok === false;
}
