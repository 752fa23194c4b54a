import type { UserDraft } from "../assemble-user.js";
import { composedHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, isSetField, textField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { userOfRow } from "../fields/user-row.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Likeness, RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import { holdMarked, loginsOfParts, RAILS_HOLDS, RAILS_PARTS } from "./shared-rails.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "username", "crypted_password", "salt", "activation_state", ...RAILS_HOLDS],
  ]),
  notCarried: new Set([
    ...["created_at", "updated_at", "last_login_at", "last_logout_at", "last_activity_at", "name", "locale"],
    ...["last_login_from_ip_address", "failed_logins_count", "lock_expires_at", "role", "time_zone"],
    ...["access_count_to_reset_password_page", "reset_password_email_sent_at", "magic_login_email_sent_at"],
  ]),
  secrets: new Set([
    ...["activation_token", "activation_token_expires_at", "remember_me_token", "unlock_token"],
    ...["remember_me_token_expires_at", "reset_password_token", "reset_password_token_expires_at"],
    ...["magic_login_token", "magic_login_token_expires_at"],
  ]),
};

const KINDS: readonly RowKind[] = [
  ...RAILS_PARTS,
  {
    tables: ["users", "accounts", "admins", "members", "customers"],
    columns: [["crypted_password"]],
    key: ["id"],
  },
];

/** Columns that Sorcery's modules add, and no other gem. */
const OF_MODULES = [
  ...["activation_state", "remember_me_token", "magic_login_token", "lock_expires_at"],
  ...["reset_password_email_sent_at", "last_login_from_ip_address"],
];

/**
 * A Rails application with Sorcery: its table of users, and `authentications` where it has social logins. The bcrypt is
 * over the password and the column `salt`, so it is verified at login only.
 *
 * @see https://github.com/Sorcery/sorcery — lib/generators/sorcery/templates/migration, lib/sorcery/model.rb, lib/sorcery/crypto_providers/bcrypt.rb
 */
export const SORCERY: Source = {
  name: "sorcery",
  title: "Sorcery (Ruby on Rails)",
  howToExport: fromPostgresOrMysql(
    ["users", ["authentications", "social logins"]],
    "Every hash that has a salt is for the login-time fallback: it is over the password and the salt.",
  ),
  origin: "sorcery",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_login_at"],
  fields: [USER],
  otherFields: "counted",
  detect,
  toUser: readUser,
};

/** Authlogic and restful_authentication have the column too, each beside others of its own. */
function detect(records: readonly Fields[]): Likeness {
  // In a dump the social logins come before the users.
  if (mostHave(records, "provider", "uid", "user_id")) return "possible";
  if (!mostHave(records, "crypted_password", "salt")) return "no";
  return OF_MODULES.some((column) => mostHave(records, column)) ? "sure" : "possible";
}

/** Where Sorcery sends a link for activation, the account is active once it was followed. */
const PENDING = "pending";
const ACTIVE = "active";

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack } = context;
  holdMarked(record, context);
  const state = textField(record, "activation_state", findings);
  if (state === PENDING) holdBack("unconfirmed", "activation_state");
  const emails = contactsOf(emailField(record, "email", findings), state === ACTIVE);
  return userOfRow(record, { id: "id", userName: "username" }, context, {
    emails,
    password: readHash(record, context),
    thirdParty: loginsOfParts(emails, context),
  });
}

/**
 * An application without the column `salt` has bcrypt over the password. With a pepper the order is password, salt and
 * pepper.
 */
function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings, origin } = context;
  const hash = textField(record, "crypted_password", findings);
  if (hash === undefined) return undefined;
  if (!/^\$2[abxy]\$/.test(hash)) return noteUnknownAlgorithm("crypted_password", findings);
  if (!isSetField(record, "salt")) {
    return context.password(hash, { ...origin, source: "unknown", isOverPassword: true });
  }
  return context.password(() => composedHash("sorcery", record, findings));
}
