import { success } from "../../result.js";
import { contactChecks } from "../fields/contact-checks.js";
import { checkText } from "../fields/field-checks.js";
import { bodyUnless, present } from "../fields/request-body.js";
import type { Call } from "./call.js";

/** At least one of e-mail address and phone number. */
export interface UpdatePasswordlessUserRequest {
  /** The passwordless user. Sent under the name that the service profile has for it. */
  readonly userId: string;
  readonly email?: string | undefined;
  /** E.164: `+` and 2 to 15 digits. */
  readonly phoneNumber?: string | undefined;
}

/** Specification 4.4; the name of the ID field is the profile's. */
export const updatePasswordlessUser: Call<UpdatePasswordlessUserRequest> = {
  endpoint: {
    section: "4.4",
    method: "PUT",
    path: "/recipe/user",
    headers: { rid: "passwordless" },
    scope: "app",
    repeating: "same",
    lostReply: "The user has the new values, or the old ones.",
  },
  nonSecrets: { userId: "open", recipeUserId: "open", email: "personal", phoneNumber: "personal" },
  fields: { userId: true, email: true, phoneNumber: true },
  build: ({ userId, email, phoneNumber }, { limits, updateUserIdField }) =>
    bodyUnless(
      [checkText(userId, "userId", limits.userId), ...contactChecks(email, phoneNumber, limits.email)],
      present({ [updateUserIdField]: userId, email, phoneNumber }),
    ),
  read: (reply) => success(reply),
};
