import type { UserDraft } from "../assemble-user.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isSetField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import { decryptedSecret, secondFactor } from "../fields/second-factor.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { tableName } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

/** Columns in which applications with Socialite keep a user's ID at a provider. */
const PROVIDERS = [
  ...["google", "facebook", "github", "twitter", "linkedin", "apple", "gitlab", "bitbucket", "microsoft"],
  ...["discord", "azure", "slack"],
];

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "email_verified_at", "password", "username", "phone", "phone_verified_at"],
    ...["two_factor_secret", "two_factor_confirmed_at", "deleted_at", "banned_at", "is_active", "active"],
    ...["provider", "provider_name", "provider_id", ...PROVIDERS.map((name) => `${name}_id`)],
  ]),
  notCarried: new Set([
    ...[
      "name",
      "first_name",
      "last_name",
      "current_team_id",
      "profile_photo_path",
      "avatar",
      "role",
      "role_id",
    ],
    ...["created_at", "updated_at", "last_login_at", "locale", "timezone", "settings"],
  ]),
  secrets: new Set([
    ...[
      "remember_token",
      "two_factor_recovery_codes",
      "api_token",
      "provider_token",
      "provider_refresh_token",
    ],
    ...["google_token", "google_refresh_token", "github_token", "github_refresh_token", "facebook_token"],
    ...["stripe_id", "pm_type", "pm_last_four"],
  ]),
};

/** What the tables of packages and tutorials call the user's ID at the provider. */
const LOGIN_IDS = ["provider_user_id", "provider_id", "social_id", "provider_uid"] as const;

const LOGIN: FieldTable = {
  list: "social_accounts",
  read: new Set(["id", "user_id", "provider", "provider_name", "email", ...LOGIN_IDS]),
  notCarried: new Set([
    "name",
    "nickname",
    "avatar",
    "avatar_path",
    "telephone",
    "created_at",
    "updated_at",
    "expires_at",
  ]),
  secrets: new Set(["token", "secret", "refresh_token", "access_token", "provider_token"]),
};

const LOGIN_TABLES = [
  ...["social_accounts", "socialite_users", "connected_accounts", "linked_social_accounts", "social_logins"],
  ...["user_social_accounts", "user_providers"],
];

const KINDS: readonly RowKind[] = [
  ...LOGIN_IDS.flatMap((id) =>
    ["provider", "provider_name"].map((provider) =>
      partKind("logins", LOGIN_TABLES, [["user_id", provider, id]]),
    ),
  ),
  { tables: ["users"], columns: [["email", "password"]], key: ["id"] },
];

/**
 * A Laravel application's table `users`, with Fortify's and Jetstream's second factors and Socialite's logins.
 *
 * @see https://github.com/laravel/laravel — database/migrations
 * @see https://github.com/laravel/fortify — database/migrations, src/TwoFactorAuthenticatable.php
 */
export const LARAVEL: Source = {
  name: "laravel",
  title: "Laravel",
  howToExport: fromMysqlOrPostgres(
    ["users", ["social_accounts", "social logins"]],
    "The application names its table of social logins. Second factors are encrypted under APP_KEY of .env: write it into a file for --decrypt-key-file.",
  ),
  origin: "laravel",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_login_at"],
  fields: [USER, LOGIN],
  otherFields: "counted",
  encryption: ["laravel"],
  detect,
  toUser: readUser,
};

function detect(records: readonly Fields[], table?: string) {
  // In a dump the logins come before the users.
  if (LOGIN_TABLES.includes(tableName(table) ?? "")) return "possible";
  if (!mostHave(records, "password", "remember_token")) return "no";
  const isOwn = mostHave(records, "email_verified_at") || mostHave(records, "two_factor_recovery_codes");
  return isOwn ? "sure" : "possible";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (isSetField(record, "deleted_at")) context.holdBack("deleted", "deleted_at");
  if (isSetField(record, "banned_at")) context.holdBack("banned", "banned_at");
  for (const field of ["is_active", "active"]) {
    if (writtenFlagField(record, field, findings) === false) context.holdBack("disabled", field);
  }
  const isVerified = isSetField(record, "email_verified_at");
  const emails = contactsOf(emailField(record, "email", findings), isVerified);
  const hash = textField(record, "password", findings);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: readPhone(record, context),
    userName: textField(record, "username", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: readLogins(record, emails, context),
    totp: readFactor(record, context),
  };
}

/** A number is a login where it was verified; elsewhere it is a way to reach somebody. */
function readPhone(record: Fields, context: RecordContext): readonly Contact[] {
  if (isSetField(record, "phone_verified_at"))
    return contactsOf(phoneNumberField(record, "phone", context), true);
  if (isSetField(record, "phone")) context.findings.leaveOut("phone");
  return [];
}

function readLogins(
  record: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const named = PROVIDERS.flatMap((provider) => {
    const field = `${provider}_id`;
    const userId = idField(record, field, findings);
    return userId === undefined
      ? []
      : loginOf({ provider, userId, email: undefined, field }, emails, context);
  });
  const provider = textField(record, "provider", findings) ?? textField(record, "provider_name", findings);
  const userId = idField(record, "provider_id", findings);
  const own =
    provider === undefined && userId === undefined
      ? []
      : loginOf({ provider, userId, email: undefined, field: "provider_id" }, emails, context);
  return [...named, ...own, ...context.parts("logins").flatMap((row) => readLogin(row, emails, context))];
}

function readLogin(
  row: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  noteFieldsLeftOut(row, LOGIN, findings);
  const column = LOGIN_IDS.find((name) => isSetField(row, name)) ?? "provider_id";
  return loginOf(
    {
      provider: textField(row, "provider", findings) ?? textField(row, "provider_name", findings),
      userId: idField(row, column, findings),
      email: emailField(row, "email", findings),
      field: "social_accounts",
    },
    emails,
    context,
  );
}

/** Before the column of the confirmation there was none: Fortify asked for codes at once. */
function readFactor(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const field = "two_factor_secret";
  const text = textField(record, field, context.findings);
  if (text === undefined) return [];
  const hasColumn = Object.hasOwn(record, "two_factor_confirmed_at");
  const isConfirmed = !hasColumn || isSetField(record, "two_factor_confirmed_at");
  if (!isConfirmed) return secondFactor({ field, secret: "", encoding: "base32", isConfirmed }, context);
  const secret = decryptedSecret({ system: "laravel", text }, field, context);
  return secret === undefined ? [] : secondFactor({ field, secret, encoding: "base32" }, context);
}
