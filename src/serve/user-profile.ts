import { defined } from "../lib/defined.js";
import { identifierKey, type LegacyUser } from "../login/index.js";
import { isNamed } from "../login/internal.js";
import type { TotpEnrolment } from "../source/index.js";

/**
 * What the new service learns about a user, where its call asks for that. Each shape takes what its service
 * accepts; nothing else of a record leaves.
 */
export interface UserProfile {
  /** ID in the old system. */
  readonly id?: string;
  /** What the user logs in with where that is not an address. */
  readonly username?: string;
  readonly email?: string;
  /** Only what the old system has proven: control of the mailbox gives control of the account. */
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
  /** Second factors, where the service takes them: `totp` of the record unless given. Secrets. */
  readonly totp?: readonly TotpEnrolment[];
}

/** Fields that a record may have besides those of the fallback. */
type FoundRecord = LegacyUser & Partial<Record<"identifiers" | "username" | "email" | "emailVerified", unknown>>;

const ifText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

type FindUser = (identifier: string) => Promise<LegacyUser | null | undefined>;

/**
 * The profile of a record that says no more than that of the fallback's store: ID, address and whether it is proven,
 * and a user name by which the record is found again.
 */
export async function profileOfRecord(user: LegacyUser, identifier: string, find: FindUser): Promise<UserProfile> {
  const { email, emailVerified } = user as FoundRecord;
  const username = await usernameOf(user, identifier, find);
  const { id } = user;
  return {
    // One text for all who have none would make them one user of the service.
    ...(id === undefined || id === null ? {} : { id: String(id) }),
    ...defined({ username, email: ifText(email) }),
    ...(typeof emailVerified === "boolean" ? { emailVerified } : {}),
  };
}

/**
 * A text of the record and never what was typed: a look-up may be more liberal than the service's. The same one whatever
 * is typed, so that the service makes one account; and one that finds this user, because the service asks with it next.
 */
async function usernameOf(user: LegacyUser, typed: string, find: FindUser): Promise<string | undefined> {
  const { identifiers: given, username, email } = user as FoundRecord;
  const identifiers = Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
  const names = [ifText(username), ...identifiers.filter(isUserName)];
  for (const name of [...names, ifText(email), ...identifiers]) {
    if (name === undefined) continue;
    const isTyped = identifierKey(name) === identifierKey(typed);
    if (isTyped || (isNamed(user.id) && (await find(name))?.id === user.id)) return name;
  }
  return undefined;
}

/** Neither an address nor a phone number. */
const isUserName = (identifier: string): boolean => !identifier.includes("@") && !identifier.startsWith("+");
