import type { Answer, CallContext } from "../call-context.js";
import { readText } from "../read-input.js";
import { badRequest } from "../refusal.js";

/** Extra: `POST /recipe/userid/map`, which gives a user an external ID (`UserIdMappingAPI.java`). */
export function mapUserId({ input, accounts }: CallContext): Answer {
  const superTokensUserId = readId("superTokensUserId");
  const externalUserId = readId("externalUserId");
  const method = accounts.findMethod(superTokensUserId);
  if (method === undefined || method.recipeUserId !== superTokensUserId) {
    return { status: "UNKNOWN_SUPERTOKENS_USER_ID_ERROR" };
  }
  const doesSuperTokensUserIdExist = accounts.hasExternalId(superTokensUserId);
  const doesExternalUserIdExist = accounts.isExternalIdTaken(externalUserId);
  if (doesSuperTokensUserIdExist || doesExternalUserIdExist) {
    return {
      status: "USER_ID_MAPPING_ALREADY_EXISTS_ERROR",
      doesSuperTokensUserIdExist,
      doesExternalUserIdExist,
    };
  }
  accounts.mapId(superTokensUserId, externalUserId);
  return { status: "OK" };

  function readId(name: string): string {
    const id = readText(input, name).trim();
    if (id === "") throw badRequest(`Field name '${name}' cannot be an empty String`);
    return id;
  }
}
