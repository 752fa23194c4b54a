import type { LoginMethod } from "../account-store.js";
import type { Answer, CallContext } from "../call-context.js";
import { readOptionalBoolean, readText } from "../read-input.js";

/**
 * `POST /user/remove`: one login method, or the whole user, which is the usual case. An unknown ID is
 * OK as well (`DeleteUserAPI.java`, `AuthRecipe.java`).
 */
export function removeUser(context: CallContext): Answer {
  const { input, accounts } = context;
  const userId = readText(input, "userId");
  const all = readOptionalBoolean(input, "removeAllLinkedAccounts") ?? true;
  const user = accounts.findUser(userId);
  const method = accounts.findMethod(userId);
  const doomed = all ? [...(user?.methods ?? [])] : method === undefined ? [] : [method];
  const userIdsInUse = user === undefined ? [] : [accounts.shownId(user.id)];
  for (const each of doomed) removeMethod(context, each);
  if (user?.methods.length === 0) for (const id of userIdsInUse) forgetSecrets(context, id);
  return { status: "OK" };
}

function removeMethod(context: CallContext, method: LoginMethod): void {
  const { accounts } = context;
  const id = accounts.shownId(method.recipeUserId);
  const belongsToOthers = method.user.id === method.recipeUserId && method.user.methods.length > 1;
  accounts.remove(method);
  // What was kept under a primary user's ID stays for the users who are still linked to them.
  if (!belongsToOthers) forgetSecrets(context, id);
}

/** Second factors, tokens and sessions are kept under the ID that the application knows. */
function forgetSecrets({ totp, verification, sessions, metadata, roles }: CallContext, id: string): void {
  metadata.delete(id);
  roles.forget(id);
  for (const { handle } of sessions.of(id)) sessions.remove(handle);
  totp.forget(id);
  verification.forget(id);
}
