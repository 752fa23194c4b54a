import type { Problem } from "../result.js";
import type { LegacyUser } from "./login-fallback-options.js";

/**
 * How an attempt ended. Only `loggedIn` may be told to the person at the login form:
 * the four kinds that refuse must look the same there.
 */
export type LoginOutcome<User extends LegacyUser = LegacyUser> =
  /** The password was right and the user is in the new service now. */
  | {
      readonly kind: "migrated";
      readonly loggedIn: true;
      readonly user: User;
      /** `hash`: importUser brought the hash over. `password`: signUp got the password. */
      readonly by: "hash" | "password";
      /** The imported hash is weaker than today's minimum: have the service hash the password anew. */
      readonly needsRehash: boolean;
    }
  /** The user is in the new service already: let that check the password. Nothing was checked here. */
  | { readonly kind: "already-migrated"; readonly loggedIn: false; readonly user: User }
  | { readonly kind: "wrong-password"; readonly loggedIn: false; readonly user: User }
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
