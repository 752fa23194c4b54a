import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import { normaliseEmail, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { methodJson } from "../user-json.js";
import { hashOwnPassword } from "./own-password.js";

/** Addresses that `supertokens-node` makes up for social logins without one; they count as verified. */
const INVENTED = ["@stfakeemail.supertokens.com", ".fakeemail.com"];

/** `POST /recipe/signup` with `{ email, password }` (`emailpassword/SignUpAPI.java`). */
export async function signUp(context: CallContext): Promise<Answer> {
  const { input, accounts, tenantId, version } = context;
  const email = normaliseEmail(readText(input, "email"));
  const password = readText(input, "password");
  if (password === "") throw badRequest("Password cannot be an empty string");
  requireRecipe(context, "emailpassword");
  const passwordHash = await hashOwnPassword(password);
  // Asked after the wait: another call may have made the user meanwhile.
  if (accounts.findLogin("emailpassword", tenantId, { email }) !== undefined) {
    return { status: "EMAIL_ALREADY_EXISTS_ERROR" };
  }
  const verified = INVENTED.some((ending) => email.endsWith(ending));
  const method = accounts.add({ recipeId: "emailpassword", tenantIds: [tenantId], email, passwordHash, verified });
  return { status: "OK", ...methodJson(accounts, method, version) };
}
