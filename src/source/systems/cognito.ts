import { type Fields, isFields, listWritten, ownField } from "../fields/field.js";
import { keepLanguage } from "../fields/language.js";
import { isOfCaller, OF_CUSTOMER } from "../fields/social-login.js";
import { type Row, read } from "../system/row.js";
import { hold, holdIn } from "../system/rules.js";
import { AS_NAMED } from "../system/spelling.js";
import { howTo, system } from "../system/system.js";
import { no } from "../system/tests.js";

/**
 * The users that `aws cognito-idp list-users` lists, or rows in the form of the pool's import table, whose columns
 * are in an order of each pool's own. Cognito gives no hashes and no secrets.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-using-import-tool.html
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
export const COGNITO = /* @__PURE__ */ system("cognito", {
  title: "AWS Cognito",
  comparedWith:
    "@aws-sdk/client-cognito-identity-provider 3.1169.0 of 2026-11-13: aws/aws-sdk-js-v3: clients/client-cognito-identity-provider/src/models",
  howToExport: howTo(
    ["aws cognito-idp list-users --user-pool-id POOL > users.json"],
    "Least privileges: cognito-idp:ListUsers on the pool. Cognito gives no hashes and no secrets of second factors, whatever the rights are.",
  ),
  users: { tables: "", columns: ["cognito:username", "Username Attributes"], isAlone: true },
  keys: "Users",
  // The interface lists names and values of attributes, which are the columns of the import table.
  spelling: { ...AS_NAMED, read: withAttributes },
  user: {
    id: read("sub cognito:username", (user) => {
      return { fields: user.fields, name: user.isSet("sub") ? "sub" : "cognito:username" };
    }),
    email: "email",
    verified: read("email email_verified identities UserStatus", (user) => {
      const isProven = isProvenBy("email_verified", user);
      // Of a number the mark that is lost is counted with it.
      if (!isProven && user.isSet("email") && user.writtenFlag("email_verified") === true) user.leaveOut(OF_CUSTOMER);
      return isProven;
    }),
    phone: {
      at: "phone_number",
      verified: read("phone_number_verified identities UserStatus", (user) =>
        isProvenBy("phone_number_verified", user),
      ),
    },
    // Among the columns of the profile, where it stays.
    userName: read("", ({ fields }) => ({ fields, name: "preferred_username" })),
  },
  idField: "Username",
  rules: [
    hold("disabled", no("Enabled")),
    // States in which no user logs in with a password of their own.
    holdIn("UserStatus", {
      ...{ UNCONFIRMED: "unconfirmed", FORCE_CHANGE_PASSWORD: "invited" },
      ...{ ARCHIVED: "deleted", COMPROMISED: "disabled" },
    }),
    read("UserStatus", notePassword),
    read("Attributes", noteOtherAttributes),
    read("UserMFASettingList MFAOptions PreferredMfaSetting cognito:mfa_enabled", noteFactors),
  ],
  lists: [{ list: "identities", login: { provider: "providerName", userId: "userId", field: "identities" } }],
  alsoRead: "Username",
  joined: "UserCreateDate",
  // The standard claims of OpenID Connect, which every pool has as columns.
  notCarried: `name given_name family_name middle_name nickname preferred_username profile picture website gender
    birthdate zoneinfo locale address updated_at UserLastModifiedDate`,
  likeness: { sure: ["cognito:username", "Username Attributes"] },
});

/**
 * A server for SAML or OpenID Connect may be of a customer's, and says any address, number and mark: the pool takes them over at
 * each login there, also of a user who has a password beside.
 */
function isProvenBy(mark: string, user: Row): boolean {
  if (user.writtenFlag(mark) !== true) return false;
  const identities = listWritten(user.fields, "identities", user.findings).filter(isFields);
  if (identities.length === 0) return user.own("UserStatus") !== "EXTERNAL_PROVIDER";
  return !identities.some(
    ({ providerType, providerName }) =>
      /^(?:SAML|OIDC)$/i.test(String(providerType)) && !isOfCaller(String(providerName), user.context),
  );
}

function attributesOf({ Attributes: attributes }: Fields): readonly Fields[] {
  return Array.isArray(attributes) ? attributes.filter(isFields) : [];
}

function withAttributes(record: Fields, names: readonly string[]): Fields {
  if (!Object.hasOwn(record, "Attributes")) return record;
  const user: Record<string, unknown> = { ...record, "cognito:username": ownField(record, "Username") };
  for (const { Name: name, Value: value } of attributesOf(record)) {
    if (typeof name === "string" && names.includes(name)) user[name] = value;
  }
  return user;
}

function noteOtherAttributes(user: Row): boolean {
  user.list("Attributes");
  keepLanguage(user.findings, Object.fromEntries(attributesOf(user.fields).map(({ Name, Value }) => [Name, Value])));
  const isOther = ({ Name: name }: Fields) => typeof name === "string" && !user.has(name);
  const hasOthers = attributesOf(user.fields).some(isOther);
  if (hasOthers) user.leaveOut("Attributes");
  return hasOthers;
}

/** Of an app, by SMS or by e-mail, each once; MFAOptions is older than the others, and lists SMS alone. */
function noteFactors(user: Row): boolean {
  const listed = [...user.list("UserMFASettingList"), user.text("PreferredMfaSetting")];
  const bySms = user.list("MFAOptions").length > 0 ? ["SMS_MFA"] : [];
  const named = new Set([...listed, ...bySms].filter((name) => typeof name === "string" && name !== ""));
  if (named.size === 0 && user.writtenFlag("cognito:mfa_enabled") === true) named.add("cognito:mfa_enabled");
  for (const name of named) user.factorNotCarried(String(name));
  return named.size > 0;
}

/** A user of an external provider has no password; all others have one, of which Cognito gives no hash. */
function notePassword(user: Row): boolean {
  if (user.text("UserStatus") === "EXTERNAL_PROVIDER") return false;
  const { findings, fields, context } = user;
  const isVerified = user.writtenFlag("phone_number_verified") === true;
  const hasPhone = isVerified && context.phoneNumber(user.text("phone_number") ?? "") !== undefined;
  const hasOtherLogin = hasPhone || listWritten(fields, "identities", findings).length > 0;
  const message = "an export of Cognito has no hash of the user's password, and they must set a new one";
  findings[hasOtherLogin ? "warn" : "fault"]("user/password-not-exported", message, "cognito:username");
  return true;
}
