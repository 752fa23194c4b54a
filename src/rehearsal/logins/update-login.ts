import { type Answer, type CallContext, updatedIdField } from "../call-context.js";
import { belongsToAnotherPrimary } from "../linking-rules.js";
import { normaliseEmail, readOptionalText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { hashOwnPassword } from "./own-password.js";

/** `PUT /recipe/user` for the login with e-mail and password (`emailpassword/UserAPI.java`). */
export async function updateLogin(context: CallContext): Promise<Answer> {
  const { input, accounts } = context;
  const userId = readText(input, updatedIdField(context));
  const given = readOptionalText(input, "email");
  const password = readOptionalText(input, "password");
  if (given === undefined && password === undefined) {
    throw badRequest("You have to provide either email or password.");
  }
  const passwordHash = password === undefined ? undefined : await hashOwnPassword(password);
  const method = accounts.findMethod(userId);
  if (method === undefined || method.recipeId !== "emailpassword") return { status: "UNKNOWN_USER_ID_ERROR" };
  const email = given === undefined ? method.email : normaliseEmail(given);
  if (email !== undefined && email !== method.email) {
    if (method.tenantIds.some((id) => accounts.findLogin("emailpassword", id, { email }) !== undefined))
      return { status: "EMAIL_ALREADY_EXISTS_ERROR" };
    if (belongsToAnotherPrimary(accounts, method, { email })) {
      return {
        status: "EMAIL_CHANGE_NOT_ALLOWED_ERROR",
        reason: "New email is associated with another primary user ID",
      };
    }
  }
  accounts.changeContact(method, { email });
  if (passwordHash !== undefined) method.passwordHash = passwordHash;
  return { status: "OK" };
}
