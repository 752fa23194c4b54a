import type { Answer, CallContext } from "../call-context.js";
import { requireLinkingLicence } from "../licences.js";
import { findConflict, tenantsOf } from "../linking-rules.js";
import { readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { wholeUser } from "../user-json.js";

/** Specification 4.6; `LinkAccountsAPI.java` and `AuthRecipe.java`. */
export function linkAccounts({ input, accounts, settings, version }: CallContext): Answer {
  const recipeUserId = readText(input, "recipeUserId");
  const primaryUserId = readText(input, "primaryUserId");
  const method = accounts.findMethod(recipeUserId);
  const primary = accounts.findUser(primaryUserId);
  if (method === undefined || primary === undefined) throw badRequest("Unknown user ID provided");
  requireLinkingLicence(settings);
  if (!primary.isPrimary) return { status: "INPUT_USER_IS_NOT_A_PRIMARY_USER" };
  if (method.user === primary) {
    return { status: "OK", accountsAlreadyLinked: true, user: wholeUser(accounts, primary, version) };
  }
  if (method.user.isPrimary) {
    return {
      status: "RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
      primaryUserId: accounts.shownId(method.user.id),
      description: "The input recipe user ID is already linked to another user ID",
      user: wholeUser(accounts, method.user, version),
    };
  }
  const tenantIds = tenantsOf(method.user, primary);
  for (const candidate of [method, ...primary.methods]) {
    const conflict = findConflict(accounts, candidate, tenantIds, primary);
    if (conflict !== undefined) {
      return { status: "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR", ...conflict };
    }
  }
  accounts.link(method, primary);
  return { status: "OK", accountsAlreadyLinked: false, user: wholeUser(accounts, primary, version) };
}
