import { requireSource } from "../hash/source-context.js";
import { INSPECT } from "../lib/redact.js";
import { type Problem, type ProblemCode, problem, type Result, refuse } from "../result.js";
import { resolveServiceProfile } from "../service/profile.js";
import { createDummyVerification, type DummyVerification } from "../verify/create-dummy-verification.js";
import type { Verification } from "../verify/run-plan.js";
import { type VerifyOptions, verifyPassword } from "../verify/verify-password.js";
import type { FallbackStep, LegacyUser, LoginFallbackOptions } from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { importableHash } from "./plan-migration.js";
import { createSingleFlight, type Flight, type Migrate } from "./single-flight.js";

/** Checks logins against the old system and imports each user who logs in with the right password. */
export interface LoginFallback<User extends LegacyUser> {
  /** One login. It never rejects: whatever happens is one of the outcomes. */
  readonly attempt: (
    identifier: string,
    password: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<LoginOutcome<User>>;
}

/** Problems of what was typed: there is nothing to compute, for known and unknown users alike. */
const NO_PASSWORD: ReadonlySet<ProblemCode> = new Set([
  "verify/password-too-long",
  "verify/password-not-text",
]);
/** Problems of the moment. */
const TRANSIENT: ReadonlySet<ProblemCode> = new Set([
  "verify/queue-full",
  "verify/aborted",
  "verify/engine-failed",
]);

/**
 * Makes a login server's fallback: it checks a login that the new service does not know
 * against the old system's hash, and brings the user over at the first that is right.
 *
 * @param options How to look users up and to bring them over. Throws a `TypeError` if
 * `commonHash` can't be verified.
 * @returns `attempt(identifier, password)`. Of the outcomes only `loggedIn` may be told to
 * the person: a wrong password, an unknown user and a hash that can't be verified take
 * the same work and must get the same answer. Concurrent attempts of one user bring
 * them over once; when bringing over fails, nothing is changed and the next login tries
 * again.
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
  const dummy = requireDummy(options);
  const flights = createSingleFlight<LoginOutcome<User>>();
  return {
    attempt: (identifier, password, { signal } = {}) =>
      flights
        .attempt((migrate) => attempt({ options, dummy, migrate, signal }, identifier, typed(password)))
        .then(hidingRecord),
  };
}

/** What is no text, as in a body of JSON that somebody made up, is read as a text that no hash is of. */
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

interface Attempt<User extends LegacyUser> {
  readonly options: LoginFallbackOptions<User>;
  readonly dummy: DummyVerification;
  readonly migrate: Migrate<LoginOutcome<User>>;
  readonly signal: AbortSignal | undefined;
}

function requireDummy<User extends LegacyUser>(options: LoginFallbackOptions<User>): DummyVerification {
  const { commonHash, limits } = options;
  // The standard one needs nothing of the old system's settings.
  const context =
    commonHash === undefined
      ? { ...(limits === undefined ? {} : { limits }) }
      : contextOf(undefined, options);
  const dummy = createDummyVerification(commonHash, context);
  if (!dummy.ok) throw new TypeError(`commonHash can't be verified: ${dummy.problems[0].code}`);
  return dummy.value;
}

async function attempt<User extends LegacyUser>(
  context: Attempt<User>,
  identifier: string,
  password: string,
): Promise<LoginOutcome<User>> {
  const { options } = context;
  const found = await caught(() => options.findLegacyUser(identifier), options, "findLegacyUser");
  if (found.failed) return busy("login/lookup-failed", "the old system could not be asked");
  const user = found.value;
  if (user === null || user === undefined)
    return afterDummy(context, password, { kind: "unknown-user", loggedIn: false });
  if (user.migrated === true) return { kind: "already-migrated", loggedIn: false, user };

  const verified = await verifiedRecord(context, user, password);
  if (!verified.ok) return unverified(context, user, password, verified.problems);
  if (!verified.value.matches) return { kind: "wrong-password", loggedIn: false, user };

  const { needsRehash } = verified.value;
  const flight = await context.migrate(user.id, () => bringOver(context, user, password, needsRehash));
  return flight?.outcome ?? { kind: "already-migrated", loggedIn: false, user };
}

/** A record that verification throws at, such as one whose hash is no text, is one that can't be verified. */
async function verifiedRecord<User extends LegacyUser>(
  { options, signal }: Attempt<User>,
  user: User,
  password: string,
): Promise<Result<Verification>> {
  const verify = options.verify ?? verifyPassword;
  const verifyOptions: VerifyOptions = {
    ...contextOf(user, options),
    ...(signal === undefined ? {} : { signal }),
  };
  const done = await caught(
    () => verify(password, user.passwordHash ?? "", verifyOptions),
    options,
    "verify",
    () => false,
  );
  return done.failed
    ? refuse("login/record-unusable", "the old system's record can't be verified as it is")
    : done.value;
}

async function unverified<User extends LegacyUser>(
  context: Attempt<User>,
  user: User,
  password: string,
  problems: readonly [Problem, ...Problem[]],
): Promise<LoginOutcome<User>> {
  const [{ code }] = problems;
  if (NO_PASSWORD.has(code)) return { kind: "wrong-password", loggedIn: false, user };
  if (TRANSIENT.has(code)) return { kind: "busy", loggedIn: false, problems };
  return afterDummy(context, password, { kind: "cannot-verify", loggedIn: false, user, problems });
}

/** Does the work that a user with a sound hash would have cost. */
async function afterDummy<User extends LegacyUser>(
  { dummy, signal }: Attempt<User>,
  password: string,
  outcome: LoginOutcome<User>,
): Promise<LoginOutcome<User>> {
  const ran = await dummy.run(password, signal);
  if (ran.ok || !TRANSIENT.has(ran.problems[0].code)) return outcome;
  return { kind: "busy", loggedIn: false, problems: ran.problems };
}

async function bringOver<User extends LegacyUser>(
  { options }: Attempt<User>,
  user: User,
  password: string,
  needsRehash: boolean,
): Promise<Flight<LoginOutcome<User>>> {
  const { importUser, signUp } = options;
  const hash = importableHash(user.passwordHash ?? "", password, {
    ...contextOf(user, options),
    service: options.service,
  });
  if (hash !== null) {
    const done = await caught(() => importUser(user, hash), options, "importUser");
    if (done.failed) return importFailed("importUser");
    return migrated({ kind: "migrated", loggedIn: true, user, by: "hash", needsRehash });
  }
  if (signUp === undefined) {
    const missing = problem(
      "login/sign-up-missing",
      "the service can't verify this hash, and there is no signUp",
    );
    return {
      migrated: false,
      outcome: { kind: "cannot-verify", loggedIn: false, user, problems: [missing] },
    };
  }
  const done = await caught(() => signUp(user, password), options, "signUp");
  if (done.failed) return importFailed("signUp");
  return migrated({ kind: "migrated", loggedIn: true, user, by: "password", needsRehash: false });
}

function migrated<Outcome>(outcome: Outcome): Flight<Outcome> {
  return { migrated: true, outcome };
}

function importFailed<User extends LegacyUser>(step: string): Flight<LoginOutcome<User>> {
  return {
    migrated: false,
    outcome: busy("login/import-failed", `the password is right, but ${step} did not succeed`),
  };
}

function busy<User extends LegacyUser>(code: ProblemCode, message: string): LoginOutcome<User> {
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

type Caught<T> = { readonly failed: false; readonly value: T } | { readonly failed: true };

/** A caller's function that throws, or gives back a `Result` that is not ok, has failed. */
async function caught<T, User extends LegacyUser>(
  call: () => Promise<T>,
  options: LoginFallbackOptions<User>,
  step: FallbackStep,
  hasFailed: (value: T) => boolean = isFailure,
): Promise<Caught<T>> {
  try {
    const value = await call();
    if (!hasFailed(value)) return { failed: false, value };
    report(options, value, step);
  } catch (error) {
    report(options, error, step);
  }
  return { failed: true };
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
