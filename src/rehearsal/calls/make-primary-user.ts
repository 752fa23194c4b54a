import type { Answer, CallContext } from "../call-context.js";
import { requireLinkingLicence } from "../licences.js";
import { findConflict, tenantsOf } from "../linking-rules.js";
import { readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { wholeUser } from "../user-json.js";

/** Specification 4.5; `CreatePrimaryUserAPI.java`. */
export function makePrimaryUser({ input, accounts, settings, version }: CallContext): Answer {
  const method = accounts.findMethod(readText(input, "recipeUserId"));
  if (method === undefined) throw badRequest("Unknown user ID provided");
  requireLinkingLicence(settings);
  const { user } = method;
  if (user.isPrimary && user.id !== method.recipeUserId) {
    return {
      status: "RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR",
      primaryUserId: accounts.shownId(user.id),
      description: "This user ID is already linked to another user ID",
    };
  }
  const wasAlreadyAPrimaryUser = user.isPrimary;
  const conflict = wasAlreadyAPrimaryUser ? undefined : findConflict(accounts, method, tenantsOf(user), user);
  if (conflict !== undefined) {
    return { status: "ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR", ...conflict };
  }
  user.isPrimary = true;
  return { status: "OK", wasAlreadyAPrimaryUser, user: wholeUser(accounts, user, version) };
}
