import type { NonSecretFields } from "../replies/sent.js";

/**
 * A user as the bulk import takes them.
 *
 * @see supertokens-core 12.1.1, `bulkimport/BulkImportUserUtils.java`
 */
export interface BulkUser {
  /** Becomes the ID by which every call names the user; at most 128 characters. */
  readonly externalUserId: string;
  readonly userMetadata?: Readonly<Record<string, unknown>>;
  readonly userRoles?: readonly BulkRole[];
  readonly totpDevices?: readonly BulkDevice[];
  /** At least one; at most one of them is primary. */
  readonly loginMethods: readonly BulkLogin[];
}

/** A role, which must exist on the service, and the tenants in which the user has it. */
export interface BulkRole {
  readonly role: string;
  readonly tenantIds: readonly string[];
}

/** A TOTP device of a user. */
export interface BulkDevice {
  /** Canonical base32. */
  readonly secretKey: string;
  /** Seconds. */
  readonly period: number;
  /** Steps. */
  readonly skew: number;
  readonly deviceName: string;
}

/** One way to log in. */
export type BulkLogin = BulkLoginFrame & (BulkPasswordLogin | BulkSocialLogin | BulkCodeLogin);

/** What every way to log in has. */
export interface BulkLoginFrame {
  /** Never empty: a core before 12.0.9 accepts such a login and never finishes its user. */
  readonly tenantIds: readonly string[];
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  /** Milliseconds since the epoch; without it the time of the import. */
  readonly timeJoinedInMSSinceEpoch?: number;
}

export interface BulkPasswordLogin {
  readonly recipeId: "emailpassword";
  readonly email: string;
  /** Canonical form. */
  readonly passwordHash: string;
  readonly hashingAlgorithm: string;
}

/** A login by an external identity provider. */
export interface BulkSocialLogin {
  readonly recipeId: "thirdparty";
  readonly email: string;
  readonly thirdPartyId: string;
  readonly thirdPartyUserId: string;
}

/** A login by one-time codes; at least one of its fields is there. */
export interface BulkCodeLogin {
  readonly recipeId: "passwordless";
  readonly email?: string;
  readonly phoneNumber?: string;
}

/** Users of one call at most. */
export const MOST_BULK_USERS = 10_000;

/** Fields that hold no secret, of a user as sent and as listed. Metadata may be anything. */
export const BULK_NON_SECRETS: NonSecretFields = {
  ...{ id: "open", externalUserId: "open", role: "open", tenantIds: "open", deviceName: "open" },
  ...{ recipeId: "open", hashingAlgorithm: "open", thirdPartyId: "open", superTokensUserId: "open" },
  ...{ status: "open", email: "personal", phoneNumber: "personal", thirdPartyUserId: "personal" },
};
