import type { LegacyUser } from "../login/index.js";

/**
 * What the new service is told of a user, where its call asks for that. Each shape takes what its service has a place
 * for; nothing else of a record leaves.
 */
export interface UserProfile {
  /** ID in the old system. */
  readonly id?: string;
  /** What the user logs in with where that is not an address. */
  readonly username?: string;
  readonly email?: string;
  /** Only what the old system has proven: whoever reads a mailbox gets the account. */
  readonly emailVerified?: boolean;
  readonly phoneNumber?: string;
  readonly phoneNumberVerified?: boolean;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly name?: string;
  /** Fields of the service's own, under its names: Cognito's `custom:plan`, Keycloak's attributes. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Keycloak's. */
  readonly roles?: readonly string[];
  /** Keycloak's. */
  readonly groups?: readonly string[];
  /** Keycloak's, such as `CONFIGURE_TOTP`. */
  readonly requiredActions?: readonly string[];
}

/** What a record has in a field, if it is of the kind that the profile takes. */
function fieldOf<Kind extends "string" | "boolean">(
  record: object,
  name: string,
  kind: Kind,
): (Kind extends "string" ? string : boolean) | undefined {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return typeof value === kind ? (value as Kind extends "string" ? string : boolean) : undefined;
}

/**
 * The profile of a record that says no more than that of the fallback's store: ID, address and whether it is proven,
 * and what was typed where that is not the address.
 */
export function profileOfRecord(user: LegacyUser, identifier: string): UserProfile {
  const email = fieldOf(user, "email", "string");
  const emailVerified = fieldOf(user, "emailVerified", "boolean");
  const isAddress = email !== undefined && email.toLowerCase() === identifier.trim().toLowerCase();
  return {
    id: String(user.id),
    username: isAddress ? email : identifier.trim(),
    ...(email === undefined ? {} : { email }),
    ...(emailVerified === undefined ? {} : { emailVerified }),
  };
}
