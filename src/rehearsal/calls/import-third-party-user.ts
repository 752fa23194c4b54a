import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { findConflict, tenantsOf } from "../linking-rules.js";
import { normaliseEmail, readBoolean, readObject, readText } from "../read-input.js";
import { methodJson } from "../user-json.js";

/** Specification 4.8; `thirdparty/SignInUpAPI.java`. */
export function importThirdPartyUser(context: CallContext): Answer {
  const { input, accounts, tenantId, version } = context;
  const thirdParty = { id: readText(input, "thirdPartyId"), userId: readText(input, "thirdPartyUserId") };
  const address = readObject(input, "email");
  const email = normaliseEmail(readText(address, "id"));
  const asksForVerification = isAtLeast(version, [4, 0]) || version.join(".") === "2.7";
  const isVerified = asksForVerification ? readBoolean(address, "isVerified") : false;
  requireRecipe(context, "thirdparty");
  const existing = accounts.findLogin("thirdparty", tenantId, { thirdParty });
  if (existing !== undefined && existing.email !== email) {
    const { user } = existing;
    if (user.isPrimary && findConflict(accounts, { ...existing, email }, tenantsOf(user), user) !== undefined) {
      return {
        status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
        reason: "Email already associated with another primary user.",
      };
    }
    accounts.changeContact(existing, { email });
  }
  const method =
    existing ?? accounts.add({ recipeId: "thirdparty", tenantIds: [tenantId], email, thirdParty, verified: false });
  if (isVerified) method.verified = true;
  return { status: "OK", createdNewUser: existing === undefined, ...methodJson(accounts, method, version) };
}
