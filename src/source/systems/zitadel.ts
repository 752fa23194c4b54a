import { words } from "../../lib/words.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, notePlainPassword, statedBy } from "../fields/composed-hash.js";
import { confirmedPhoneNumber, contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  flagField,
  isFields,
  listField,
  objectField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import { jsonDocument } from "../readers/json-document.js";
import type { NamedSource, RecordContext } from "../source.js";
import { mostHave } from "../system/system.js";

const RECORD: FieldTable = { read: new Set(["userId", "user"]), notCarried: new Set() };

const USER: FieldTable = {
  list: "user",
  read: new Set(words("userName email phone hashedPassword password otpCode idps passwordChangeRequired")),
  notCarried: new Set(words("profile requestPasswordlessRegistration")),
};

const PROVIDER: FieldTable = {
  list: "user.idps",
  read: new Set(words("configId externalUserId")),
  notCarried: new Set(words("displayName")),
};

/**
 * The human users of Zitadel's bulk format: of every organisation.
 *
 * @see https://github.com/zitadel/zitadel — docs/docs/guides/migrate/users.md
 */
export const ZITADEL: NamedSource<"zitadel"> = {
  name: "zitadel",
  title: "Zitadel",
  howToExport: [
    `curl -X POST -H "Authorization: Bearer <token>" -d '{"with_passwords":true,"with_otp":true}' https://<domain>/admin/v1/export > users.json`,
    "",
    "Least privileges: the interface asks for an instance owner, so make a service account for this one export and delete",
    "it afterwards. Passkeys and machine keys are left out.",
  ].join("\n"),
  origin: "zitadel",
  readers: [
    jsonDocument({
      keys: ["humanUsers"],
      paths: [
        ["data_orgs", "orgs", "*", "humanUsers"],
        ["dataOrgs", "orgs", "*", "humanUsers"],
        ["orgs", "*", "humanUsers"],
      ],
      firstKey: "userId",
      withoutList: "the file has no organisation with humanUsers",
    }),
  ],
  idField: "userId",
  fields: [RECORD, USER, PROVIDER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "userId", "user") ? "sure" : "no"),
  toUser: readHumanUser,
};

function readHumanUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "userId", findings);
  const user = objectField(record, "user", findings) ?? {};
  noteFieldsLeftOut(user, USER, findings);
  const emails = readEmail(objectField(user, "email", findings) ?? {}, context);
  const userName = textField(user, "userName", findings);
  noteFactor(user, context);
  return {
    externalUserId,
    emails,
    phoneNumbers: readPhone(objectField(user, "phone", findings) ?? {}, context),
    ...(userName === emails[0]?.value ? {} : { userName }),
    password: readHash(user, context),
    thirdParty: readProviders(user, emails, context),
    totp: [],
  };
}

function readEmail(fields: Fields, { findings }: RecordContext): readonly Contact[] {
  return contactsOf(emailField(fields, "email", findings), flagField(fields, "isEmailVerified", findings));
}

function readPhone(fields: Fields, context: RecordContext): readonly Contact[] {
  const isVerified = flagField(fields, "isPhoneVerified", context.findings);
  return confirmedPhoneNumber(fields, "phone", isVerified, context);
}

function readHash(user: Fields, context: RecordContext) {
  const { findings } = context;
  const hashed = objectField(user, "hashedPassword", findings);
  if (flagField(user, "passwordChangeRequired", findings)) context.mustReset("user.passwordChangeRequired");
  const text = hashed === undefined ? undefined : textField(hashed, "value", findings);
  if (hashed !== undefined && text !== undefined) {
    const stated = statedBy(ALGORITHMS, textField(hashed, "algorithm", findings)) ?? {};
    return context.password(() => asStated(text, stated, "user.hashedPassword", context));
  }
  if (textField(user, "password", findings) === undefined) return undefined;
  return notePlainPassword("user.password", findings);
}

/** What its documentation calls those that the service verifies; others are read by the text alone. */
const ALGORITHMS = { argon2i: ["argon2i"], argon2id: ["argon2id"], bcrypt: ["bcrypt"] };

/** Zitadel does not say how the secret is written. */
function noteFactor(user: Fields, { findings }: RecordContext): void {
  if (textField(user, "otpCode", findings) === undefined) return;
  const message = "the second factor's secret is in an encoding that Zitadel does not document";
  findings.warn("user/second-factor-not-carried", message, "user.otpCode");
}

function readProviders(
  user: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return listField(user, "idps", findings).flatMap((entry) => {
    const link = isFields(entry) ? entry : {};
    noteFieldsLeftOut(link, PROVIDER, findings);
    const provider = textField(link, "configId", findings);
    const userId = textField(link, "externalUserId", findings);
    return loginOf({ provider, userId, email: undefined, field: "user.idps" }, emails, context);
  });
}
