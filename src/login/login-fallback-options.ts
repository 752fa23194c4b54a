import type { NormalizedHash, SourceName } from "../hash/index.js";
import type { PasswordStep } from "../hash/internal.js";
import type { CallerAnswer } from "../lib/named-success.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import type { VerifyLimits, verifyPassword } from "../verify/index.js";
import type { Spellings, UserSalt } from "../verify/internal.js";

/** What the functions that import a user give back, or throw, when they know why the user can't be imported. */
export interface ImportRefusal {
  /**
   * `policy`: the service's rules won't have this password, however often it is tried. `conflict`: the
   * service has an account of this user that was not imported from here. `unavailable`: the service does
   * not answer, or not in time.
   */
  readonly refused: "policy" | "conflict" | "unavailable";
}

/** What the old system knows of a user. Add fields of your own: they come back in the outcome. */
export interface LegacyUser {
  /**
   * The same for one user whatever they typed: attempts at the same time are known by it, else by what was typed.
   */
  readonly id: string;
  /** As it is in the old system's column; null for a user without a password. */
  readonly passwordHash: string | null;
  /** True once the user is in the new service: the fallback then keeps out of it. */
  readonly migrated?: boolean | undefined;
  /** Disabled in the old system: neither imported nor let in. */
  readonly disabled?: boolean | undefined;
  /** A forgotten password makes no account: it would be without the second factor that the old system asks for. */
  readonly noReset?: boolean | undefined;
  /** True where the old system has the user replace their password at their next login: the right one is `must-reset`. */
  readonly mustReset?: boolean | undefined;
  /** See `verifyPassword`; here where it differs between users. */
  readonly source?: SourceName | undefined;
  readonly signerKey?: string | undefined;
  readonly pepper?: string | readonly string[] | undefined;
  /** What the old system puts around this user's password: a column of its own, or the user's name. */
  readonly salt?: UserSalt | undefined;
}

/**
 * What happens after a match that did not see all of what was typed. `let-in`: they are let in; a hash that the
 * service verifies is imported as it is, another user stays with the old system. `must-reset`: they choose a new
 * password. `refuse`: they are told what a wrong password is told.
 */
export type PartialPolicy = "let-in" | "must-reset" | "refuse";

/** Where the users of the old system are found, and taken out of. `openFallbackStore` gives one. */
export interface LoginStore<User extends LegacyUser = LegacyUser> {
  /**
   * Looks a user up by what they typed; null when there is none. With `forgetUser` it is asked again right before a user
   * is imported, since another process may have forgotten them meanwhile.
   */
  readonly findLegacyUser: (identifier: string) => Promise<User | null | undefined>;
  /**
   * The users, each with an `id`, among whom `findLegacyUser` can't decide, the one who counts first at the front: who is in
   * two old systems with one address. The password tells whose login it is; a person can't sign up with what they have.
   * Empty where it can decide. It is asked at each look-up, so that time tells nothing. More than four are a problem.
   */
  readonly usersSharing?: ((identifier: string) => Promise<readonly User[]>) | undefined;
  /**
   * What to ask the service with, for what was typed: it knows addresses and no user names. Also after the user was
   * forgotten. Where it gives none, or is not given: what was typed.
   */
  readonly addressesOf?: ((identifier: string) => Promise<readonly string[]>) | undefined;
  /**
   * Takes a user out of the old side: called after an import has succeeded, and by `onPasswordSet`, `onDelete` and
   * `onEmailChange`. It must be safe to call twice. The same answers as of `importWithHash`; after `false`, for a
   * user who is not there, they are looked up once more.
   */
  readonly forgetUser: (user: User) => Promise<CallerAnswer>;
  /**
   * Of a store without `claimUser`, in place of `forgetUser` after an import: false where `forgetUser` took the user out while
   * the import ran, which may have written the old password over a new one. The login is then `busy`.
   */
  readonly forgetImported?: ((user: User) => Promise<CallerAnswer>) | undefined;
  /**
   * Keeps a user for this process, where several share the old side: gives the function that lets them go, or null while
   * another process has them. Without it a deletion does not wait for another process's import.
   */
  readonly claimUser?: ((user: User) => Promise<ReleaseUser | null>) | undefined;
}

