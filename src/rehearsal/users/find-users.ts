import type { AccountInfo } from "../account-store.js";
import type { Answer, CallContext } from "../call-context.js";
import { normaliseEmail, normalisePhoneNumber, readQueryText } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { wholeUser } from "../user-json.js";

/** `GET /user/id?userId=` (`GetUserByIdAPI.java`). */
export function findUser({ query, accounts, version }: CallContext): Answer {
  const user = accounts.findUser(readQueryText(query, "userId"));
  if (user === undefined) return { status: "UNKNOWN_USER_ID_ERROR" };
  return { status: "OK", user: wholeUser(accounts, user, version) };
}

/** `GET /users/by-accountinfo` (`ListUsersByAccountInfoAPI.java`). */
export function findUsersByInfo({ query, accounts, tenantId, version }: CallContext): Answer {
  const union = readQueryText(query, "doUnionOfAccountInfo");
  if (union !== "true" && union !== "false") {
    throw badRequest("'doUnionOfAccountInfo' should be either 'true' or 'false'");
  }
  const found = askedInfos(query).map((info) => {
    const methods = [...accounts.withInfo(info)].filter(({ tenantIds }) => tenantIds.includes(tenantId));
    return new Set(methods.map(({ user }) => user));
  });
  const all = [...new Set(found.flatMap((users) => [...users]))];
  const chosen = union === "true" ? all : all.filter((user) => found.every((users) => users.has(user)));
  return { status: "OK", users: chosen.map((user) => wholeUser(accounts, user, version)) };
}

function askedInfos(query: URLSearchParams): readonly AccountInfo[] {
  const email = query.get("email");
  const phoneNumber = query.get("phoneNumber");
  const id = query.get("thirdPartyId");
  const userId = query.get("thirdPartyUserId");
  if ((id === null) !== (userId === null)) {
    throw badRequest("If 'thirdPartyId' is provided, 'thirdPartyUserId' must also be provided, and vice versa");
  }
  return [
    ...(email === null ? [] : [{ email: normaliseEmail(email) }]),
    ...(phoneNumber === null ? [] : [{ phoneNumber: normalisePhoneNumber(phoneNumber) }]),
    ...(id === null || userId === null ? [] : [{ thirdParty: { id, userId } }]),
  ];
}
