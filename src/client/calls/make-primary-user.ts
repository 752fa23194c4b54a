import { success } from "../../result.js";
import { checkText } from "../fields/field-checks.js";
import { bodyUnless } from "../fields/request-body.js";
import type { Call } from "./call.js";

/** A user to whom others are going to be linked. */
export interface MakePrimaryUserRequest {
  /** The imported first-factor user. */
  readonly recipeUserId: string;
}

/** Specification 4.5. */
export const makePrimaryUser: Call<MakePrimaryUserRequest> = {
  endpoint: {
    section: "4.5",
    method: "POST",
    path: "/recipe/accountlinking/user/primary",
    headers: {},
    scope: "app",
    repeating: "same",
    lostReply: "The user is primary, or is not yet.",
  },
  nonSecrets: { recipeUserId: "open" },
  fields: { recipeUserId: true },
  build: ({ recipeUserId }, { limits }) =>
    bodyUnless([checkText(recipeUserId, "recipeUserId", limits.userId)], { recipeUserId }),
  read: (reply) => success(reply),
  existedBefore: { field: "wasAlreadyAPrimaryUser", value: true },
};
