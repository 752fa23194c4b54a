import type { Answer, CallContext } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { recipeFilter, usersWhere } from "./users-in-tenant.js";

/** `GET /users/count`: whole users of this tenant, or of all (`UsersCountAPI.java`). */
export function countUsers({ query, accounts, tenantId, version, settings }: CallContext): Answer {
  const hasRecipe = recipeFilter(query);
  const inAllTenants = isTrue(query.get("includeAllTenants"));
  const users = usersWhere(
    accounts,
    (method) => (inAllTenants || method.tenantIds.includes(tenantId)) && hasRecipe(method),
  );
  // Newer cores may answer from a snapshot if they are allowed to. This one never has to.
  const mayApproximate = isTrue(query.get("allowApproximate")) && isAtLeast(version, [5, 6]);
  return {
    status: "OK",
    count: users.size,
    ...(mayApproximate ? { approximate: false, asOf: settings.now() } : {}),
  };
}

const isTrue = (text: string | null): boolean => text?.toLowerCase() === "true";
