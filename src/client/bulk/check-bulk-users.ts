import { carryProof } from "../../hash/internal.js";
import { problem } from "../../problems/request.js";
import type { Problem } from "../../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import { checkRequest } from "../calls/calls.js";
import { checkEmail, checkPhoneNumber, checkText, type FieldCheck } from "../fields/field-checks.js";
import type { BulkLogin, BulkUser } from "./bulk-user.js";

/** The bulk import checks addresses more strictly than its column does (`BulkImportUserUtils.java`). */
const LONGEST_EMAIL = 255;

/**
 * What the service would refuse a user of the bulk import for, or take and never finish: asked before anything
 * is sent, because one bad user has the whole call refused.
 *
 * @param user A user of the request.
 * @param service The service that it is for.
 * @returns All that is wrong with the user at once; nothing where they can be sent.
 */
export function checkBulkUser(
  user: BulkUser,
  service: ServiceProfileName | ServiceProfile = "supertokens",
): readonly Problem[] {
  const profile = resolveServiceProfile(service);
  const { externalUserId, userRoles = [], totpDevices = [], loginMethods } = user;
  return [
    ...found(checkId(externalUserId, profile)),
    ...userRoles.flatMap(({ role, tenantIds }, at) => [
      ...found(checkText(role, `userRoles[${at}].role`)),
      ...found(checkTenants(tenantIds, `userRoles[${at}].tenantIds`)),
    ]),
    ...totpDevices.flatMap((device, at) =>
      inPlace(checkRequest("importTotpDevice", { userId: "x", ...device }, profile), `totpDevices[${at}]`),
    ),
    ...(loginMethods.length > 0 ? [] : [missing("loginMethods")]),
    ...loginMethods.flatMap((login, at) => checkLogin(login, `loginMethods[${at}]`, profile)),
  ];
}

/**
 * Users of one request who have the same external ID. A core before 12.0.9 takes them in and comes back to the
 * second one for ever.
 *
 * @returns The positions of the second and further ones.
 */
export function doubledIds(users: readonly Pick<BulkUser, "externalUserId">[]): readonly number[] {
  const seen = new Set<string>();
  return users.flatMap(({ externalUserId }, at) => {
    if (seen.has(externalUserId)) return [at];
    seen.add(externalUserId);
    return [];
  });
}

function checkLogin(login: BulkLogin, place: string, profile: ServiceProfile): readonly Problem[] {
  return [...found(checkTenants(login.tenantIds, `${place}.tenantIds`)), ...checkOwn(login, place, profile)];
}

/** What the import calls are checked by, as far as they have the same fields. */
function checkOwn(login: BulkLogin, place: string, profile: ServiceProfile): readonly Problem[] {
  if (login.recipeId === "emailpassword") {
    const { email, passwordHash, hashingAlgorithm } = login;
    const request = carryProof(login, { email, passwordHash, hashingAlgorithm });
    const hash = checkRequest("importPasswordHash", request, profile);
    return hash.length > 0 ? inPlace(hash, place) : found(checkEmail(email, `${place}.email`, LONGEST_EMAIL));
  }
  if (login.recipeId === "thirdparty") {
    const { email: id, thirdPartyId, thirdPartyUserId, isVerified } = login;
    const request = { thirdPartyId, thirdPartyUserId, email: { id, isVerified } };
    const social = checkRequest("importThirdPartyUser", request, profile);
    return social.length > 0 ? inPlace(social, place) : found(checkEmail(id, `${place}.email`, LONGEST_EMAIL));
  }
  const { email, phoneNumber } = login;
  if (email === undefined && phoneNumber === undefined) return [missing(`${place}.phoneNumber`)];
  return [
    ...(email === undefined ? [] : found(checkEmail(email, `${place}.email`, LONGEST_EMAIL))),
    ...(phoneNumber === undefined ? [] : found(checkPhoneNumber(phoneNumber, `${place}.phoneNumber`))),
  ];
}

/** The service takes white space off the ends, and the ID that is left may be another user's. */
function checkId(id: string, { limits }: ServiceProfile): FieldCheck {
  const field = "externalUserId";
  const wrongText = checkText(id, field, limits.userId);
  if (wrongText !== undefined || id.trim() === id) return wrongText;
  return problem("request/field-invalid", `${field} begins or ends with white space, which the service takes off`, {
    field,
  });
}

const NO_TENANT = "Name at least one tenant for each login and role: public where there are no others.";

function checkTenants(tenantIds: readonly string[], field: string): FieldCheck {
  if (tenantIds.length > 0) return undefined;
  return problem("request/field-missing", `${field} names no tenant`, { field, remedy: NO_TENANT });
}

export function doubledIdProblem(): Problem {
  const message = "another user of the same request has this external ID";
  return problem("request/field-invalid", message, {
    field: "externalUserId",
    remedy: "Give each user an ID of their own, and leave out users who are listed twice.",
  });
}

const missing = (field: string): Problem => problem("request/field-missing", `${field} is missing`, { field });

const found = (check: FieldCheck): readonly Problem[] => (check === undefined ? [] : [check]);

function inPlace(problems: readonly Problem[], place: string): readonly Problem[] {
  return problems.map((one) => ({
    ...one,
    field: one.field === undefined ? place : `${place}.${one.field}`,
  }));
}
