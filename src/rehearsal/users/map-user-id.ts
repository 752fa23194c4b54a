import type { Answer, CallContext } from "../call-context.js";
import { type Input, readOptionalText, readQueryText, readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** `POST /recipe/userid/map`, which gives a user an external ID (`UserIdMappingAPI.java`). */
export function mapUserId({ input, accounts }: CallContext): Answer {
  const superTokensUserId = readId(input, "superTokensUserId");
  const externalUserId = readId(input, "externalUserId");
  const method = accounts.findMethod(superTokensUserId);
  const taken = accounts.internalIdOf(externalUserId);
  if (taken !== undefined) return alreadyMapped(taken === superTokensUserId, true);
  if (method === undefined || method.recipeUserId !== superTokensUserId) {
    return { status: "UNKNOWN_SUPERTOKENS_USER_ID_ERROR" };
  }
  if (accounts.findMethod(externalUserId) !== undefined) {
    throw badRequest("Cannot create a userId mapping where the externalId is also a SuperTokens userID");
  }
  if (accounts.externalIdOf(superTokensUserId) !== undefined) return alreadyMapped(true, false);
  accounts.mapId(superTokensUserId, externalUserId);
  return { status: "OK" };
}

function alreadyMapped(doesSuperTokensUserIdExist: boolean, doesExternalUserIdExist: boolean): Answer {
  return { status: "USER_ID_MAPPING_ALREADY_EXISTS_ERROR", doesSuperTokensUserIdExist, doesExternalUserIdExist };
}

/** `GET /recipe/userid/map?userId=`: both IDs of a user, found by either. */
export function findMapping({ query, accounts }: CallContext): Answer {
  const userId = readQueryText(query, "userId").trim();
  if (userId === "") throw emptyField("userId");
  const found = findMapped({ accounts }, userId, query.get("userIdType") ?? "ANY");
  return found === undefined ? { status: "UNKNOWN_MAPPING_ERROR" } : { status: "OK", ...found };
}

/** `POST /recipe/userid/map/remove` (`RemoveUserIdMappingAPI.java`). */
export function removeMapping({ input, accounts }: CallContext): Answer {
  const userId = readId(input, "userId");
  const found = findMapped({ accounts }, userId, readOptionalText(input, "userIdType") ?? "ANY");
  if (found !== undefined) accounts.unmapId(found.superTokensUserId);
  return { status: "OK", didMappingExist: found !== undefined };
}

function findMapped({ accounts }: Pick<CallContext, "accounts">, userId: string, typeText: string) {
  const type = typeText.trim();
  if (!["SUPERTOKENS", "EXTERNAL", "ANY"].includes(type)) {
    throw badRequest("Field name 'userIdType' should be one of 'SUPERTOKENS', 'EXTERNAL' or 'ANY'");
  }
  const externalUserId = type === "EXTERNAL" ? undefined : accounts.externalIdOf(userId);
  if (externalUserId !== undefined) return { superTokensUserId: userId, externalUserId };
  const superTokensUserId = type === "SUPERTOKENS" ? undefined : accounts.internalIdOf(userId);
  return superTokensUserId === undefined ? undefined : { superTokensUserId, externalUserId: userId };
}

function readId(input: Input, name: string): string {
  const id = readText(input, name).trim();
  if (id === "") throw emptyField(name);
  return id;
}

const emptyField = (name: string) => badRequest(`Field name '${name}' cannot be an empty String`);
