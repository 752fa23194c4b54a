import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isFields,
  isSetField,
  listField,
  objectField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { socialLogin } from "../fields/social-login.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set([
    ...["uuid", "email", "emailVerified", "mobileNumber", "mobileNumberVerified", "password", "profiles"],
    "deactivateAccount",
  ]),
  notCarried: new Set([
    ...[
      "id",
      "accountDataRequestTime",
      "accountDeleteRequestTime",
      "birthday",
      "clients",
      "consents",
      "created",
    ],
    ...["display", "displayName", "externalId", "familyName", "fullName", "gender", "givenName", "lastLogin"],
    ...["lastUpdated", "legalAcceptances", "middleName", "photos", "primaryAddress", "roles", "statuses"],
    ...["aboutMe", "currentLocation", "lastUsedDevice", "testerFlag", "optIn"],
  ]),
};

const PROFILE: FieldTable = {
  list: "profiles",
  read: new Set(["domain", "identifier", "verifiedEmail"]),
  notCarried: new Set(["id", "friends", "followers", "following", "profile", "provider", "remote_key"]),
  secrets: new Set(["accessCredentials"]),
};

/**
 * Records that Akamai Identity Cloud's `entity.find` gives.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — akamai/exampleData
 */
export const AKAMAI: Source = {
  name: "akamai",
  title: "Akamai Identity Cloud",
  howToExport: howTo(
    [
      'curl --user "CLIENT_ID:CLIENT_SECRET" https://HOST/entity.find \\',
      "  --data type_name=user --data max_results=1000 > users.json",
    ],
    "Least privileges: a client of the application with the feature direct_read_access alone. For more users than one answer takes, ask again with first_result, and put the lists together.",
  ),
  origin: "akamai",
  readers: tableReaders({ tables: [], required: [["uuid", "email", "emailVerified"]] }),
  idField: "uuid",
  joinedFields: ["created"],
  lastLoginFields: ["lastLogin"],
  fields: [USER, PROFILE],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "uuid", "emailVerified", "deactivateAccount") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "uuid", findings);
  if (isSetField(record, "deactivateAccount")) context.holdBack("disabled", "deactivateAccount");
  const emails = contactsOf(emailField(record, "email", findings), isSetField(record, "emailVerified"));
  const isConfirmed = isSetField(record, "mobileNumberVerified");
  return {
    externalUserId,
    emails,
    phoneNumbers: confirmedPhoneNumber(record, "mobileNumber", isConfirmed, context),
    password: readHash(record, context),
    thirdParty: readProfiles(record, emails[0], context),
    totp: [],
  };
}

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const password = objectField(record, "password", findings);
  const text = password === undefined ? undefined : textField(password, "value", findings);
  if (password === undefined || text === undefined) return undefined;
  const type = textField(password, "type", findings) ?? "";
  if (type === "password-bcrypt") {
    return context.password(() => asStated(text, { is: ["bcrypt"] }, "password.type", context));
  }
  const name = /^[\w-]{1,40}$/.test(type) ? type : "that is not named";
  const message = `the hash is of the type ${name}, which credport does not read`;
  findings.problems.push(problem("user/hash-algorithm-unknown", message, { field: "password.type" }));
  return undefined;
}

function readProfiles(
  record: Fields,
  own: Contact | undefined,
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listField(record, "profiles", findings)
    .filter(isFields)
    .flatMap((profile) => {
      noteFieldsLeftOut(profile, PROFILE, findings);
      const verified = emailField({ email: profile.verifiedEmail }, "email", findings);
      const login = {
        provider: textField(profile, "domain", findings),
        userId: textField(profile, "identifier", findings),
        email: verified ?? own?.value,
        isVerified: verified !== undefined || own?.isVerified === true,
      };
      return socialLogin({ ...login, field: "profiles" }, context);
    });
}
