/** What each of the eight calls takes. Fields and their meaning: specification sections 2 and 4. */
import type { AttemptEvent } from "./perform-call.js";

/** A TOTP device for a user who exists on the service. */
export interface ImportTotpDeviceRequest {
  /** The owner: the service's user ID, or the external ID where one is mapped. */
  readonly userId: string;
  /** Canonical base32: RFC 4648 alphabet, upper case, unpadded. */
  readonly secretKey: string;
  /** Tolerated deviation in time steps, 0 or more. */
  readonly skew: number;
  /** Seconds for which one code is shown, 1 or more. */
  readonly period: number;
  /**
   * Identifies the device in later calls. Without it the service makes up a name, and the call is
   * not repeated after an uncertain end, because that could make a second device.
   */
  readonly deviceName?: string | undefined;
}

/** Exactly one of the two. */
export interface CreatePasswordlessCodeRequest {
  readonly email?: string | undefined;
  /** E.164: `+` and 2 to 15 digits. */
  readonly phoneNumber?: string | undefined;
}

/** Both values come out of the reply to `createPasswordlessCode`. */
export interface ConsumePasswordlessCodeRequest {
  readonly preAuthSessionId: string;
  readonly linkCode: string;
}

/** At least one of e-mail address and phone number. */
export interface UpdatePasswordlessUserRequest {
  /** The passwordless user. Sent under the name that the service profile has for it. */
  readonly userId: string;
  readonly email?: string | undefined;
  /** E.164: `+` and 2 to 15 digits. */
  readonly phoneNumber?: string | undefined;
}

/** A user to whom others are going to be linked. */
export interface MakePrimaryUserRequest {
  /** The imported first-factor user. */
  readonly recipeUserId: string;
}

/** Two users who become one account. */
export interface LinkAccountsRequest {
  /** The first-factor user, which is a primary user already. */
  readonly primaryUserId: string;
  /** The user to link to it. */
  readonly recipeUserId: string;
}

/** A user with an e-mail address and a password hash. */
export interface ImportPasswordHashRequest {
  readonly email: string;
  /** Canonical for the service profile: what `normalizeHash` gives back as `passwordHash`. */
  readonly passwordHash: string;
  /** Derived from the hash when left out; when given it must be what the profile calls the hash's scheme. */
  readonly hashingAlgorithm?: string | undefined;
}

/** A user who signs in with an external identity provider. */
export interface ImportThirdPartyUserRequest {
  /** ID of the external identity provider: `google`. */
  readonly thirdPartyId: string;
  /** ID of the user at that provider. */
  readonly thirdPartyUserId: string;
  readonly email: { readonly id: string; readonly isVerified: boolean };
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; what was on its way by then may have been carried out. */
  readonly signal?: AbortSignal | undefined;
  /** Told after every attempt at this call, beside the client's own `onAttempt`. */
  readonly onAttempt?: ((event: AttemptEvent) => void) | undefined;
  /**
   * Waited for before every attempt at this call, the first one (1) included: the place to keep to a
   * rate, which the client's own repeats would exceed.
   */
  readonly beforeAttempt?: ((attempt: number) => void | Promise<void>) | undefined;
}
