import type { LoginMethod } from "../account-store.js";
import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import { normaliseEmail, readText } from "../read-input.js";
import { methodJson } from "../user-json.js";
import { matchesStoredPassword } from "./matches-stored-password.js";

const WRONG: Answer = { status: "WRONG_CREDENTIALS_ERROR" };

/** `POST /recipe/signin` with `{ email, password }` (`emailpassword/SignInAPI.java`). */
export async function signIn(context: CallContext): Promise<Answer> {
  const method = await findSignedIn(context);
  return method === undefined ? WRONG : { status: "OK", ...methodJson(context.accounts, method, context.version) };
}

/**
 * Extra: `POST /rehearsal/signin`, which says no more than the user's ID, whatever the version of the
 * interface. It is what a rehearsal is for: the import itself says OK to much that never verifies.
 */
export async function trySignIn(context: CallContext): Promise<Answer> {
  const method = await findSignedIn(context);
  return method === undefined ? WRONG : { status: "OK", userId: context.accounts.shownId(method.user.id) };
}

async function findSignedIn(context: CallContext): Promise<LoginMethod | undefined> {
  const { input, accounts, tenantId, settings } = context;
  const email = normaliseEmail(readText(input, "email"));
  const password = readText(input, "password");
  requireRecipe(context, "emailpassword");
  const method = accounts.findLogin("emailpassword", tenantId, { email });
  if (method?.passwordHash === undefined) return undefined;
  return (await matchesStoredPassword(password, method.passwordHash, settings)) ? method : undefined;
}
