import { problem } from "../../problems/request.js";
import { success } from "../../result.js";
import { checkEmail, checkText, type FieldCheck } from "../fields/field-checks.js";
import { bodyUnless } from "../fields/request-body.js";
import type { Call } from "./call.js";

/** A user who signs in with an external identity provider. */
export interface ImportThirdPartyUserRequest {
  /** ID of the external identity provider: `google`. */
  readonly thirdPartyId: string;
  /** ID of the user at that provider. */
  readonly thirdPartyUserId: string;
  readonly email: { readonly id: string; readonly isVerified: boolean };
}

/** Specification 4.8. */
export const importThirdPartyUser: Call<ImportThirdPartyUserRequest> = {
  endpoint: {
    section: "4.8",
    method: "POST",
    path: "/recipe/signinup",
    headers: {},
    scope: "tenant",
    repeating: "same",
    lostReply: "The user exists, or does not yet.",
  },
  // `id` is a field of the object `email`.
  nonSecrets: { thirdPartyId: "open", thirdPartyUserId: "personal", email: "personal", id: "personal" },
  fields: { thirdPartyId: true, thirdPartyUserId: true, email: true },
  comesAlong: "kind",
  build: ({ thirdPartyId, thirdPartyUserId, email }, { limits }) => {
    const id: unknown = email?.id;
    const isVerified: unknown = email?.isVerified;
    return bodyUnless(
      [
        checkText(thirdPartyId, "thirdPartyId", limits.thirdPartyId),
        checkText(thirdPartyUserId, "thirdPartyUserId", limits.thirdPartyUserId),
        checkEmail(id, "email.id", limits.email),
        checkVerified(isVerified),
      ],
      { thirdPartyId, thirdPartyUserId, email: { id, isVerified } },
    );
  },
  read: (reply) => success(reply),
  existedBefore: { field: "createdNewUser", value: false },
  login: { recipeId: "thirdparty", names: "user" },
};

function checkVerified(isVerified: unknown): FieldCheck {
  const field = "email.isVerified";
  return typeof isVerified === "boolean"
    ? undefined
    : problem("request/field-invalid", `${field} is not true or false`, { field });
}
