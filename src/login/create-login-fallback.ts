import { requireSource } from "../hash/internal.js";
import { defined } from "../lib/defined.js";
import type { CallerAnswer } from "../lib/named-success.js";
import { describedAs, INSPECT } from "../lib/redact.js";
import { misspelt, requireNames, requireSignal } from "../lib/require-names.js";
import { requireUnwrapped } from "../lib/require-unwrapped.js";
import { unlisted } from "../lib/unlisted.js";
import { resolveServiceProfile } from "../service/profile.js";
import { createPlaces, requireFacts, requireSpellings, verifyLimits } from "../verify/internal.js";
import { abortedOutcome, attemptLogin, busy, lateOutcome } from "./attempt-login.js";
import { DEFAULT_ANSWER_MILLISECONDS, report, requireMilliseconds, UNUSABLE_ANSWER } from "./call-outside.js";
import { createPasswordCheck } from "./check-password.js";
import type { EmailChangeOutcome, ForgetOutcome, PasswordResetOutcome, SignUpOutcome } from "./entry-point-outcomes.js";
import { emailChange, passwordReset, signUp } from "./entry-points.js";
import { discreetUser } from "./fallback-user.js";
import { forget, type SetPassword } from "./forget.js";
import { identifierKey } from "./identifier-key.js";
import { logIn, type SigningIn } from "./log-in.js";
import type {
  ImportNames,
  LegacyUser,
  LoginFallbackOptions,
  LoginParts,
  LoginService,
  LoginStore,
  OldHashes,
  PartialPolicy,
  Settings,
} from "./login-fallback-options.js";
import type { LogInOutcome, LoginOutcome } from "./login-outcome.js";
import { areIdentifiers, isIdentifier } from "./look-up.js";
import { answeredAtLeast, answeredWithin } from "./settle.js";
import { createSingleFlight } from "./single-flight.js";

/**
 * Checks logins against the old system and imports each user who logs in with the right password. None of its functions
 * rejects: whatever happens is one of the outcomes. `LOGIN_ANSWERS` and `ENTRY_POINT_ANSWERS` say what to answer to each.
 */
