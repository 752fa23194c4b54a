import { success } from "../../result.js";
import { checkText } from "../fields/field-checks.js";
import { bodyUnless } from "../fields/request-body.js";
import type { Call } from "./call.js";

/** Two users who become one account. */
export interface LinkAccountsRequest {
  /** The first-factor user, which is a primary user already. */
  readonly primaryUserId: string;
  /** The user to link to it. */
  readonly recipeUserId: string;
}

/** Specification 4.6. */
export const linkAccounts: Call<LinkAccountsRequest> = {
  endpoint: {
    section: "4.6",
    method: "POST",
    path: "/recipe/accountlinking/user/link",
    headers: {},
    scope: "app",
    repeating: "same",
    lostReply: "The users are linked, or are not yet.",
  },
  nonSecrets: { primaryUserId: "open", recipeUserId: "open" },
  fields: { primaryUserId: true, recipeUserId: true },
  build: ({ primaryUserId, recipeUserId }, { limits }) =>
    bodyUnless(
      [
        checkText(primaryUserId, "primaryUserId", limits.userId),
        checkText(recipeUserId, "recipeUserId", limits.userId),
      ],
      { primaryUserId, recipeUserId },
    ),
  read: (reply) => success(reply),
  existedBefore: { field: "accountsAlreadyLinked", value: true },
};