/** What an import gives back. A value beside `ok: true` is the account or its ID, as of `signIn`: the outcome has it. */
export type ImportAnswer<Account> = { readonly ok: true; readonly value: Account } | CallerAnswer | ImportRefusal;

/** The service that users move to. `createImportService` gives one. */
export interface LoginService<User extends LegacyUser = LegacyUser, Account = unknown> {
  /**
   * Has the service check a password: its account or ID in `{ ok: true, value }`, or an SDK's `{ status: "OK", user }`; null
   * where the service refuses the password or has no such user. A `Verification`, as `verifyPassword` gives it, counts by
   * its `matches`. Anything else is `busy`: nothing is known then. That is so of a record without a field that says whose
   * it is, such as an ID, address, name or token, of a `Response`, since services answer 200 to a wrong password too, of a
   * value that no user has, such as undefined, of a text that may be no ID, such as a sentence or a short word without a
   * digit, and of `"OK"` without a user.
   */
  readonly signIn: (
    address: string,
    password: string,
  ) => Promise<
    | { readonly ok: true; readonly value: (Account & {}) | null }
    | { readonly ok: false }
    | { readonly status: Uppercase<string> }
    | boolean
    | null
  >;
  /**
   * Imports a user with a hash that the service verifies. It must be safe to call
   * twice, and must not overwrite a password that the user has changed since. It has succeeded only where its answer
   * says so: see `CallerAnswer`. Failing: throw, or give back anything else; an `ImportRefusal` where it is known
   * why: the service's rules, an account that is there already, a service that does not answer.
   */
  readonly importWithHash: (user: User, hash: NormalizedHash) => Promise<ImportAnswer<Account>>;
  /**
   * Imports a user whose hash the service can't verify: it gets the password, which has
   * just been found right to its last byte, in the normal form that matched. The same rules as for `importWithHash`.
   */
  readonly importWithPassword?: ((user: User, password: string) => Promise<ImportAnswer<Account>>) | undefined;
  /**
   * Makes an account without a password, so that the service can send its user a link when they have forgotten it.
   * Any person can ask for that link: the old password keeps working until a new one is set. Of a user whose address is
   * not verified it brings no social login, phone number or second factor: they may be a stranger's. The same rules as
   * for `importWithHash`, which has to give its hash to an account that has no password yet.
   */
  readonly importWithoutPassword?: ((user: User) => Promise<ImportAnswer<Account>>) | undefined;
  /** After such an import: closes the account to this password where it still opens it. */
  readonly withdrawPassword?: ((user: User, password: string) => Promise<CallerAnswer>) | undefined;
  /** Which hashes the service takes: they are normalised for it. */
  readonly profile?: ServiceProfileName | ServiceProfile | undefined;
  /**
   * Bytes of a password that the service's own hash reads: 72 where that is bcrypt. A user with a longer one
   * must reset it, because the service would let in its beginning alone.
   */
  readonly newHashBytes?: number | undefined;
}

/** What is known of the old hashes, for all users who have nothing of their own in their record. */
export interface OldHashes extends Spellings {
  readonly source?: SourceName | undefined;
  readonly signerKey?: string | undefined;
  /** See `verifyPassword`: a list where it was changed. */
  readonly pepper?: string | readonly string[] | undefined;
  /** What the old system does to a password first, where `source` does not say it. */
  readonly passwordSteps?: readonly PasswordStep[] | undefined;
  /**
   * A hash like those that most users have: unknown users cost as much. Unless given: bcrypt with
   * cost 10, as the `source` computes it. A list where the store has several kinds: a wrong password costs one of each.
   */
  readonly commonHash?: string | readonly string[] | undefined;
  /**
   * `verifyPassword` unless given. It gets a place in a queue that `limits.verification` bounds, it is called for unknown
   * users too, with `commonHash`, and no new hash is made unless its `coverage` says that it saw the whole password.
   */
  readonly verify?: typeof verifyPassword | undefined;
}

