import type { CallerAnswer } from "../lib/named-success.js";
import type { LegacyUser, LoginParts, LoginService, LoginStore } from "../login/index.js";
import type { LoginLimits } from "../login/internal.js";
import type { Problem } from "../result.js";
import type { CallerCheck } from "./caller-check.js";
import type { SecondFactors } from "./second-factors.js";
import type { VerifyShape } from "./shapes/shapes.js";
import type { UserProfile } from "./user-profile.js";

/** Bounds of the endpoint beside those of its checks. */
export interface VerifyHandlerLimits extends LoginLimits {
  /** Bytes that a call's body may have, 65536 unless given. */
  readonly bodyBytes?: number;
  /** Calls that are answered at a time, 512 unless given; the next one is told to come again. */
  readonly calls?: number;
  /**
   * Milliseconds until a call is told to come again, 1 to 2147483647. Unless given: as long as the service waits at
   * most, 2000 for `entra`, 3000 for `okta`, 5000 for `cognito`; 10000 for the others.
   */
  readonly answerWithinMs?: number;
}

/** Which calls are let in, how users are found, and what the service learns of them. */
export interface VerifyHandlerOptions<User extends LegacyUser>
  extends Pick<LoginStore<User>, "findLegacyUser" | "usersSharing">,
    Pick<LoginParts, "hashes" | "onError">,
    Pick<LoginService, "newHashBytes"> {
  readonly limits?: VerifyHandlerLimits | undefined;
  /** The service that calls. */
  readonly shape: VerifyShape;
  /** How it shows who it is. A caller who passes can try passwords, and with some shapes read profiles. */
  readonly caller: CallerCheck;
  /**
   * With `entra`: the private key of the certificate that passwords are encrypted for, PKCS #8 in PEM; several
   * while one is changed for another.
   */
  readonly privateKey?: string | readonly string[] | undefined;
  /**
   * What the service learns about a user, where its call asks for that; `identifier` is what was typed. Unless given:
   * `id`, `email`, `emailVerified` and `totp` of the record, and one of its `username` and `identifiers`.
   */
  readonly profile?: ((user: User, identifier: string) => UserProfile | Promise<UserProfile>) | undefined;
  /**
   * What becomes of users who have a second factor, `totp` of the record. `keep` unless given: whose factor the reply
   * can't take is answered as disabled, with `serve/second-factor-lost`; only `keycloak` and `auth0`
   * take factors. `require-enrolment` has Keycloak ask for a new one. `accept-loss` lets them in without it, with the
   * same problem in the report: for a service that has the factors already, or whose policy makes each user enrol one.
   */
  readonly secondFactors?: SecondFactors | undefined;
  /**
   * Called before the service is told that a password is right: what it does with that is not known here. Forget a
   * user only where being asked again is not needed: Okta asks again where it could not keep the password, Entra and Cognito where the reply came too late.
   */
  readonly onMatch?: ((user: User) => CallerAnswer | Promise<CallerAnswer>) | undefined;
  /** Gets one report a call, for your log. It has no identifier, no password and no hash. */
  readonly onReply?: ((report: VerifyReport) => void) | undefined;
}

/**
 * What was found out. `match`: the password is right. `must-reset`: the old system would let the user in, but its check
 * did not see all of what was typed. `blocked`: right, and the account is disabled or would lose its second factor; of a
 * look-up: another user has verified the address. `refused`: wrong, unknown, or a hash that can't be verified. `found` and `unknown`: of a look-up without a password. `busy`: nothing is known.
 */
export type VerifyAnswer = "match" | "must-reset" | "blocked" | "refused" | "found" | "unknown" | "busy";

/** How a call was answered. */
export interface VerifyReport {
  /** HTTP status of the reply. */
  readonly status: number;
  /** What was found out; null where the call was not one to answer. */
  readonly answer: VerifyAnswer | null;
  /** Why a call was refused, or why a user can't be verified. */
  readonly problems: readonly Problem[];
  /** ID in the old system, where a user's own record is at fault; null otherwise. */
  readonly userId: string | null;
  readonly milliseconds: number;
}
