import type { BulkUser as SentUser } from "../../client/index.js";
import type { BulkRole, BulkDevice as SentDevice } from "../../client/internal.js";
import type { RecipeId } from "../account-store.js";

/** A user of the bulk import as the service keeps them: checked, and with an ID of its own. */
export interface QueuedUser extends Partial<Omit<SentUser, "loginMethods" | "totpDevices">> {
  readonly id: string;
  readonly totpDevices?: readonly BulkDevice[];
  readonly loginMethods: readonly BulkLogin[];
}

export type { BulkRole };

export type BulkDevice = Omit<SentDevice, "deviceName"> & Partial<Pick<SentDevice, "deviceName">>;

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
  /** Given when the user is queued, before the import. */
  readonly superTokensUserId: string;
}

/** The login whose ID becomes the user's: the one that is marked, else the oldest (`BulkImportUserUtils.java`). */
export function primaryLogin(logins: readonly BulkLogin[]): BulkLogin | undefined {
  const byAge = logins.toSorted((one, other) => one.timeJoinedInMSSinceEpoch - other.timeJoinedInMSSinceEpoch);
  return logins.find(({ isPrimary }) => isPrimary) ?? byAge[0];
}
