import { success } from "../../result.js";
import { checkText } from "../fields/field-checks.js";
import { bodyUnless } from "../fields/request-body.js";
import type { Call } from "./call.js";

/** Both values come out of the reply to `createPasswordlessCode`. */
export interface ConsumePasswordlessCodeRequest {
  readonly preAuthSessionId: string;
  readonly linkCode: string;
}

/** Specification 4.3. */
export const consumePasswordlessCode: Call<ConsumePasswordlessCodeRequest> = {
  endpoint: {
    section: "4.3",
    method: "POST",
    path: "/recipe/signinup/code/consume",
    headers: {},
    scope: "tenant",
    repeating: "refused",
    lostReply: "The code may be used up and the user made; begin again by creating a code.",
  },
  nonSecrets: {},
  fields: { preAuthSessionId: true, linkCode: true },
  comesAlong: "codeId deviceId userInputCode timeCreated codeLifetime status body userId alreadyThere",
  build: ({ preAuthSessionId, linkCode }) =>
    bodyUnless([checkText(preAuthSessionId, "preAuthSessionId"), checkText(linkCode, "linkCode")], {
      preAuthSessionId,
      linkCode,
    }),
  read: (reply) => success(reply),
  existedBefore: { field: "createdNewUser", value: false },
  // The passwordless login is asked for by itself, also where it is linked to another user already.
  login: { recipeId: "passwordless", names: "login" },
};
