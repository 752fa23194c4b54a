import type { ServiceLimits } from "./limits.js";

/**
 * The wire names and limits of a deployment of the service. `default` is the
 * published interface; `supertokens` is the public core that speaks it.
 */
export interface ServiceProfile {
  readonly name: string;
  /** Value of `hashingAlgorithm` for provider-scrypt on the hash import (4.7). */
  readonly providerScryptAlgorithm: string;
  /** Configuration key that holds the signer key (2.4 rule 3). */
  readonly signerKeySetting: string;
  readonly signerKeyEnvironmentVariable: string;
  /** Name of the field that names the user on the passwordless update (4.4). */
  readonly updateUserIdField: "userId" | "recipeUserId";
  /**
   * Sent as `cdi-version` when set: the lowest version that has every call. Without it the newest
   * version of whatever core answers would apply. 5.1 is spoken by cores from 9.1.0 on; in 5.0 the
   * core still refuses logins that were switched off by calls which it has deprecated since.
   */
  readonly interfaceVersion?: string;
  /** What the service stores; longer text is refused before it is sent. In characters. */
  readonly limits: ServiceLimits;
  /** Faults of the service's provider-scrypt parser that a string has to be written around. */
  readonly providerScryptParser: {
    readonly refusesEmptySeparator: boolean;
    readonly cutsSeparatorAfterSEquals: boolean;
    /** Passwords are read as US-ASCII, so users with other characters can't log in. */
    readonly asciiPasswordsOnly: boolean;
  };
  /**
   * How the service keeps and compares phone numbers: as they are sent, or in the form that Google's
   * libphonenumber gives them, in which a trunk zero after the country code is gone.
   */
  readonly phoneNumbers: "as-sent" | "libphonenumber";
  /** The only TOTP parameters that the service verifies. */
  readonly totp: { readonly algorithm: "SHA1"; readonly digits: 6 };
  /** Paths of the calls that the service has beside those of the interface; without it, it has none. */
  readonly administration?: AdministrationPaths;
  /** What the service calls its paid features, where it can list those that are enabled. */
  readonly paidFeatures?: { readonly totp: string; readonly linking: string };
}

/** Paths of calls that are not part of the interface; a service does not have those that are left out. */
export interface AdministrationPaths {
  /** Lists the versions of the interface that the service speaks. */
  readonly listVersions?: string;
  /** Lists the paid features that are enabled. */
  readonly listFeatures?: string;
  /** Finds users by e-mail address, phone number and social login. */
  readonly findUsers?: string;
  /** Finds a user by ID. */
  readonly findUser?: string;
  /** Checks an e-mail address and a password. */
  readonly signIn?: string;
  /** Checks a TOTP code. */
  readonly verifyTotp?: string;
  /** Lists a user's sessions. */
  readonly listSessions?: string;
  /** Deletes a user. */
  readonly deleteUser?: string;
  /** Lists a user's TOTP devices. */
  readonly listDevices?: string;
  /** Removes a TOTP device of a user. */
  readonly removeDevice?: string;
  /** Lists the roles that exist. */
  readonly listRoles?: string;
  /** Lists a user's roles. */
  readonly listUserRoles?: string;
  /** Makes a token by which an e-mail address is marked as verified. */
  readonly createVerificationToken?: string;
  /** Marks an e-mail address as verified. */
  readonly verifyEmail?: string;
  /** Takes that mark away. */
  readonly unverifyEmail?: string;
  /** Takes users in whom a job imports, and lists those who wait or failed. */
  readonly bulkUsers?: string;
  /** Counts them. */
  readonly countBulkUsers?: string;
  /** Takes them off the list. */
  readonly removeBulkUsers?: string;
}
