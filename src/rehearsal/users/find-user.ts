import type { Answer, CallContext } from "../call-context.js";
import { readQueryText } from "../read-input.js";
import { wholeUser } from "../user-json.js";

/** `GET /user/id?userId=` (`GetUserByIdAPI.java`). */
export function findUser({ query, accounts, version }: CallContext): Answer {
  const user = accounts.findUser(readQueryText(query, "userId"));
  if (user === undefined) return { status: "UNKNOWN_USER_ID_ERROR" };
  return { status: "OK", user: wholeUser(accounts, user, version) };
}
