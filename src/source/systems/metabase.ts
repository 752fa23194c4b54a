import type { UserDraft } from "../assemble-user.js";
import { composedHash } from "../fields/composed-hash.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import { emailField, type Fields, textField, userIdField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { fromPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    "id",
    "email",
    "password",
    "password_salt",
    "is_active",
    "google_auth",
    "sso_source",
    "type",
  ]),
  notCarried: new Set([
    ...["first_name", "last_name", "date_joined", "last_login", "is_superuser", "is_qbnewb", "ldap_auth"],
    ...[
      "login_attributes",
      "updated_at",
      "locale",
      "is_datasetnewb",
      "settings",
      "entity_id",
      "deactivated_at",
    ],
    ...["jwt_attributes", "tenant_id"],
  ]),
  secrets: new Set(["reset_token", "reset_triggered"]),
};

const KINDS: readonly RowKind[] = [
  { tables: ["core_user"], columns: [["password", "password_salt"]], key: ["id"] },
];

/** Accounts of Metabase itself and of API keys are of other types. */
const PERSONAL = "personal";

/**
 * Metabase's table `core_user`. Its bcrypt is over the column `password_salt` and the password, so it is verified at
 * login only.
 *
 * @see https://github.com/metabase/metabase — src/metabase/users/models/user.clj, src/metabase/util/password.clj
 */
export const METABASE: Source = {
  name: "metabase",
  title: "Metabase",
  howToExport: fromPostgres(
    ["core_user"],
    "Every hash is for the login-time fallback: it is over password_salt and the password.",
  ),
  origin: "metabase",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["date_joined"],
  lastLoginFields: ["last_login"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "password_salt", "is_superuser", "is_active") ? "sure" : "no"),
  toUser: readUser,
};

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  if (textField(record, "password", context.findings) === undefined) return undefined;
  return context.password(() => composedHash("metabase", record, context.findings));
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "is_active", findings) === false) context.holdBack("disabled", "is_active");
  if ((textField(record, "type", findings) ?? PERSONAL) !== PERSONAL) context.holdBack("disabled", "type");
  const emails = contactsOf(emailField(record, "email", findings));
  const isGoogle = writtenFlagField(record, "google_auth", findings) === true;
  const provider = textField(record, "sso_source", findings) ?? (isGoogle ? "google" : undefined);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    // Those who log in elsewhere have a password that nobody knows; Metabase finds them by their address.
    password: provider === undefined ? readPassword(record, context) : undefined,
    thirdParty:
      provider === undefined
        ? []
        : loginOf({ provider, userId: undefined, email: undefined, field: "sso_source" }, emails, context),
    totp: [],
  };
}
