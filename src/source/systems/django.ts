import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { contactsOf, eachOnce, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isFields,
  jsonTextField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { djangoDump } from "../readers/django-dump.js";
import { tableName, tableReaders } from "../readers/table-readers.js";
import type { RecordContext, RecordRole, Source } from "../source.js";
import { partKind, type RowKind, rolesOf } from "../table-rows.js";
import { readTotpDevice, TOTP_DEVICE } from "./shared-django-otp.js";

const USER: FieldTable = {
  read: new Set(["id", "model", "email", "username", "password", "is_active"]),
  notCarried: new Set([
    ...["first_name", "last_name", "is_staff", "is_superuser", "last_login", "date_joined"],
    ...["groups", "user_permissions"],
  ]),
};

const EMAIL: FieldTable = {
  list: "account_emailaddress",
  read: new Set(["id", "model", "user", "user_id", "email", "verified", "primary"]),
  notCarried: new Set(),
};

const LOGIN: FieldTable = {
  list: "socialaccount",
  read: new Set(["id", "model", "user", "user_id", "provider", "uid", "extra_data"]),
  notCarried: new Set(["last_login", "date_joined", "created", "modified"]),
};

const OWNER = ["user_id", "user"] as const;

/** The tables of Django, django-allauth, django-otp, django-two-factor-auth and Python Social Auth. */
const KINDS: readonly RowKind[] = [
  partKind("totp", ["otp_totp_totpdevice"], [["key", "step", "t0"]], ...OWNER),
  partKind("emails", ["account_emailaddress"], [["email", "verified", "primary"]], ...OWNER),
  partKind("logins", ["socialaccount_socialaccount"], [["provider", "uid", "extra_data"]], ...OWNER),
  partKind("logins", ["social_auth_usersocialauth"], [], ...OWNER),
  partKind("authenticators", ["mfa_authenticator"], [["type", "data"]], ...OWNER),
  partKind("devices", ["two_factor_phonedevice"], [["number", "key", "method"]], ...OWNER),
  partKind("devices", ["otp_email_emaildevice", "otp_webauthn_webauthncredential"], [], ...OWNER),
  partKind("recovery", ["otp_static_staticdevice"], [], ...OWNER),
  { tables: ["auth_user", "*_user"], columns: [["password", "last_login"]], key: ["id"] },
];

const ROLES = rolesOf(KINDS);

/** What projects usually call the table of a user model of their own. */
const OWN_USER_TABLES = [
  ...["users_user", "users_customuser", "accounts_user", "accounts_customuser", "accounts_account"],
  ...["account_user", "account_customuser", "core_user", "user_user", "authentication_user", "app_user"],
  ...["users_customeruser", "profiles_user", "members_member", "custom_user", "users", "myapp_user"],
];

/**
 * Django: `manage.py dumpdata`, or the tables `auth_user` (or of a user model of one's own), `account_emailaddress`,
 * `socialaccount_socialaccount` and `otp_totp_totpdevice`.
 *
 * @see https://docs.djangoproject.com/en/stable/ref/contrib/auth/
 * @see https://github.com/pennersr/django-allauth — account, socialaccount and mfa models
 * @see https://github.com/django-otp/django-otp — plugins/otp_totp/models.py
 */
export const DJANGO: Source = {
  name: "django",
  title: "Django",
  howToExport: howTo(
    [
      "python manage.py dumpdata auth.user > django.json",
      "# Add the models of installed apps: dumpdata stops at one that is missing, and the logins of others are lost.",
      "# allauth: account.emailaddress socialaccount.socialaccount mfa.authenticator; django-otp: otp_totp.totpdevice",
    ],
    "Least privileges: settings whose database role has SELECT on these models' tables alone. Name a user model of your own in the place of auth.user, and do not give --natural-foreign and --natural-primary: they leave out the IDs.",
  ),
  origin: "django",
  readers: djangoReaders(),
  idField: "id",
  joinedFields: ["date_joined"],
  lastLoginFields: ["last_login"],
  fields: [USER, EMAIL, LOGIN, TOTP_DEVICE],
  otherFields: "counted",
  detect,
  roleOf,
  toUser: readUser,
};

function djangoReaders(): Source["readers"] {
  const tables = [...KINDS.flatMap((one) => one.tables), ...OWN_USER_TABLES];
  const told = KINDS.flatMap(({ columns }) => columns);
  const [first, ...others] = tableReaders({
    tables,
    required: [...told, ["id", "password"], ["model", "fields"]],
  });
  return [djangoDump(first), ...others.map(djangoDump)];
}

/** A dumped model's table, as Django names it. */
function tableOf(record: Fields, table: string | undefined): string | undefined {
  const { model } = record;
  return typeof model === "string" && Object.hasOwn(record, "model") ? model.replace(".", "_") : table;
}

function roleOf(record: Fields, { table }: { readonly table?: string | undefined }): RecordRole {
  const name = tableOf(record, table);
  // Models of other things have no password; a user model of one's own has the two columns of every such one.
  return ROLES(record, name) ?? { role: record.model === undefined ? "user" : "other" };
}

function detect(records: readonly Fields[], table?: string) {
  const models = records.filter(({ model }) => typeof model === "string" && /^\w+\.\w+$/.test(model));
  if (models.length * 2 > records.length) return "sure";
  const name = tableName(table);
  // Others have a table auth_user too: Django's has passwords.
  const isOwnTable =
    name === "auth_user"
      ? mostHave(records, "password")
      : name !== undefined && KINDS.some(({ tables }) => tables.includes(name));
  if (isOwnTable || mostHave(records, "key", "t0", "tolerance", "drift")) return "sure";
  if (mostHave(records, "password_salt")) return "no";
  return mostHave(records, "password", "last_login", "is_superuser") ? "sure" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "is_active", findings) === false) context.holdBack("disabled", "is_active");
  const externalUserId = userIdField(record, "id", findings);
  const emails = readEmails(record, context);
  const hash = textField(record, "password", findings);
  if (context.parts("recovery").length > 0) findings.leaveOut("recovery codes");
  return {
    externalUserId,
    emails,
    phoneNumbers: [],
    userName: textField(record, "username", findings),
    // An exclamation mark begins what set_unusable_password() writes.
    password: hash === undefined || hash.startsWith("!") ? undefined : context.password(hash),
    thirdParty: readLogins(emails, context),
    totp: readFactors(context),
  };
}

