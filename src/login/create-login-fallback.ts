import { requireSource } from "../hash/internal.js";
import { describedAs } from "../lib/redact.js";
import { resolveServiceProfile } from "../service/profile.js";
import { requireSpellings, verifyLimits } from "../verify/internal.js";
import { abortedOutcome, attemptLogin, busy, lateOutcome } from "./attempt-login.js";
import { report, requireMilliseconds } from "./call-outside.js";
import { createPasswordCheck } from "./check-password.js";
import type {
  EmailChangeOutcome,
  ForgetOutcome,
  PasswordResetOutcome,
  SignUpOutcome,
} from "./entry-point-outcomes.js";
import { emailChange, forget, passwordReset, signUp } from "./entry-points.js";
import { identifierKey } from "./identifier-key.js";
import type { LegacyUser, LoginFallbackOptions, PartialPolicy } from "./login-fallback-options.js";
import type { LoginOutcome } from "./login-outcome.js";
import { isIdentifier } from "./look-up.js";
import { answeredWithin } from "./settle.js";
import { createSingleFlight } from "./single-flight.js";

/**
 * Checks logins against the old system and imports each user who logs in with the right password. None of its functions
 * rejects: whatever happens is one of the outcomes. `LOGIN_ANSWERS` and `ENTRY_POINT_ANSWERS` say what to answer to each.
 */
