import { defined } from "../lib/defined.js";
import type { AccountStore, LoginMethod, User } from "./account-store.js";
import { type InterfaceVersion, isAtLeast } from "./interface-version.js";

/**
 * A user as the service in the wild shows it (`AuthRecipeUserInfo.java` of supertokens-plugin-interface 8.5.0): the
 * whole user from interface version 4.0 on, one login method before.
 */
export function userJson(accounts: AccountStore, method: LoginMethod, version: InterfaceVersion): object {
  return isAtLeast(version, [4, 0]) ? wholeUser(accounts, method.user, version) : flatUser(accounts, method, version);
}

/** A user after a call about one of their login methods, and that method's ID from version 4.0 on. */
export function methodJson(accounts: AccountStore, method: LoginMethod, version: InterfaceVersion): object {
  return {
    user: userJson(accounts, method, version),
    ...(isAtLeast(version, [4, 0]) ? { recipeUserId: accounts.shownId(method.recipeUserId) } : {}),
  };
}

/** When the first of a user's login methods was made, in milliseconds since the epoch. */
export const joinedAt = ({ methods }: User): number => Math.min(...methods.map(({ timeJoined }) => timeJoined));

export function wholeUser(accounts: AccountStore, user: User, version: InterfaceVersion) {
  const { methods } = user;
  return {
    id: accounts.shownId(user.id),
    isPrimaryUser: user.isPrimary,
    tenantIds: distinct(methods.flatMap(({ tenantIds }) => tenantIds)),
    timeJoined: joinedAt(user),
    emails: distinct(methods.flatMap(({ email }) => email ?? [])),
    phoneNumbers: distinct(methods.flatMap(({ phoneNumber }) => phoneNumber ?? [])),
    thirdParty: methods.flatMap(({ thirdParty }) => thirdParty ?? []),
    ...(isAtLeast(version, [5, 3]) ? { webauthn: { credentialIds: [] } } : {}),
    loginMethods: methods.map((method) => ({
      tenantIds: method.tenantIds,
      recipeUserId: accounts.shownId(method.recipeUserId),
      verified: method.verified,
      timeJoined: method.timeJoined,
      recipeId: method.recipeId,
      ...contactOf(method),
    })),
  };
}

export function flatUser(accounts: AccountStore, method: LoginMethod, version: InterfaceVersion) {
  return {
    id: accounts.shownId(method.recipeUserId),
    timeJoined: method.timeJoined,
    ...(isAtLeast(version, [3, 0]) ? { tenantIds: method.tenantIds } : {}),
    ...contactOf(method),
  };
}

const contactOf = ({ email, phoneNumber, thirdParty }: LoginMethod) => defined({ email, phoneNumber, thirdParty });

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
