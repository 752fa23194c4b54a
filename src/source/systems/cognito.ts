import { words } from "../../lib/words.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { confirmedPhoneNumber, contactsOf, isOwnVerified } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  type Findings,
  isFields,
  listField,
  ownField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { listWritten } from "../fields/written-list.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

/** The standard claims of OpenID Connect, which every pool has as columns. */
const CLAIMS =
  words(`name given_name family_name middle_name nickname preferred_username profile picture website gender
    birthdate zoneinfo locale address updated_at`);

const USER: FieldTable = {
  read: new Set(
    words(`cognito:username cognito:mfa_enabled sub email email_verified phone_number phone_number_verified
      identities Username Attributes UserStatus Enabled UserMFASettingList PreferredMfaSetting MFAOptions`),
  ),
  notCarried: new Set([...CLAIMS, "UserCreateDate", "UserLastModifiedDate"]),
};

/**
 * The users that `aws cognito-idp list-users` lists, or rows in the form of the pool's import table, whose columns
 * are in an order of each pool's own. Cognito gives no hashes and no secrets.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-using-import-tool.html
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
export const COGNITO: Source = {
  name: "cognito",
  title: "AWS Cognito",
  howToExport: howTo(
    ["aws cognito-idp list-users --user-pool-id POOL > users.json"],
    "Least privileges: cognito-idp:ListUsers on the pool. Cognito gives no hashes and no secrets of second factors, whatever the rights are.",
  ),
  origin: "cognito",
  readers: tableReaders({
    tables: [],
    required: [["cognito:username"], ["Username", "Attributes"]],
    keys: ["Users"],
  }),
  idField: "Username",
  joinedFields: ["UserCreateDate"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isOwn = mostHave(records, "cognito:username") || mostHave(records, "Username", "Attributes");
    return isOwn ? "sure" : "no";
  },
  toUser: readUser,
};

/** States in which nobody logs in with a password of their own. */
const HELD_BACK: Readonly<Record<string, HoldReason>> = {
  UNCONFIRMED: "unconfirmed",
  FORCE_CHANGE_PASSWORD: "invited",
  ARCHIVED: "deleted",
  COMPROMISED: "disabled",
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const user = attributesOf(record, findings);
  const idField = ["sub", "cognito:username"].find((name) => textField(user, name, findings) !== undefined);
  holdBack(record, context);
  const email = emailField(user, "email", findings);
  const emails = contactsOf(email, writtenFlagField(user, "email_verified", findings) === true);
  const isConfirmed = writtenFlagField(user, "phone_number_verified", findings) === true;
  const phoneNumbers = confirmedPhoneNumber(user, "phone_number", isConfirmed, context);
  const thirdParty = readIdentities(user, emails[0], context);
  noteWhatCognitoKeeps(record, phoneNumbers.length > 0 || thirdParty.length > 0, context);
  const userName = textField(user, "preferred_username", findings);
  return {
    externalUserId: userIdField(user, idField ?? "cognito:username", findings),
    emails,
    phoneNumbers,
    ...(userName === undefined ? {} : { userName }),
    password: undefined,
    thirdParty,
    totp: [],
  };
}

/** The user as the import table has it: the interface lists names and values. */
function attributesOf(record: Fields, findings: Findings): Fields {
  if (!Object.hasOwn(record, "Attributes")) return record;
  const attributes = listField(record, "Attributes", findings).filter(isFields);
  const named = attributes.flatMap(({ Name, Value }) =>
    typeof Name === "string" ? [[Name, Value] as const] : [],
  );
  const known = named.filter(([name]) => USER.read.has(name));
  for (const [name] of named) if (!USER.read.has(name)) findings.leaveOut("Attributes");
  return { ...Object.fromEntries(known), "cognito:username": ownField(record, "Username") };
}

function holdBack(record: Fields, context: RecordContext): void {
  const { findings } = context;
  if (writtenFlagField(record, "Enabled", findings) === false) context.holdBack("disabled", "Enabled");
  const reason = HELD_BACK[textField(record, "UserStatus", findings) ?? ""];
  if (reason !== undefined) context.holdBack(reason, "UserStatus");
}

/** A user of an external provider has no password; everybody else does, and nobody gets it out. */
function noteWhatCognitoKeeps(record: Fields, hasOtherLogin: boolean, context: RecordContext): void {
  const { findings } = context;
  if (textField(record, "UserStatus", findings) !== "EXTERNAL_PROVIDER") {
    const message = "an export of Cognito has no hash of the user's password, and they must set a new one";
    const found = problem("user/password-not-exported", message, { field: "cognito:username" });
    (hasOtherLogin ? findings.warnings : findings.problems).push(found);
  }
  const isEnabled = writtenFlagField(record, "cognito:mfa_enabled", findings) === true;
  if (isEnabled) secondFactorNotCarried("cognito:mfa_enabled", context);
  // Of an app, by SMS or by e-mail; MFAOptions is older than the other two, and lists SMS alone.
  for (const name of ["UserMFASettingList", "MFAOptions"])
    if (listField(record, name, findings).length > 0) secondFactorNotCarried(name, context);
  const preferred = textField(record, "PreferredMfaSetting", findings);
  if (preferred !== undefined) secondFactorNotCarried("PreferredMfaSetting", context);
}

function readIdentities(
  user: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listWritten(user, "identities", findings)
    .filter(isFields)
    .flatMap((identity) => {
      const login = {
        provider: textField(identity, "providerName", findings),
        userId: textField(identity, "userId", findings),
        email: own?.value,
        isVerified: isOwnVerified(own?.value, own),
      };
      return socialLogin({ ...login, field: "identities" }, context);
    });
}