export interface LoginFallback<User extends LegacyUser> {
  /** One login. */
  readonly attempt: (
    identifier: string,
    password: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<LoginOutcome<User>>;
  /** Before a link for a forgotten password is sent: a user of the old side gets an account to which one can be sent. */
  readonly onPasswordReset: (identifier: string) => Promise<PasswordResetOutcome<User>>;
  /** After a user has got a new password in the service: the old one must not import them again. */
  readonly onPasswordSet: (identifier: string) => Promise<ForgetOutcome<User>>;
  /** Before a person signs up: a user of the old side must not get a second, empty account. */
  readonly onSignUp: (identifier: string) => Promise<SignUpOutcome<User>>;
  /** Before an account is deleted, for each identifier that it has had: the old password must not bring it back. */
  readonly onDelete: (identifier: string) => Promise<ForgetOutcome<User>>;
  /** Before an account exchanges one proven address for another. */
  readonly onEmailChange: (from: string, to: string) => Promise<EmailChangeOutcome<User>>;
}

/**
 * Makes a login server's fallback: it checks a login that the new service does not know
 * against the old system's hash, and imports the user at the first right password.
 *
 * @param options How to look up and import users. Throws a `TypeError` if
 * `commonHash` can't be verified or another option is out of its range.
 * @returns `attempt(identifier, password)`. `LOGIN_ANSWERS` says what to answer: a wrong password,
 * an unknown user and a hash that can't be verified take the same work and must get the same answer. Concurrent attempts of one
 * user import them once; where the import fails, nothing is changed and the next
 * login tries again. A signal that aborts ends the attempt at once, as `busy`. The other functions are for
 * what else happens to a user who is still on the old side: docs/login.md has a diagram of each.
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
 * (await fallback.onSignUp("ann@example.com")).kind; // => "taken"
 * ```
 */
export function createLoginFallback<User extends LegacyUser>(
  options: LoginFallbackOptions<User>,
): LoginFallback<User> {
  // A record goes back to the functions of the same options only: what else it holds matters to no code here.
  return fallbackOf(options as unknown as LoginFallbackOptions) as LoginFallback<User>;
}

function fallbackOf(options: LoginFallbackOptions): LoginFallback<LegacyUser> {
  requireOptions(options);
  const check = createPasswordCheck(options);
  const flights = createSingleFlight<LoginOutcome>();
  const creations = createSingleFlight<LoginOutcome>();
  const guarded = createGuard(options);
  const inTurn = createIdentifierGuard(options);
  const shared = { options, flights, creations };
  const { answerWithinMs = DEFAULT_ANSWER_MILLISECONDS } = options;
  return {
    attempt: (identifier, password, { signal: caller } = {}) => {
      const attempt = (signal: AbortSignal) =>
        flights.attempt((migrate) =>
          attemptLogin({ options, check, migrate, signal, identifier }, typed(password)),
        );
      // An attempt that is cut short has its answer at once; its place is free when nothing of it runs any more.
      return answeredWithin<LoginOutcome>(
        answerWithinMs,
        caller,
        (signal) => inTurn(identifier, () => guarded(() => attempt(signal))),
        (why) => (why === "late" ? lateOutcome() : abortedOutcome()),
      );
    },
    onPasswordReset: (identifier) => guarded(() => passwordReset(shared, identifier)),
    onPasswordSet: (identifier) => guarded(() => forget(shared, identifier)),
    onSignUp: (identifier) => guarded(() => signUp(shared, identifier)),
    onDelete: (identifier) => guarded(() => forget(shared, identifier)),
    onEmailChange: (from, to) => guarded(() => emailChange(shared, from, to)),
  };
}

const PARTIAL_POLICIES: readonly PartialPolicy[] = ["let-in", "must-reset", "refuse"];

/** Throws for what is a caller's bug. */
function requireOptions(options: LoginFallbackOptions): void {
  const { partialMatch } = options;
  requireFunctions(options);
  requireSource(options.source);
  resolveServiceProfile(options.service);
  requireMilliseconds("timeoutMs", options.timeoutMs);
  requireMilliseconds("answerWithinMs", options.answerWithinMs);
  requireSpellings(options);
  verifyLimits(options.limits);
  if (partialMatch !== undefined && !PARTIAL_POLICIES.includes(partialMatch)) {
    throw new TypeError(`partialMatch must be one of ${PARTIAL_POLICIES.join(", ")}`);
  }
  for (const name of COUNTS) {
    if (!((options[name] ?? 1) >= 1)) throw new TypeError(`${name} must be a number of 1 or more`);
  }
}

const COUNTS = ["attemptsAtOnce", "attemptsPerIdentifier", "newHashBytes"] as const;

/** Each that is called; the first two have to be there. */
const FUNCTIONS = [
  ...(["findLegacyUser", "importUser", "signUp", "createUser"] as const),
  ...(["forgetUser", "claimUser", "verify", "onError"] as const),
] as const;

/** Without them every login would be busy, and only a user with the right password would see it. */
function requireFunctions(options: LoginFallbackOptions): void {
  for (const [at, name] of FUNCTIONS.entries()) {
    const given = options[name];
    if (typeof given === "function" || (given === undefined && at >= 2)) continue;
    throw new TypeError(`${name} must be a function`);
  }
}

const DEFAULT_ATTEMPTS_AT_ONCE = 1_000;
const DEFAULT_ATTEMPTS_PER_IDENTIFIER = 20;
/** More than one of the caller's functions has, so that the outcome names one that does not answer. */
const DEFAULT_ANSWER_MILLISECONDS = 15_000;

type Guard = <Outcome extends object>(
  run: () => Promise<Outcome>,
) => Promise<Outcome | ReturnType<typeof busy>>;

/** Bounds how many calls run at the same time, and turns what a record throws when it is read into an outcome. */
function createGuard(options: LoginFallbackOptions): Guard {
  const { attemptsAtOnce: most = DEFAULT_ATTEMPTS_AT_ONCE } = options;
  let running = 0;
  return async (run) => {
    if (running >= most) return busy("login/attempts-full", "too many attempts are running already");
    running++;
    try {
      return hidingRecord(await run());
    } catch (error) {
      report(options, error, "findLegacyUser");
      return busy("login/lookup-unusable", "what findLegacyUser gave can't be read");
    } finally {
      running--;
    }
  };
}

/** Bounds the attempts with one identifier, whether or not a user has it: one account's flood must not take all places. */
function createIdentifierGuard({
  attemptsPerIdentifier: most = DEFAULT_ATTEMPTS_PER_IDENTIFIER,
}: LoginFallbackOptions) {
  const running = new Map<string, number>();
  return async <Outcome>(identifier: unknown, run: () => Promise<Outcome>) => {
    // All that can't be an identifier shares one place.
    const key = isIdentifier(identifier) ? identifierKey(identifier) : "";
    const others = running.get(key) ?? 0;
    if (others >= most) {
      return busy("login/attempts-full", "too many attempts with this identifier are running already");
    }
    running.set(key, others + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  };
}

/** What is not text, as in a forged body of JSON, is read as a text that has no hash. */
function typed(password: unknown): string {
  return typeof password === "string" ? password : HALF_A_CHARACTER;
}

const HALF_A_CHARACTER = "\ud800";

/** Outcomes end up in logs, and the user's record has the old hash in it. */
function hidingRecord<Outcome extends object>(outcome: Outcome): Outcome {
  if (!("user" in outcome)) return outcome;
  const { user, ...rest } = outcome;
  return describedAs({ ...outcome }, () => ({ ...rest, user: { id: (user as LegacyUser).id } }));
}
