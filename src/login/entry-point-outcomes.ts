import type { Problem } from "../result.js";
import type { LegacyUser } from "./login-fallback-options.js";

/** The old side could not be asked, or a call did not succeed: nothing was changed here, and it is to be repeated. */
export interface EntryPointBusy {
  readonly kind: "busy";
  readonly problems: readonly Problem[];
}

/** The old side has no such user; or the user is migrated there already, or disabled. */
export interface NoLegacyUser {
  readonly kind: "no-legacy-user";
}

/**
 * What a forgotten password means for the old side. The person is told the same after each of them. `addresses` are those
 * of the accounts that what was typed may lead to, by the store's `addressesOf`: the service's link goes to each.
 */
export type PasswordResetOutcome<User extends LegacyUser = LegacyUser> =
  /** Continue as if there were no old side. */
  | (NoLegacyUser & { readonly addresses: readonly string[] })
  /** The user is in the new service: continue there. */
  | { readonly kind: "already-migrated"; readonly user: User; readonly addresses: readonly string[] }
  /**
   * `importWithoutPassword` made the account just now, without a password: have the service send its link. `problems` say
   * what it has left out: `login/login-left-out`.
   */
  | {
      readonly kind: "migrated";
      readonly user: User;
      readonly addresses: readonly string[];
      readonly problems: readonly Problem[];
    }
  /**
   * The user is on the old side, and there is no `importWithoutPassword`: send a link of your own to the address of the old
   * record. The user who opens it chooses a password and gets an account; then call `onPasswordSet`.
   */
  | { readonly kind: "on-old-side"; readonly user: User }
  /**
   * The account is disabled in the old system, would lose its second factor (`noReset`), or has an address that another user
   * has verified: send no link.
   */
  | { readonly kind: "disabled"; readonly user: User }
  | EntryPointBusy;

/** Whether a person may sign up with an identifier. */
export type SignUpOutcome<User extends LegacyUser = LegacyUser> =
  /** No user on the old side has it: the new service decides. */
  | { readonly kind: "free" }
  /** A user of the new service, or of both: the new service decides. */
  | { readonly kind: "already-migrated"; readonly user: User }
  /** A user who is not migrated has it: make no second, empty account. */
  | { readonly kind: "taken"; readonly user: User }
  | EntryPointBusy;

/** Whether the old side can bring a user back after this. */
export type ForgetOutcome<User extends LegacyUser = LegacyUser> =
  /** It can't: the user was taken out of it. */
  | { readonly kind: "forgotten"; readonly user: User }
  /** It can't: it has no such user. */
  | NoLegacyUser
  /**
   * A login migrated the user while this ran, and they were taken out of the old side after that: before an account
   * is deleted or given a password, look at the new service once more.
   */
  | { readonly kind: "migrated-meanwhile"; readonly user: User; readonly problems: readonly Problem[] }
  /** It can: there is no `forgetUser`. */
  | { readonly kind: "cannot-forget"; readonly problems: readonly Problem[] }
  /** It can, as far as is known: repeat the call until it says something else. */
  | EntryPointBusy;

/** Whether an address may be exchanged for another. */
export type EmailChangeOutcome<User extends LegacyUser = LegacyUser> =
  /** It may, and the old side does not know the account by its old address. */
  | { readonly kind: "free" }
  /** A user who is not migrated has the new address. Nothing was changed. */
  | { readonly kind: "taken"; readonly user: User }
  | { readonly kind: "cannot-forget"; readonly problems: readonly Problem[] }
  | EntryPointBusy;
