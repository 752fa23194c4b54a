import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import { tableReaders } from "../readers/table-readers.js";
import type { RecordContext, Source } from "../source.js";

const USER: FieldTable = {
  read: new Set(["id", "email", "password", "status", "provider", "external_identifier", "tfa_secret"]),
  notCarried: new Set([
    ...["first_name", "last_name", "location", "title", "description", "tags", "avatar", "language", "role"],
    ...[
      "last_access",
      "last_page",
      "email_notifications",
      "appearance",
      "theme_dark",
      "theme_light",
      "theme",
    ],
    ...["theme_light_overrides", "theme_dark_overrides", "text_direction", "policies"],
  ]),
  secrets: new Set(["token", "auth_data"]),
};

/**
 * The table `directus_users`.
 *
 * @see https://github.com/directus/directus — packages/system-data/src/fields/users.yaml
 */
export const DIRECTUS: Source = {
  name: "directus",
  title: "Directus",
  howToExport: fromPostgresOrMysql(["directus_users"]),
  origin: "directus",
  readers: tableReaders({ tables: ["directus_users"], required: [["id", "email", "tfa_secret"]] }),
  idField: "id",
  fields: [USER],
  otherFields: "counted",
  detect: (records, table) => {
    const isOwn = mostHave(records, "id", "external_identifier", "tfa_secret");
    return isOwn || table?.endsWith("directus_users") === true ? "sure" : "no";
  },
  toUser: readUser,
};

/** States in which nobody can log in. */
const HELD_BACK: Readonly<Record<string, HoldReason>> = {
  draft: "invited",
  invited: "invited",
  unverified: "unconfirmed",
  suspended: "disabled",
  archived: "deleted",
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const externalUserId = userIdField(record, "id", findings);
  const reason = HELD_BACK[textField(record, "status", findings) ?? ""];
  if (reason !== undefined) context.holdBack(reason, "status");
  const email = emailField(record, "email", findings);
  const hash = textField(record, "password", findings);
  const secret = textField(record, "tfa_secret", findings);
  const provider = textField(record, "provider", findings) ?? "default";
  const userId = textField(record, "external_identifier", findings);
  const login = { provider, userId, email, isVerified: false, field: "external_identifier" };
  return {
    externalUserId,
    emails: contactsOf(email, false),
    phoneNumbers: [],
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: provider === "default" ? [] : socialLogin(login, context),
    totp:
      secret === undefined ? [] : secondFactor({ field: "tfa_secret", secret, encoding: "base32" }, context),
  };
}
