import type { RecipeId } from "../account-store.js";

/** A user as the bulk import takes them, checked. */
export interface BulkUser {
  readonly id: string;
  readonly externalUserId?: string;
  readonly userMetadata?: Readonly<Record<string, unknown>>;
  readonly userRoles?: readonly BulkRole[];
  readonly totpDevices?: readonly BulkDevice[];
  readonly loginMethods: readonly BulkLogin[];
}

export interface BulkRole {
  readonly role: string;
  readonly tenantIds: readonly string[];
}

export interface BulkDevice {
  readonly secretKey: string;
  readonly period: number;
  readonly skew: number;
  readonly deviceName?: string;
}

export interface BulkLogin {
  readonly tenantIds: readonly string[];
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly timeJoinedInMSSinceEpoch: number;
  readonly recipeId: RecipeId;
  readonly email?: string;
  readonly passwordHash?: string;
  readonly hashingAlgorithm?: string;
  readonly plainTextPassword?: string;
  readonly thirdPartyId?: string;
  readonly thirdPartyUserId?: string;
  readonly phoneNumber?: string;
  /** Given when the user is taken in, before they are made. */
  readonly superTokensUserId: string;
}

/** The login whose ID becomes the user's: the one that is marked, else the oldest (`BulkImportUserUtils.java`). */
export function primaryLogin(logins: readonly BulkLogin[]): BulkLogin | undefined {
  const marked = logins.find(({ isPrimary }) => isPrimary);
  return (
    marked ??
    logins.reduce(
      (oldest: BulkLogin | undefined, login) =>
        oldest !== undefined && oldest.timeJoinedInMSSinceEpoch <= login.timeJoinedInMSSinceEpoch
          ? oldest
          : login,
      undefined,
    )
  );
}
