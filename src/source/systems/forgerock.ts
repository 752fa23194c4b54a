import type { UserDraft } from "../assemble-user.js";
import { noteMissingHash } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, isFields, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["_id", "userName", "mail", "telephoneNumber", "password", "accountStatus"]),
  notCarried: new Set([
    ...["_rev", "sn", "givenName", "cn", "description", "preferences", "postalAddress", "address2", "city"],
    ...["stateProvince", "postalCode", "country", "profileImage", "effectiveRoles", "effectiveAssignments"],
    ...["lastSync", "consentedMappings", "activeDate", "inactiveDate", "memberOfOrg", "memberOfOrgIDs"],
  ]),
  secrets: new Set(["kbaInfo", "passwordLastChangedTime"]),
};

/**
 * Managed users as ForgeRock (Ping) Identity Management lists them.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — forgerock/sample-files
 */
export const FORGEROCK: Source = {
  name: "forgerock",
  title: "ForgeRock",
  howToExport: howTo(
    [
      'curl -H "Authorization: Bearer $TOKEN" \\',
      '  "https://HOST/openidm/managed/user?_queryFilter=true&_fields=*" > users.json',
    ],
    "Least privileges: a role with the privilege to read managed users, password included; by default passwords are not readable, and such users are refused. Page with _pageSize and _pagedResultsCookie.",
  ),
  origin: "forgerock",
  readers: tableReaders({ tables: [], required: [["_id", "mail", "userName"]] }),
  idField: "_id",
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "_id", "_rev", "mail", "userName") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "_id", findings);
  const status = textField(record, "accountStatus", findings);
  if (status !== undefined && status !== "active") context.holdBack("disabled", "accountStatus");
  const email = emailField({ email: record.mail }, "email", findings);
  const userName = textField(record, "userName", findings);
  return {
    externalUserId,
    emails: contactsOf(email, false),
    phoneNumbers: confirmedPhoneNumber(record, "telephoneNumber", false, context),
    ...(userName === undefined || userName === email ? {} : { userName }),
    password: readHash(record, context),
    thirdParty: [],
    totp: [],
  };
}

/** Where passwords are encrypted in place of hashed, the export has an object with the cipher's text. */
function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  if (isFields(record.password)) {
    return noteMissingHash(
      "password",
      "the user's password is encrypted in the export, not hashed",
      findings,
    );
  }
  const text = textField(record, "password", findings);
  return text === undefined ? undefined : context.password(text);
}
