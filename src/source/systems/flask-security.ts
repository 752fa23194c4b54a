import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isFields,
  isSetField,
  jsonTextField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...[
      "id",
      "email",
      "username",
      "password",
      "active",
      "confirmed_at",
      "tf_primary_method",
      "tf_totp_secret",
    ],
  ]),
  notCarried: new Set([
    ...[
      "last_login_at",
      "current_login_at",
      "last_login_ip",
      "current_login_ip",
      "login_count",
      "create_datetime",
    ],
    ...[
      "update_datetime",
      "tf_phone_number",
      "us_phone_number",
      "first_name",
      "last_name",
      "password_set_at",
    ],
  ]),
  secrets: new Set([
    "fs_uniquifier",
    "fs_token_uniquifier",
    "fs_webauthn_user_handle",
    "us_totp_secrets",
    "mf_recovery_codes",
  ]),
};

const KINDS: readonly RowKind[] = [
  partKind("webauthn", ["webauthn", "web_authn"], [["credential_id", "public_key", "user_id"]]),
  { tables: ["user", "users"], columns: [["email", "password"]], key: ["id"] },
];

/**
 * The table of users of a Flask application with Flask-Security. Its hashes are over an HMAC of the password under
 * SECURITY_PASSWORD_SALT.
 *
 * @see https://github.com/pallets-eco/flask-security — flask_security/models/fsqla_v3.py, totp.py
 */
export const FLASK_SECURITY: Source = {
  name: "flask-security",
  title: "Flask-Security",
  howToExport: fromPostgresOrMysql(
    ["user"],
    "Where SECURITY_PASSWORD_SALT is set, give it to the fallback as the pepper.",
  ),
  origin: "flask-security",
  ...rowsOf(KINDS),
  idField: "id",
  lastLoginFields: ["current_login_at", "last_login_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "fs_uniquifier") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "active", findings) === false) context.holdBack("disabled", "active");
  const emails = contactsOf(emailField(record, "email", findings), isSetField(record, "confirmed_at"));
  const hash = textField(record, "password", findings);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    userName: textField(record, "username", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: [],
    totp: readFactor(record, context),
  };
}

/** passlib's JSON: with `key` where the application sets no SECURITY_TOTP_SECRETS, else encrypted. */
function readFactor(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "tf_totp_secret";
  if (context.parts("webauthn").length > 0) secondFactorNotCarried("webauthn", context);
  const method = textField(record, "tf_primary_method", findings);
  if (method === undefined) return [];
  const data = method === "authenticator" ? jsonTextField(record, field, findings) : undefined;
  const key = isFields(data) ? textField(data, "key", findings) : undefined;
  if (key === undefined || !isFields(data)) {
    secondFactorNotCarried("tf_primary_method", context);
    return [];
  }
  const { digits, alg: algorithm, period } = data;
  return secondFactor(
    {
      field,
      secret: key,
      encoding: "base32",
      digits,
      algorithm,
      ...(typeof period === "number" ? { period } : {}),
    },
    context,
  );
}