/** Bounds on time and numbers. Milliseconds are whole numbers from 1 to 2147483647. */
export interface LoginLimits {
  /** What one verification may cost, and all together. */
  readonly verification?: Partial<VerifyLimits> | undefined;
  /**
   * Milliseconds that each call of a function of the store or service may take, and of `verify` where it is your own:
   * 10000 unless given. After that the attempt is `busy`.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds until an attempt is `busy`, 15000 unless given; half of them where its verification has not begun by
   * then. An import that has begun comes to its end.
   */
  readonly answerWithinMs?: number | undefined;
  /**
   * Milliseconds that no answer of `attempt` and `logIn` comes before, none unless given: for a store whose schemes differ
   * too much to be padded. It holds no place; choose it above what the costliest check takes under load.
   */
  readonly answerAtLeastMs?: number | undefined;
  /** Attempts and other calls that run at the same time, 1000 unless given; the next one is `busy` at once. */
  readonly attemptsAtOnce?: number | undefined;
  /** Attempts with one identifier that run at the same time, 20 unless given; the next one is `busy` at once. */
  readonly attemptsPerIdentifier?: number | undefined;
  /**
   * Have each wrong password cost one check of each kind of hash that the store has shown so far, up to three times what
   * `commonHash` takes, so that time does not tell who is there. True unless given; not where `verify` is your own.
   */
  readonly padCheapChecks?: boolean | undefined;
}

/** A login server in the middle of a migration: the old side, the new service, and what is known of the old hashes. */
export interface LoginParts<User extends LegacyUser = LegacyUser, Account = unknown> {
  readonly store: LoginStore<User>;
  readonly service: LoginService<User, Account>;
  readonly hashes?: OldHashes | undefined;
  readonly limits?: LoginLimits | undefined;
  /** Unless given: a hash that the service verifies is imported as it is, and other users must reset. */
  readonly partialMatch?: PartialPolicy | undefined;
  /**
   * Notes which account an old user has now, for your own tables: called and waited for after each import, also without a
   * password, and before the user is forgotten, whether or not their browser still waits. It must be safe to call twice. After
   * anything but a success the login is `busy`, and the user stays on the old side, where `fallback status --left` names them.
   */
  readonly onMigrated?: ((user: User, account: Account) => CallerAnswer | Promise<CallerAnswer>) | undefined;
  /** Gets what a function of the store or service threw, for your log. */
  readonly onError?: ((error: unknown, step: FallbackStep) => void) | undefined;
}

/** What both forms have, in one level. */
interface OneLevel<User extends LegacyUser, Account>
  extends OldHashes,
    Omit<LoginLimits, "verification">,
    Pick<LoginParts<User, Account>, "partialMatch" | "onMigrated" | "onError">,
    Omit<LoginStore<User>, "addressesOf" | "forgetUser">,
    Partial<Pick<LoginStore<User>, "forgetUser">>,
    Pick<LoginService<User, Account>, "newHashBytes"> {
  /** See `verifyPassword`. */
  readonly limits?: Partial<VerifyLimits> | undefined;
}

/** The same by single functions in one level, for a server that asks the new service itself before the fallback. */
export interface LoginFallbackOptions<User extends LegacyUser = LegacyUser, Account = unknown>
  extends OneLevel<User, Account> {
  /** `importWithHash` of a service. */
  readonly importUser: LoginService<User, Account>["importWithHash"];
  /** `importWithPassword` of a service. */
  readonly signUp?: LoginService<User, Account>["importWithPassword"] | undefined;
  /** `importWithoutPassword` of a service. */
  readonly createUser?: LoginService<User, Account>["importWithoutPassword"] | undefined;
  /** `profile` of a service. */
  readonly service?: LoginService["profile"] | undefined;
}

/** What the form that was given calls the functions that import. */
export interface ImportNames {
  readonly hash: "importWithHash" | "importUser";
  readonly password: "importWithPassword" | "signUp";
  readonly nothing: "importWithoutPassword" | "createUser";
}

/** The options as the code of this room reads them. */
export interface Settings extends OneLevel<LegacyUser, unknown>, Omit<LoginService, "signIn"> {
  readonly names: ImportNames;
}

/** Lets a user go whom `claimUser` has given to this process. */
export type ReleaseUser = () => Promise<unknown>;

/** Where something was thrown. */
export type FallbackStep =
  | Exclude<keyof LoginStore | keyof LoginService, "profile" | "newHashBytes">
  | ImportNames[keyof ImportNames]
  | "verify"
  | "onMigrated"
  /** What \`onPasswordSet\` was given to set a password. */
  | "onPasswordSet";