/** The user's own address, and those of django-allauth, which alone says what is verified. */
function readEmails(record: Fields, context: RecordContext): readonly Contact[] {
  const { findings } = context;
  const own = emailField(record, "email", findings);
  const rows = context.parts("emails").map((row) => {
    noteFieldsLeftOut(row, EMAIL, findings);
    const isPrimary = writtenFlagField(row, "primary", findings) === true;
    const isVerified = writtenFlagField(row, "verified", findings) === true;
    return { isPrimary, all: contactsOf(emailField(row, "email", findings), isVerified) };
  });
  const primary = rows.filter(({ isPrimary }) => isPrimary).flatMap(({ all }) => all);
  return eachOnce([...contactsOf(own), ...primary, ...rows.flatMap(({ all }) => all)]);
}

function readLogins(emails: readonly Contact[], context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return context.parts("logins").flatMap((row) => {
    noteFieldsLeftOut(row, LOGIN, findings);
    const provider = textField(row, "provider", findings);
    const userId = idField(row, "uid", findings);
    if (userId?.includes("@") === true && provider?.startsWith("google") === true) {
      // Python Social Auth keeps the address without USE_UNIQUE_USER_ID; Google's ID is a number.
      const message = "the social login has the user's address where their ID at the provider should be";
      findings.problems.push(problem("user/third-party-incomplete", message, { field: "socialaccount.uid" }));
      return [];
    }
    const data = jsonTextField(row, "extra_data", findings);
    const email = isFields(data) ? emailField(data, "email", findings) : undefined;
    return loginOf({ provider, userId, email, field: "socialaccount" }, emails, context);
  });
}

function readFactors(context: RecordContext): readonly TotpEnrolment[] {
  if (context.parts("devices").length > 0) secondFactorNotCarried("devices", context);
  return [
    ...context.parts("totp").flatMap((row) => readTotpDevice(row, context)),
    ...context.parts("authenticators").flatMap((row) => readAuthenticator(row, context)),
  ];
}

/** A row of allauth.mfa: a time-based factor is there once it was confirmed. */
function readAuthenticator(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const type = textField(row, "type", findings);
  const field = "mfa_authenticator";
  if (type === "recovery_codes") findings.leaveOut("recovery codes");
  else if (type !== "totp") secondFactorNotCarried(field, context);
  if (type !== "totp") return [];
  const data = jsonTextField(row, "data", findings);
  const secret = isFields(data) ? textField(data, "secret", findings) : undefined;
  return secondFactor({ field, secret: secret ?? "", encoding: "base32" }, context);
}
