import { refuse } from "../../problems/serve.js";
import { type Failure, type Result, success } from "../../result.js";
import { textAt } from "../json-fields.js";
import type { UserProfile } from "../user-profile.js";
import { missingField } from "./question.js";
import type { Answer, Question, Reply, Shape } from "./shape.js";

const REFUSED: Reply = { status: 401 };

/**
 * The REST client of keycloak-user-migration, with which most Keycloak migrations look their users up:
 * `GET {address}/{user name or e-mail address}` before the first login, then `POST` to the same address with the
 * password. Any status but 200 is an unknown user, or a wrong password.
 *
 * @see https://github.com/daniel-frak/keycloak-user-migration/blob/master/README.md
 * @see https://github.com/daniel-frak/keycloak-user-migration/blob/master/src/main/java/com/danielfrak/code/keycloak/providers/rest/rest/RestUserService.java
 * @see https://github.com/daniel-frak/keycloak-user-migration/blob/master/src/main/java/com/danielfrak/code/keycloak/providers/rest/remote/usermodel/UserModelFactory.java
 */
export const keycloak: Shape = {
  methods: ["GET", "POST"],
  parse: ({ method, url, body }): Result<Question> => {
    const identifier = lastSegment(url);
    if (typeof identifier !== "string") return identifier;
    if (method === "GET") return success({ kind: "look-up", identifier });
    const password = textAt(body, "password");
    return password === undefined ? missingField("password") : success({ kind: "verify", identifier, password });
  },
  reply,
  missing: (profile) => (usernameIn(profile) === undefined ? "username in small letters" : undefined),
  ofSeveral: "first",
  // The account is made of the answer to GET; POST comes after it.
  takesTotp: () => true,
  enrolment: "CONFIGURE_TOTP",
  newPassword: "UPDATE_PASSWORD",
};

/** Keycloak keeps user names in small letters, and the plugin refuses a user whose name is not the same there. */
function usernameIn({ username, email }: UserProfile): string | undefined {
  const isKept = username !== undefined && username === username.toLowerCase();
  return isKept ? username : email?.toLowerCase();
}

/**
 * The identifier at the end of the path. Clients write a space of it as + or as %20, and a plus sign as %2B or as it
 * is: in an address a plus sign can only be one.
 */
function lastSegment(url: URL): string | Failure {
  const segment = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  try {
    const text = decodeURIComponent(segment);
    const identifier = text.includes("@") ? text : decodeURIComponent(segment.replaceAll("+", " "));
    if (identifier !== "") return identifier;
  } catch {
    // Not the encoding of a text.
  }
  return refuse("serve/body-malformed", "the path does not end with a user name or an address", { field: "path" });
}

function reply(answer: Answer): Reply {
  switch (answer.kind) {
    case "match":
      return { status: 200 };
    case "found":
      return { status: 200, body: legacyUser(answer.profile, answer.isDisabled) };
    case "unknown":
      return { status: 404 };
    case "busy":
      return { status: 503 };
  }
  return REFUSED;
}

/** The plugin takes a user only if `username` or `email` is what was typed, in any case. */
function legacyUser(profile: UserProfile, isDisabled: boolean): object {
  const { id, email, emailVerified, givenName, familyName } = profile;
  const { attributes = {}, roles, groups, requiredActions, totp } = profile;
  const lists = Object.entries(attributes).map(([name, value]) => [name, typeof value === "string" ? [value] : value]);
  return {
    id,
    username: usernameIn(profile),
    email,
    firstName: givenName,
    lastName: familyName,
    enabled: !isDisabled,
    emailVerified: emailVerified === true,
    attributes: lists.length === 0 ? undefined : Object.fromEntries(lists),
    roles,
    groups,
    requiredActions,
    totps: totp?.map(({ secretKey, period, deviceName = "" }) => ({
      secret: secretKey,
      name: deviceName,
      digits: 6,
      period,
      algorithm: "HmacSHA1",
      // Without it Keycloak takes the letters themselves for the key.
      encoding: "BASE32",
    })),
  };
}
