import type { AccountStore, LoginMethod, User } from "../account-store.js";
import { badRequest } from "../refusal.js";

/** Names of parts of the service that a call may name; users have login methods of some of them only (`RECIPE_ID.java`). */
const RECIPE_IDS: ReadonlySet<string> = new Set([
  "emailpassword",
  "thirdparty",
  "session",
  "emailverification",
  "jwt",
  "passwordless",
  "usermetadata",
  "userroles",
  "useridmapping",
  "dashboard",
  "totp",
  "multitenancy",
  "accountlinking",
  "mfa",
  "oauth",
  "webauthn",
]);

/** The login methods that a call asks for; without the parameter, or with an empty one, all of them. */
export function recipeFilter(query: URLSearchParams): (method: LoginMethod) => boolean {
  const names = (query.get("includeRecipeIds") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of names) if (!RECIPE_IDS.has(name)) throw badRequest(`Unknown recipe ID: ${name}`);
  return names.length === 0 ? () => true : ({ recipeId }) => names.includes(recipeId);
}

/** Whole users with a login method that the filter lets through, in the order in which they were made. */
export function usersWhere(accounts: AccountStore, isWanted: (method: LoginMethod) => boolean): ReadonlySet<User> {
  const users = new Set<User>();
  for (const method of accounts.methods()) if (isWanted(method)) users.add(method.user);
  return users;
}
