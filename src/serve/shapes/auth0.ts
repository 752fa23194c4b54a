import { refuse } from "../../problems/serve.js";
import { textAt } from "../json-fields.js";
import type { UserProfile } from "../user-profile.js";
import { lookUpQuestion, passwordQuestion } from "./question.js";
import { type Answer, type Reply, refused, type Shape } from "./shape.js";

/**
 * Auth0's custom database scripts run at Auth0 and call whatever they like: the call is credport's own, `action`
 * `login` or `get_user`, and the reply is the profile in the form that the scripts hand on. docs/serving.md has both
 * scripts.
 *
 * @see https://auth0.com/docs/authenticate/database-connections/custom-db/templates/login
 * @see https://auth0.com/docs/authenticate/database-connections/custom-db/templates/get-user
 * @see https://auth0.com/docs/authenticate/database-connections/custom-db/error-handling
 * @see https://auth0.com/docs/secure/multi-factor-authentication/authenticate-using-ropg-flow-with-mfa/import-user-mfa-authenticator-enrollments
 */
export const auth0: Shape = {
  methods: ["POST"],
  parse: ({ body }) => {
    // A login that lost its password on the way must not become a look-up, which asks for none.
    switch (textAt(body, "action")) {
      case "login":
        return passwordQuestion(body, ["identifier"], ["password"]);
      case "get_user":
        return lookUpQuestion(body, "identifier");
    }
    return refuse("serve/body-malformed", "action is neither login nor get_user", { field: "action" });
  },
  reply,
  missing: ({ id, email, username }) =>
    id === undefined || id === "" ? "id" : email === undefined && username === undefined ? "email" : undefined,
  ofSeveral: "match",
  // It reads them from the script «Login» only, and computes codes of 30 seconds.
  takesTotp: (devices, asked) =>
    asked === "verify" && devices.length <= MOST_FACTORS && devices.every(({ period }) => period === 30),
};

const MOST_FACTORS = 10;

function reply(answer: Answer): Reply {
  switch (answer.kind) {
    case "match":
      return { status: 200, body: auth0Profile(answer.profile) };
    case "found":
      // Not found would let another person sign up with the address.
      return answer.isDisabled ? refused(403, "blocked") : { status: 200, body: auth0Profile(answer.profile) };
    case "unknown":
      return refused(404, "unknown");
    case "must-reset":
      return refused(403, "must-reset");
    case "blocked":
      return refused(403, "blocked");
    case "busy":
      return { status: 503 };
  }
  return refused(401, "wrong-password");
}

function auth0Profile(profile: UserProfile): object {
  const { id, username, email, emailVerified, phoneNumber, givenName, familyName, name, attributes, totp } = profile;
  return {
    user_id: id,
    username: username === email ? undefined : username,
    email,
    email_verified: email === undefined ? undefined : emailVerified === true,
    phone_number: phoneNumber,
    given_name: givenName,
    family_name: familyName,
    name,
    app_metadata: attributes,
    mfa_factors: totp?.map(({ secretKey }) => ({ totp: { secret: secretKey } })),
  };
}
