import { words } from "../../lib/words.js";
import { saysSomething } from "../fields/field.js";
import { firstOf } from "../system/place.js";
import { type Row, read } from "../system/row.js";
import { factorNotCarried, holdSince } from "../system/rules.js";
import { fromPostgresOrMysql, hashesLookLike, system } from "../system/system.js";
import { filled } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/** What applications call the columns, the usual name first. */
const EMAILS = "email email_address mail";
const HASHES = "password_hash password pw_hash pwhash passwd hashed_password";
const ACTIVE = "is_active active enabled is_enabled";
/** As `generate_password_hash` writes it: no other system has scrypt and pbkdf2 with colons between the parts. */
const HASH = /^(?:scrypt:[0-9]+:[0-9]+:[0-9]+|pbkdf2:[a-z0-9]+(?::[0-9]+)?)\$/;
const CONFIRMED = "confirmed email_confirmed is_confirmed confirmed_at email_confirmed_at confirmed_on";

/** The first of some columns that a row has; the first of all where it has none. */
function columnIn(user: Row, columns: string): string {
  const names = words(columns);
  return names.find((name) => user.has(name)) ?? (names[0] as string);
}

/**
 * The table of users of a Flask application that hashes with Werkzeug: names of tables and columns are the
 * application's own, so the usual ones are read, and only the form of the hashes tells such a table.
 *
 * @see https://github.com/pallets/werkzeug — src/werkzeug/security.py
 * @see https://github.com/miguelgrinberg/flasky — app/models.py
 * @see https://github.com/dpgaspar/Flask-AppBuilder — flask_appbuilder/security/sqla/models.py
 */
export const WERKZEUG = /* @__PURE__ */ system("werkzeug", {
  title: "Werkzeug (Flask)",
  howToExport: fromPostgresOrMysql(
    ["user"],
    "The application names its table: user, users, account or ab_user. Columns of other names than the usual ones: give --from table with a map whose hash.source is werkzeug. Every hash is for the login-time fallback.",
  ),
  users: {
    tables: "user users account accounts member members ab_user",
    columns: words(HASHES).flatMap((hash) => words(EMAILS).map((email) => `${email} ${hash}`)),
  },
  staff: ADMINISTRATORS,
  user: {
    id: firstOf("id user_id uid"),
    email: firstOf(EMAILS),
    // Of several marks the one with the usual name counts.
    verified: read(CONFIRMED, (user) => saysSomething(user.fields, columnIn(user, CONFIRMED))),
    userName: firstOf("username user_name login"),
    hash: HASHES,
  },
  rules: [
    ...holdSince("deleted", "deleted_at is_deleted"),
    ...holdSince("banned", "banned is_banned"),
    ...holdSince("disabled", "disabled is_disabled"),
    read(ACTIVE, (user) => {
      const column = columnIn(user, ACTIVE);
      const isInactive = user.writtenFlag(column) === false;
      if (isInactive) user.context.holdBack("disabled", column);
      return isInactive;
    }),
    // Where such applications keep what pyotp made; none says in which form.
    factorNotCarried(filled("otp_secret")),
    factorNotCarried(filled("totp_secret")),
  ],
  joined: "created_at created_on member_since registered_on",
  lastLogin: "last_login last_seen",
  notCarried: `name first_name last_name fullname about_me bio location avatar avatar_hash role role_id is_admin admin
    updated_at changed_on timezone locale login_count fail_login_count created_by_fk changed_by_fk`,
  secrets: "token token_expiration api_key",
  likeness: (records) => (hashesLookLike(records, HASHES, HASH) ? "possible" : "no"),
});
