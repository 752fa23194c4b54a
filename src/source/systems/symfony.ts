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
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor } from "../fields/second-factor.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import { asSpelt, spellings } from "./shared-letter-case.js";

/** Columns in which tutorials of KnpUOAuth2ClientBundle and HWIOAuthBundle keep a user's ID at a provider. */
const PROVIDERS = [
  "google",
  "facebook",
  "github",
  "twitter",
  "linkedin",
  "apple",
  "microsoft",
  "azure",
  "discord",
];

/** Columns of scheb/2fa's guides. */
const FACTORS = ["googleAuthenticatorSecret", "totpSecret", "totpAuthenticationSecret"] as const;

const COLUMNS = [
  ...["id", "email", "username", "password", "isVerified", "isActive", "enabled", "locked", "deletedAt"],
  ...FACTORS,
  ...PROVIDERS.map((name) => `${name}Id`),
];

const USER: FieldTable = {
  read: new Set(spellings(COLUMNS)),
  notCarried: new Set(
    spellings([
      ...[
        "roles",
        "firstName",
        "lastName",
        "name",
        "createdAt",
        "updatedAt",
        "lastLogin",
        "usernameCanonical",
      ],
      ...["emailCanonical", "passwordRequestedAt", "expired", "expiresAt", "credentialsExpired", "locale"],
    ]),
  ),
  secrets: new Set(
    spellings(["backupCodes", "authCode", "confirmationToken", "apiToken", "salt", "trustedVersion"]),
  ),
};

const KINDS: readonly RowKind[] = [
  {
    tables: ["user", "users", "app_user", "app_users", "fos_user", "fos_user_user", "security_user"],
    columns: [["password"]],
    key: ["id"],
  },
];

/**
 * The table of users of a Symfony application as `make:user` lays it out, of FOSUserBundle, and with scheb/2fa.
 *
 * @see https://symfony.com/doc/current/security.html
 * @see https://github.com/scheb/2fa — doc/providers
 */
export const SYMFONY: Source = {
  name: "symfony",
  title: "Symfony",
  howToExport: fromMysqlOrPostgres(
    ["user"],
    "The entity names its table: user, users, app_user or fos_user.",
  ),
  origin: "symfony",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["createdAt"],
  lastLoginFields: ["lastLogin"],
  rolesField: "roles",
  fields: [USER],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

/** Roles as JSON or as PHP serialises them: their names begin with `ROLE_`. */
function detect(records: readonly Fields[]) {
  if (!mostHave(records, "password", "roles")) return "no";
  const lists = records.map(({ roles }) => (typeof roles === "string" ? roles : JSON.stringify(roles)));
  if (lists.some((list) => /"ROLE_[A-Z_]+"/.test(list))) return "sure";
  return lists.some((list) => /^(?:\[|\{|a:\d)/.test(list)) ? "possible" : "no";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const row = asSpelt(record, COLUMNS);
  if (isSetField(row, "deletedAt")) context.holdBack("deleted", "deletedAt");
  for (const field of ["isActive", "enabled"]) {
    if (writtenFlagField(row, field, findings) === false) context.holdBack("disabled", field);
  }
  if (writtenFlagField(row, "locked", findings) === true) context.holdBack("disabled", "locked");
  const isVerified = writtenFlagField(row, "isVerified", findings) === true;
  const emails = contactsOf(emailField(row, "email", findings), isVerified);
  const hash = textField(row, "password", findings);
  const name = textField(row, "username", findings);
  return {
    externalUserId: userIdField(row, "id", findings),
    emails,
    phoneNumbers: [],
    userName: name === emails[0]?.value ? undefined : name,
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: readLogins(row, emails, context),
    // scheb/2fa asks for codes as soon as there is a secret.
    totp: FACTORS.flatMap((field) => {
      const secret = textField(row, field, findings);
      return secret === undefined ? [] : secondFactor({ field, secret, encoding: "base32" }, context);
    }),
  };
}

function readLogins(
  row: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  return PROVIDERS.flatMap((provider) => {
    const field = `${provider}Id`;
    const userId = idField(row, field, context.findings);
    return userId === undefined
      ? []
      : loginOf({ provider, userId, email: undefined, field }, emails, context);
  });
}