export interface LoginFallback<User extends LegacyUser = LegacyUser, Account = unknown> {
  /** One login that the new service has refused. */
  readonly attempt: (
    identifier: string,
    password: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<LoginOutcome<User, Account>>;
  /** Before a link for a forgotten password is sent: a user of the old side gets an account to which one can be sent. */
  readonly onPasswordReset: (identifier: string) => Promise<PasswordResetOutcome<User>>;
  /**
   * After a user has got a new password in the service: the old one must not import them again. Better give it `set`, which
   * sets that password, and all addresses that are proven of the user: no login with the old one can come in between. `not-set`
   * where `set` did not name a success: nothing is forgotten. `busy` may come before and after `set` has run.
   */
  readonly onPasswordSet: {
    (identifier: string): Promise<ForgetOutcome<User>>;
    (
      identifiers: readonly string[],
      set: () => CallerAnswer | Promise<CallerAnswer>,
    ): Promise<ForgetOutcome<User> | { readonly kind: "not-set" }>;
  };
  /** Before a person signs up: a user of the old side must not get a second, empty account. */
  readonly onSignUp: (identifier: string) => Promise<SignUpOutcome<User>>;
  /**
   * Before an account is deleted: the old password must not bring it back. With the addresses that are proven of it: a user
   * name can be another user's address, and would forget that user.
   */
  readonly onDelete: (identifiers: string | readonly string[]) => Promise<ForgetOutcome<User>>;
  /** Before an account exchanges one proven address for another. */
  readonly onEmailChange: (from: string, to: string) => Promise<EmailChangeOutcome<User>>;
}

/** A fallback that knows the service as well, so that it does a whole login. */
export interface LoginServer<User extends LegacyUser = LegacyUser, Account = unknown>
  extends LoginFallback<User, Account> {
  /** The service's own check by each address that the identifier leads to, and `attempt` where it lets none in. */
  readonly logIn: (
    identifier: string,
    password: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<LogInOutcome<User, Account>>;
}

/**
 * Makes a login server's fallback: it checks a login that the new service does not know
 * against the old system's hash, and imports the user at the first right password.
 *
 * @param parts The store with the old system's users, the new service, and what is known of the old hashes; or single
 * functions of both, where the server asks the service itself. Throws a `TypeError` if
 * `hashes.commonHash` can't be verified or another option is out of its range.
 * @returns `logIn(identifier, password)`, which asks the service first, and `attempt` alone; `LOGIN_ANSWERS` says what to
 * answer: a wrong password, an unknown user and a hash that can't be verified take the same work and must get the same
 * answer. Concurrent attempts of one user import them once; where the import fails, nothing is changed and the next
 * login tries again. A signal that aborts ends the attempt at once, as `busy`. The other functions are for
 * what else happens to a user who is still on the old side: docs/login.md has a diagram of each.
 *
 * @example
 * ```ts
 * import { createLoginFallback } from "credport/login";
 *
 * const hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * const accounts = new Map<string, string>();
 * const fallback = createLoginFallback({
 *   store: {
 *     findLegacyUser: async (email) => (email === "ann@example.com" ? { id: "1", passwordHash: hash } : null),
 *     forgetUser: async () => true,
 *   },
 *   service: {
 *     signIn: async (email) => (accounts.has(email) ? { ok: true, value: { userId: "u1" } } : null),
 *     importWithHash: async ({ id }, { passwordHash }) => ({ ok: true, value: { userId: `u${id}` } }),
 *   },
 * });
 * const outcome = await fallback.logIn("ann@example.com", "U*U");
 * outcome.kind === "migrated" && outcome.account; // => { userId: "u1" }
 * (await fallback.onSignUp("ann@example.com")).kind; // => "taken"
 * ```
 */
export function createLoginFallback<User extends LegacyUser, Account = unknown>(
  parts: LoginParts<User, Account>,
): LoginServer<User, Account>;
export function createLoginFallback<User extends LegacyUser, Account = unknown>(
  options: LoginFallbackOptions<User, Account>,
): LoginFallback<User, Account>;
// Once more: of a call that fits none, TypeScript says what is wrong by the last form. First as well, for the types of functions in it.
export function createLoginFallback<User extends LegacyUser, Account = unknown>(
  parts: LoginParts<User, Account>,
): LoginServer<User, Account>;
export function createLoginFallback(given: LoginParts | LoginFallbackOptions): LoginServer | LoginFallback {
  // A record goes back to the functions of the same options only: what else it holds matters to no code here.
  if (typeof given !== "object" || given === null)
    throw new TypeError("createLoginFallback takes an object of options");
  if (!("store" in given)) return fallbackOf(settingsOf(given), undefined);
  const { store, service, hashes = {}, limits = {}, ...rest } = given;
  for (const [name, part] of Object.entries({ store, service })) {
    if (typeof part !== "object" || part === null) throw new TypeError(`${name} must be an object`);
    requireUnwrapped(name, part);
  }
  requireSpelling("store", store, STORE_FUNCTIONS);
  requireSpelling("service", service, SERVICE_NAMES);
  requireNames("createLoginFallback", given, [
    "store",
    "service",
    "hashes",
    "limits",
    "partialMatch",
    "onMigrated",
    "onError",
  ]);
  requireNames("hashes", hashes, HASH_FACTS);
  requireNames("limits", limits, ["verification", ...BOUNDS]);
  const { addressesOf, ...functions } = bound<LoginStore>(store, STORE_FUNCTIONS);
  const { signIn, ...imports } = bound<LoginService>(service, [
    "signIn",
    "withdrawPassword",
    ...Object.values(PART_NAMES),
  ]);
  requireFunctions({ signIn, addressesOf, ...functions }, ["forgetUser", "signIn"]);
  const { profile, newHashBytes } = service;
  const { verification, ...bounds } = limits;
  const facts = {
    ...rest,
    ...hashes,
    ...bounds,
    ...defined({ profile, newHashBytes, limits: verification }),
  };
  const options = { ...facts, ...functions, ...imports, names: PART_NAMES };
  return fallbackOf(options, { options, signIn, ...defined({ addressesOf }) });
}

const STORE_FUNCTIONS = [
  ...(["findLegacyUser", "usersSharing", "addressesOf", "claimUser"] as const),
  ...(["forgetUser", "forgetImported"] as const),
] as const;
const PART_NAMES = {
  hash: "importWithHash",
  password: "importWithPassword",
  nothing: "importWithoutPassword",
} as const satisfies ImportNames;
const FLAT_NAMES = { hash: "importUser", password: "signUp", nothing: "createUser" } as const;

const SERVICE_NAMES = ["signIn", "withdrawPassword", ...Object.values(PART_NAMES), "profile", "newHashBytes"];

/** Throws for what can only be a slip: a store or service may have members of its own, and may be of a class. */
function requireSpelling(what: string, part: object, names: readonly string[]): void {
  const given = new Set<string>();
  const isOfClass = ![Object.prototype, null].includes(Object.getPrototypeOf(part));
  for (let own = part; own !== Object.prototype && own !== null; own = Object.getPrototypeOf(own)) {
    for (const name of Object.getOwnPropertyNames(own)) given.add(name);
  }
  // Only the names of functions are long enough to tell a slip from a word of the class.
  const missing = names.filter((name) => !given.has(name) && !(isOfClass && name === "profile"));
  for (const name of given) {
    const near = names.includes(name) ? undefined : misspelt(name, missing);
    if (near !== undefined && !isOfOtherNumber(name, near))
      throw new TypeError(`${what} has ${name} (did you mean ${near}?)`);
  }
}

/** One for many, or many for one, or with a mark of what is private: a name that was meant. */
function isOfOtherNumber(name: string, near: string): boolean {
  const singular = (word: string) => word.replace(/(ss)es$|([^s])s$/, "$1$2").toLowerCase();
  const bare = (text: string) => text.split(/(?=[A-Z])|[^A-Za-z]+/).map(singular);
  return name.toLowerCase() !== near.toLowerCase() && bare(name).join("") === bare(near).join("");
}

/** The functions of an object, which may be of a class. What is not a function is refused later. */
function bound<Part extends object>(part: Part, names: readonly (keyof Part)[]): Part {
  const functions = names.flatMap((name) => {
    const own = part[name];
    return own === undefined ? [] : [[name, typeof own === "function" ? own.bind(part) : own] as const];
  });
  return Object.fromEntries(functions) as Part;
}

function settingsOf(given: LoginFallbackOptions): Settings {
  const names = [...STORE_FUNCTIONS, ...Object.values(FLAT_NAMES), ...HASH_FACTS, ...BOUNDS, ...OTHERS];
  requireNames("createLoginFallback", given, names);
  const { importUser, signUp: withPassword, createUser, service: profile, ...rest } = given;
  if (typeof profile === "object" && Object.hasOwn(profile, "signIn")) {
    throw new TypeError("service is a profile where the functions of a store are given one by one: give them as store");
  }
  const imports = { importWithPassword: withPassword, importWithoutPassword: createUser, profile };
  return { ...rest, importWithHash: importUser, ...defined(imports), names: FLAT_NAMES };
}

const COUNTS = ["attemptsAtOnce", "attemptsPerIdentifier"] as const;
const BOUNDS = ["timeoutMs", "answerWithinMs", "answerAtLeastMs", "padCheapChecks", ...COUNTS];
const OTHERS = ["newHashBytes", "partialMatch", "onMigrated", "onError", "service", "limits"];
/** One that is missing here does not compile. */
const FACTS: Readonly<Record<keyof OldHashes, true>> = {
  ...{ source: true, signerKey: true, pepper: true, passwordSteps: true, commonHash: true, verify: true },
  ...{ encodings: true, normalForms: true },
};
const HASH_FACTS = /* @__PURE__ */ Object.keys(FACTS);

function fallbackOf(options: Settings, signingIn: SigningIn | undefined): LoginServer | LoginFallback {
  requireOptions(options);
  const check = createPasswordCheck(options);
  const flights = createSingleFlight<LoginOutcome>();
  const creations = createSingleFlight<LoginOutcome>();
  const guarded = createGuard(options);
  // What can't be looked up must not pass for what no user has.
  const entered = async <Outcome extends object>(identifiers: unknown, run: () => Promise<Outcome>) =>
    areIdentifiers(identifiers)
      ? guarded(run)
      : busy("login/identifier-unusable", "an identifier must be text of 1 to 1000 bytes, without NUL");
  const inTurn = createIdentifierGuard(options);
  const shared = { options, flights, creations, ...defined({ addressesOf: signingIn?.addressesOf }) };
  const { answerWithinMs = DEFAULT_ANSWER_MILLISECONDS, answerAtLeastMs } = options;
  const signalOf = (what: string, given: { readonly signal?: AbortSignal | undefined } = {}) => {
    requireNames(what, given, ["signal"]);
    requireSignal(given.signal);
    return given.signal;
  };
  type Login = (signal: AbortSignal) => Promise<LogInOutcome>;
  // A login that is cut short has its answer at once; its place is free when nothing of it runs any more.
  const login = (identifier: string, caller: AbortSignal | undefined, run: Login) =>
    answeredAtLeast(answerAtLeastMs, caller, () =>
      answeredWithin<LogInOutcome>(
        answerWithinMs,
        caller,
        (signal) => inTurn(identifier, () => guarded(() => run(signal))),
        (why) => (why === "late" ? lateOutcome() : abortedOutcome()),
      ),
    );
  const attempt = (identifier: string, password: string, signal: AbortSignal) =>
    flights.attempt((migrate) => attemptLogin({ options, check, migrate, signal, identifier }, typed(password)));
  const fallback: LoginFallback = {
    attempt: (identifier, password, given) =>
      login(identifier, signalOf("attempt", given), (signal) =>
        attempt(identifier, password, signal),
      ) as Promise<LoginOutcome>,
    onPasswordReset: (identifier) => entered([identifier], () => passwordReset(shared, identifier)),
    onPasswordSet: ((given: string | readonly string[], set?: SetPassword) => {
      const identifiers = (set === undefined ? [given] : given) as readonly string[];
      return entered(identifiers, () => forget(shared, identifiers, set));
    }) as LoginFallback["onPasswordSet"],
    onSignUp: (identifier) => entered([identifier], () => signUp(shared, identifier)),
    onDelete: (given) => {
      const identifiers = typeof given === "object" ? given : [given];
      return entered(identifiers, () => forget(shared, identifiers));
    },
    onEmailChange: (from, to) => entered([from, to], () => emailChange(shared, from, to)),
  };
  if (signingIn === undefined) return fallback;
  return {
    ...fallback,
    logIn: (identifier, password, given) =>
      login(identifier, signalOf("logIn", given), (signal) =>
        logIn(signingIn, identifier, password, () => attempt(identifier, password, signal)),
      ),
  };
}

const PARTIAL_POLICIES: readonly PartialPolicy[] = ["let-in", "must-reset", "refuse"];

/** Throws for what is a caller's bug. */
function requireOptions(options: Settings): void {
  const { partialMatch } = options;
  const { importWithHash, importWithPassword, importWithoutPassword, names, ...others } = options;
  const imports = {
    [names.hash]: importWithHash,
    [names.password]: importWithPassword,
    [names.nothing]: importWithoutPassword,
  };
  requireFunctions({ ...others, ...imports }, ["findLegacyUser", names.hash]);
  requireSource(options.source);
  resolveServiceProfile(options.profile);
  requireMilliseconds("timeoutMs", options.timeoutMs);
  requireMilliseconds("answerWithinMs", options.answerWithinMs);
  requireMilliseconds("answerAtLeastMs", options.answerAtLeastMs);
  requireSpellings(options);
  requireFacts(options);
  verifyLimits(options.limits);
  if (partialMatch !== undefined && !PARTIAL_POLICIES.includes(partialMatch)) {
    throw new TypeError(`partialMatch must be one of ${PARTIAL_POLICIES.join(", ")}`);
  }
  for (const name of [...COUNTS, "newHashBytes"] as const) {
    const count: unknown = options[name] ?? 1;
    if (!(typeof count === "number" && count >= 1)) throw new TypeError(`${name} must be a number of 1 or more`);
  }
}

/** Without them every login would be busy, and only a user with the right password would see it. */
function requireFunctions(given: object, needed: readonly string[]): void {
  const imports = [...Object.values(PART_NAMES), ...Object.values(FLAT_NAMES)];
  const names = [...STORE_FUNCTIONS, "signIn", "withdrawPassword", ...imports, "verify", "onMigrated", "onError"];
  const values = given as Readonly<Record<string, unknown>>;
  const isMissing = (name: string) =>
    typeof values[name] !== "function" && (values[name] !== undefined || needed.includes(name));
  const missing = names.find(isMissing);
  if (missing !== undefined) throw new TypeError(`${missing} must be a function`);
}

const DEFAULT_ATTEMPTS_AT_ONCE = 1_000;
const DEFAULT_ATTEMPTS_PER_IDENTIFIER = 20;

type Guard = <Outcome extends object>(run: () => Promise<Outcome>) => Promise<Outcome | ReturnType<typeof busy>>;

/** Bounds how many calls run at the same time, and turns what a record throws when it is read into an outcome. */
function createGuard(options: Settings): Guard {
  const { attemptsAtOnce: most = DEFAULT_ATTEMPTS_AT_ONCE } = options;
  const places = createPlaces(most);
  return async (run) => {
    const leave = places.take();
    if (leave === null) return busy("login/attempts-full", "too many attempts are running already");
    try {
      return hidingRecord(await run());
    } catch (error) {
      report(options, error, "findLegacyUser");
      return busy("login/function-failed", "what findLegacyUser gave can't be read", UNUSABLE_ANSWER);
    } finally {
      leave();
    }
  };
}

/** Bounds the attempts with one identifier, whether or not a user has it: one account's flood must not take all places. */
function createIdentifierGuard({ attemptsPerIdentifier: most = DEFAULT_ATTEMPTS_PER_IDENTIFIER }: Settings) {
  const running = new Map<string, ReturnType<typeof createPlaces>>();
  return async <Outcome>(identifier: unknown, run: () => Promise<Outcome>) => {
    // All that can't be an identifier shares one place.
    const key = isIdentifier(identifier) ? identifierKey(identifier) : "";
    const places = running.get(key) ?? createPlaces(most);
    running.set(key, places);
    const leave = places.take();
    if (leave === null) {
      return busy("login/attempts-full", "too many attempts with this identifier are running already");
    }
    try {
      return await run();
    } finally {
      leave();
      if (places.taken() === 0) running.delete(key);
    }
  };
}

/** What is not text, as in a forged body of JSON, is read as a text that has no hash. */
function typed(password: unknown): string {
  return typeof password === "string" ? password : HALF_A_CHARACTER;
}

const HALF_A_CHARACTER = "\ud800";

/**
 * Outcomes end up in logs, and the user's record has the old hash in it. Of an unknown user it takes as long. Loggers that write
 * the fields of what they are given ask only these for their own form, so a record gets one too, and lists no secret.
 */
function hidingRecord<Outcome extends object>(outcome: Outcome): Outcome {
  const { user: found, ...rest } = { user: undefined, ...outcome } as { readonly user: LegacyUser | undefined };
  const user = found !== undefined && isPlainRecord(found) ? unlisted(discreetUser({ ...found }), ...SECRETS) : found;
  const hidden = describedAs({ ...outcome, user }, () => ({ ...rest, user: { id: user?.id } }));
  return "user" in outcome ? hidden : outcome;
}

const SECRETS = ["passwordHash", "pepper", "totp", "signerKey", "salt"];

/** Not an object of a class, which a copy would not be, and none that has its own form. */
function isPlainRecord(user: LegacyUser): boolean {
  return (!("toJSON" in user) || INSPECT in user) && [Object.prototype, null].includes(Object.getPrototypeOf(user));
}
