import {
  type Fields,
  isFields,
  isSetField,
  listField,
  listWritten,
  ownField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import type { RecordContext } from "../source.js";
import { factorNotCarried, hold, holdIn } from "../system/rules.js";
import { AS_NAMED } from "../system/spelling.js";
import { from, howTo, system } from "../system/system.js";
import { tableReaders } from "../system/table-readers.js";
import { filled, no, yes } from "../system/tests.js";

/**
 * The users that `aws cognito-idp list-users` lists, or rows in the form of the pool's import table, whose columns
 * are in an order of each pool's own. Cognito gives no hashes and no secrets.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-using-import-tool.html
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
export const COGNITO = /* @__PURE__ */ system("cognito", {
  title: "AWS Cognito",
  howToExport: howTo(
    ["aws cognito-idp list-users --user-pool-id POOL > users.json"],
    "Least privileges: cognito-idp:ListUsers on the pool. Cognito gives no hashes and no secrets of second factors, whatever the rights are.",
  ),
  users: {
    readers: tableReaders({
      tables: [],
      required: [["cognito:username"], ["Username", "Attributes"]],
      keys: ["Users"],
    }),
  },
  // The interface lists names and values of attributes, which are the columns of the import table.
  spelling: { ...AS_NAMED, read: withAttributes },
  user: {
    id: from("sub cognito:username", (user) => {
      return { fields: user, name: isSetField(user, "sub") ? "sub" : "cognito:username" };
    }),
    email: "email",
    verified: yes("email_verified"),
    phone: { at: "phone_number", verified: yes("phone_number_verified") },
    // Among the columns of the profile, where it stays.
    userName: from("", (user) => ({ fields: user, name: "preferred_username" })),
  },
  idField: "Username",
  rules: [
    hold("disabled", no("Enabled")),
    // States in which nobody logs in with a password of their own.
    holdIn("UserStatus", {
      ...{ UNCONFIRMED: "unconfirmed", FORCE_CHANGE_PASSWORD: "invited" },
      ...{ ARCHIVED: "deleted", COMPROMISED: "disabled" },
    }),
    from("UserStatus", notePassword),
    from("Attributes", noteOtherAttributes),
    factorNotCarried(yes("cognito:mfa_enabled")),
    // Of an app, by SMS or by e-mail; MFAOptions is older than the other two, and lists SMS alone.
    factorNotCarried(hasEntries("UserMFASettingList")),
    factorNotCarried(hasEntries("MFAOptions")),
    factorNotCarried(filled("PreferredMfaSetting")),
  ],
  lists: [{ list: "identities", login: { provider: "providerName", userId: "userId", field: "identities" } }],
  alsoRead: "Username",
  joined: "UserCreateDate",
  // The standard claims of OpenID Connect, which every pool has as columns.
  notCarried: `name given_name family_name middle_name nickname preferred_username profile picture website gender
    birthdate zoneinfo locale address updated_at UserCreateDate UserLastModifiedDate`,
  likeness: { sure: ["cognito:username", "Username Attributes"] },
});

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

function noteOtherAttributes(user: Fields, { findings }: RecordContext): boolean {
  listField(user, "Attributes", findings);
  const isOther = ({ Name: name }: Fields) => typeof name === "string" && !Object.hasOwn(user, name);
  const hasOthers = attributesOf(user).some(isOther);
  if (hasOthers) findings.leaveOut("Attributes");
  return hasOthers;
}

function hasEntries(name: string) {
  return from(name, (user, { findings }) => listField(user, name, findings).length > 0);
}

/** A user of an external provider has no password; everybody else does, and Cognito gives it to no one. */
function notePassword(user: Fields, { findings, phoneNumber }: RecordContext): boolean {
  if (textField(user, "UserStatus", findings) === "EXTERNAL_PROVIDER") return false;
  const isVerified = writtenFlagField(user, "phone_number_verified", findings) === true;
  const hasPhone = isVerified && phoneNumber(textField(user, "phone_number", findings) ?? "") !== undefined;
  const hasOtherLogin = hasPhone || listWritten(user, "identities", findings).length > 0;
  const message = "an export of Cognito has no hash of the user's password, and they must set a new one";
  findings[hasOtherLogin ? "warn" : "fault"]("user/password-not-exported", message, "cognito:username");
  return true;
}
