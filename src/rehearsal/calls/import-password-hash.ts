import { type Answer, type CallContext, requireRecipe } from "../call-context.js";
import { acceptPasswordHash } from "../hash-acceptance.js";
import { normaliseEmail, readOptionalText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { userJson } from "../user-json.js";

/** Specification 4.7; `ImportUserWithPasswordHashAPI.java`. The e-mail address is not marked verified. */
export function importPasswordHash(context: CallContext): Answer {
  const { input, accounts, tenantId, version, settings } = context;
  const email = normaliseEmail(readText(input, "email"));
  const passwordHash = readText(input, "passwordHash").trim();
  const algorithm = readOptionalText(input, "hashingAlgorithm")?.trim().toUpperCase();
  if (passwordHash === "") throw badRequest("Password hash cannot be an empty string");
  if (algorithm === "") throw badRequest("Hashing Algorithm cannot be an empty string");
  requireRecipe(context, "emailpassword");
  acceptPasswordHash(passwordHash, algorithm, settings);
  const existing = accounts.findLogin("emailpassword", tenantId, { email });
  if (existing !== undefined) existing.passwordHash = passwordHash;
  const method =
    existing ??
    accounts.add({ recipeId: "emailpassword", tenantIds: [tenantId], email, passwordHash, verified: false });
  return { status: "OK", user: userJson(accounts, method, version), didUserAlreadyExist: existing !== undefined };
}
