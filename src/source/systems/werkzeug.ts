import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, ownField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { hasAll } from "../likeness.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

/** What applications call the columns, the usual name first. */
const NAMES = {
  id: ["id", "user_id", "uid"],
  email: ["email", "email_address", "mail"],
  userName: ["username", "user_name", "login"],
  hash: ["password_hash", "password", "pw_hash", "pwhash", "passwd", "hashed_password"],
  active: ["is_active", "active", "enabled", "is_enabled"],
  confirmed: [
    "confirmed",
    "email_confirmed",
    "is_confirmed",
    "confirmed_at",
    "email_confirmed_at",
    "confirmed_on",
  ],
} as const;

const HOLDS = [
  ["deleted", "deleted_at"],
  ["deleted", "is_deleted"],
  ["banned", "banned"],
  ["banned", "is_banned"],
  ["disabled", "disabled"],
  ["disabled", "is_disabled"],
] as const;

/** Where such applications keep what pyotp made; none says in which form. */
const FACTORS = ["otp_secret", "totp_secret"] as const;

const USER: FieldTable = {
  read: new Set([...Object.values(NAMES).flat(), ...HOLDS.map(([, field]) => field), ...FACTORS]),
  notCarried: new Set([
    ...[
      "name",
      "first_name",
      "last_name",
      "fullname",
      "about_me",
      "bio",
      "location",
      "avatar",
      "avatar_hash",
    ],
    ...["role", "role_id", "is_admin", "admin", "created_at", "created_on", "updated_at", "changed_on"],
    ...["last_seen", "last_login", "member_since", "registered_on", "timezone", "locale", "login_count"],
    ...["fail_login_count", "created_by_fk", "changed_by_fk"],
  ]),
  secrets: new Set(["token", "token_expiration", "api_key"]),
};

/**
 * The table of users of a Flask application that hashes with Werkzeug: names of tables and columns are the
 * application's own, so the usual ones are read, and only the form of the hashes tells such a table.
 *
 * @see https://github.com/pallets/werkzeug — src/werkzeug/security.py
 * @see https://github.com/miguelgrinberg/flasky — app/models.py
 * @see https://github.com/dpgaspar/Flask-AppBuilder — flask_appbuilder/security/sqla/models.py
 */
export const WERKZEUG: Source = {
  name: "werkzeug",
  title: "Werkzeug (Flask)",
  howToExport: fromPostgresOrMysql(
    ["user"],
    "The application names its table: user, users, account or ab_user. Columns of other names than the usual ones: give --from table with a map whose hash.source is werkzeug. Every hash is for the login-time fallback.",
  ),
  origin: "werkzeug",
  ...rowsOf([
    {
      tables: ["user", "users", "account", "accounts", "member", "members", "ab_user"],
      columns: NAMES.hash.flatMap((hash) => NAMES.email.map((email) => [email, hash])),
      key: NAMES.id,
    },
  ]),
  idField: "id",
  joinedFields: ["created_at", "created_on", "member_since", "registered_on"],
  lastLoginFields: ["last_login", "last_seen"],
  fields: [USER],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

/** As `generate_password_hash` writes it: no other system has scrypt and pbkdf2 with colons between the parts. */
const HASH = /^(?:scrypt:[0-9]+:[0-9]+:[0-9]+|pbkdf2:[a-z0-9]+(?::[0-9]+)?)\$/;

/** Never surely: another system may keep hashes that came from such an application. */
function detect(records: readonly Fields[]): Likeness {
  const hashes = records
    .map((record) => ownField(record, nameIn(record, "hash")))
    .filter((hash): hash is string => typeof hash === "string" && hash !== "");
  return hashes.filter((hash) => HASH.test(hash)).length * 2 > hashes.length ? "possible" : "no";
}

/** The column that a row has of those with one meaning; the usual name where it has none. */
function nameIn(record: Fields, meaning: keyof typeof NAMES): string {
  const names: readonly string[] = NAMES[meaning];
  return names.find((name) => hasAll(record, [name])) ?? (names[0] as string);
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  for (const [reason, field] of HOLDS) if (isSetField(record, field)) holdBack(reason, field);
  const active = nameIn(record, "active");
  if (writtenFlagField(record, active, findings) === false) holdBack("disabled", active);
  for (const field of FACTORS) if (isSetField(record, field)) secondFactorNotCarried(field, context);
  const columns = {
    id: nameIn(record, "id"),
    email: nameIn(record, "email"),
    userName: nameIn(record, "userName"),
    hash: nameIn(record, "hash"),
  };
  return userOfRow(record, columns, context, { isVerified: isSetField(record, nameIn(record, "confirmed")) });
}
