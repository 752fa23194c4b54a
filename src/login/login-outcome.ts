import type { Problem } from "../result.js";
import type { Coverage } from "../verify/index.js";
import type { LegacyUser } from "./login-fallback-options.js";

/**
 * How an attempt ended. Only `migrated`, `let-in-unmigrated`, `must-reset` and `disabled` may be told to the person at the login
 * form, because they typed the right password; the others that refuse must look the same there.
 * `LOGIN_ANSWERS` has what to answer to each.
 */
export type LoginOutcome<User extends LegacyUser = LegacyUser, Account = unknown> =
  /** The password was right and the user is in the new service now. */
  | {
      readonly kind: "migrated";
      readonly loggedIn: true;
      readonly user: User;
      /** What the import gave back: the value of its `Result`, or its answer; undefined after `true`. */
      readonly account: Account | undefined;
      /** `hash`: importWithHash imported the hash. `password`: importWithPassword got the password. */
      readonly by: "hash" | "password";
      /**
       * The imported hash is weaker than today's minimum, and what was typed is the password:
       * have the service hash it again. False where the check did not see all of it.
       */
      readonly needsRehash: boolean;
      /**
       * The password has more than the 72 bytes that bcrypt reads. A new hash with bcrypt would let in the first
       * 72 alone: have the service use argon2, or refuse such a password by `newHashBytes`.
       */
      readonly exceedsBcrypt: boolean;
      /**
       * Where `forgetUser` did not succeed: `login/forget-failed`, `login/timed-out`. They are in the service all the same.
       * `login/login-left-out` for a phone number or social login that another account of the service has.
       */
      readonly problems: readonly Problem[];
    }
  /**
   * The old system would let them in, the check did not see all of what was typed, and `partialMatch` is `let-in`: open
   * a session. They stay with the old system, because the service can't have this password.
   */
  | {
      readonly kind: "let-in-unmigrated";
      readonly loggedIn: true;
      readonly user: User;
      /** The service has none. */
      readonly account?: undefined;
      readonly coverage: Coverage;
    }
  /**
   * The password was right, but the service can't have it: let
   * them choose a new one, in the way in which a forgotten password is reset. Nothing was changed.
   */
  | {
      readonly kind: "must-reset";
      readonly loggedIn: false;
      readonly user: User;
      /**
       * `password-not-covered`: the check did not see all of what was typed, so it may be another
       * text than the password. `password-refused`: importWithHash or importWithPassword said so. `password-too-long`: it has more
       * than `newHashBytes`. `password-temporary`: the old system has the user replace it.
       */
      readonly reason: "password-not-covered" | "password-refused" | "password-too-long" | "password-temporary";
      readonly problems: readonly Problem[];
    }
  /** The password was right, and the account is disabled in the old system. Nothing was changed. */
  | { readonly kind: "disabled"; readonly loggedIn: false; readonly user: User }
  /**
   * The user is in the new service already: let that check the password. What was found here lets no
   * user in: the account there may be another user's, or have another password since.
   */
  | {
      readonly kind: "already-migrated";
      readonly loggedIn: false;
      readonly user: User;
      /** `login/account-exists` where importWithHash or importWithPassword said so; empty where it was known. */
      readonly problems: readonly Problem[];
    }
  | {
      readonly kind: "wrong-password";
      readonly loggedIn: false;
      readonly user: User;
      /** `login/password-not-covered` after a match where `partialMatch` is `refuse`; empty after a mismatch. */
      readonly problems: readonly Problem[];
    }
  | { readonly kind: "unknown-user"; readonly loggedIn: false }
  /** No attempt will get further until the problem is solved; nothing was changed. */
  | {
      readonly kind: "cannot-verify";
      readonly loggedIn: false;
      readonly user: User;
      readonly problems: readonly Problem[];
    }
  /** Another attempt may get further; nothing was changed. */
  | { readonly kind: "busy"; readonly loggedIn: false; readonly problems: readonly Problem[] };

/** How a whole login ended: by the service's own check, or by the fallback. */
export type LogInOutcome<User extends LegacyUser = LegacyUser, Account = unknown> =
  /** The service has let them in. */
  { readonly kind: "signed-in"; readonly loggedIn: true; readonly account: Account } | LoginOutcome<User, Account>;
