import type { Answer, CallContext } from "../call-context.js";
import { has, readQueryText, readText, readTexts } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** `PUT /recipe/role`: a role to exist, with these permissions besides the ones it has (`CreateRoleAPI.java`). */
export function createRole({ input, roles }: CallContext): Answer {
  const role = readText(input, "role").trim();
  if (role === "") throw badRequest("Field name 'role' cannot be an empty String");
  if (has(input, "permissions")) readTexts(input, "permissions");
  const createdNewRole = !roles.names.has(role);
  roles.names.add(role);
  return { status: "OK", createdNewRole };
}

/** `GET /recipe/roles` (`GetRolesAPI.java`). */
export const listRoles = ({ roles }: CallContext): Answer => ({ status: "OK", roles: [...roles.names] });

/** `GET /recipe/user/roles?userId=` (`GetRolesForUserAPI.java`). */
export function listUserRoles({ query, roles, tenantId }: CallContext): Answer {
  return { status: "OK", roles: roles.of(tenantId, readQueryText(query, "userId")) };
}

/** `PUT /recipe/user/role` (`AddUserRoleAPI.java`). */
export function giveRole({ input, roles, tenantId }: CallContext): Answer {
  const userId = readText(input, "userId");
  const role = readText(input, "role").trim();
  if (!roles.names.has(role)) return { status: "UNKNOWN_ROLE_ERROR" };
  return { status: "OK", didUserAlreadyHaveRole: roles.give(tenantId, userId, role) };
}
