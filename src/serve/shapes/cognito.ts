import { refuse } from "../../problems/serve.js";
import { textAt } from "../json-fields.js";
import type { UserProfile } from "../user-profile.js";
import { lookUpQuestion, passwordQuestion } from "./question.js";
import { type Answer, type Reply, refused, type Shape } from "./shape.js";

/**
 * The event of Amazon Cognito's user migration trigger, which a Lambda function passes on. The reply is the event's
 * `response`, and no more of it: the event itself has the password in it. After any other status the function throws.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-migrate-user.html
 */
export const cognito: Shape = {
  methods: ["POST"],
  waitsMs: 5_000,
  parse: ({ body }) => {
    switch (textAt(body, "triggerSource")) {
      case "UserMigration_Authentication":
        return passwordQuestion(body, ["userName"], ["request", "password"]);
      case "UserMigration_ForgotPassword":
        return lookUpQuestion(body, "userName");
    }
    const message = "triggerSource is not one of a user migration";
    return refuse("serve/body-malformed", message, { field: "triggerSource" });
  },
  reply,
  ofSeveral: "match",
  missing: (profile) => (Object.keys(attributesOf(profile)).length === 0 ? "an attribute" : undefined),
};

function reply(answer: Answer): Reply {
  switch (answer.kind) {
    case "match":
      return response(answer.profile, { finalUserStatus: "CONFIRMED" });
    case "must-reset":
      // The account is made without the password, and its owner has to choose one.
      return response(answer.profile, { finalUserStatus: "RESET_REQUIRED" });
    case "found":
      return answer.isDisabled ? refused(404, "unknown") : response(answer.profile, {});
    case "unknown":
      return refused(404, "unknown");
    case "busy":
      return { status: 503 };
  }
  return refused(401, "wrong-password");
}

/** Migrated users get no welcome message: `SUPPRESS`. */
function response(profile: UserProfile, status: object): Reply {
  const userAttributes = attributesOf(profile);
  return { status: 200, body: { response: { userAttributes, ...status, messageAction: "SUPPRESS" } } };
}

/** OpenID Connect's names for what they are for, and texts for everything. */
function attributesOf(profile: UserProfile): Readonly<Record<string, string>> {
  const { email, emailVerified, phoneNumber, phoneNumberVerified, givenName, familyName, name } = profile;
  const own = Object.entries(profile.attributes ?? {}).map(([key, value]) => [
    key,
    typeof value === "string" ? value : value.join(","),
  ]);
  const standard = Object.entries({
    email,
    email_verified: email === undefined ? undefined : String(emailVerified === true),
    phone_number: phoneNumber,
    phone_number_verified: phoneNumber === undefined ? undefined : String(phoneNumberVerified === true),
    given_name: givenName,
    family_name: familyName,
    name,
  });
  return Object.fromEntries([...own, ...standard.filter(([, value]) => value !== undefined)]);
}
