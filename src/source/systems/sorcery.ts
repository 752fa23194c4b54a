import { words } from "../../lib/words.js";
import { composedHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import type { Fields } from "../fields/field.js";
import { type Likeness, type Password, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { fromPostgresOrMysql, mostHave, system } from "../system/system.js";
import { RAILS_HOLDS, RAILS_LOGINS, RAILS_WEBAUTHN } from "./shared-rails.js";

/** Columns that Sorcery's modules add, and no other gem. */
const OF_MODULES = words(`activation_state remember_me_token magic_login_token lock_expires_at
  reset_password_email_sent_at last_login_from_ip_address`);

/** Anything but text is a fault: it may be of a user who has not followed the link. */
const IS_PENDING = read("activation_state", (user) => user.text("activation_state") === "pending");

/**
 * A Rails application with Sorcery: its table of users, and `authentications` where it has social logins. The bcrypt is
 * over the password and the column `salt`, so it is verified at login only.
 *
 * @see https://github.com/Sorcery/sorcery — lib/generators/sorcery/templates/migration, lib/sorcery/model.rb, lib/sorcery/crypto_providers/bcrypt.rb
 */
export const SORCERY = /* @__PURE__ */ system("sorcery", {
  title: "Sorcery (Ruby on Rails)",
  howToExport: fromPostgresOrMysql(
    ["users", ["authentications", "social logins"]],
    "Every hash that has a salt is for the login-time fallback: it is over the password and the salt.",
  ),
  users: { tables: "users accounts admins members customers", columns: ["crypted_password"] },
  user: {
    id: "id",
    // An active account does not prove it: activation needs no mail, and stays where the address is changed (user_activation.rb).
    email: "email",
    userName: "username",
    hash: read("crypted_password salt", readHash),
  },
  rules: [...RAILS_HOLDS, hold("unconfirmed", IS_PENDING)],
  parts: [RAILS_LOGINS, RAILS_WEBAUTHN],
  joined: "created_at",
  lastLogin: "last_login_at",
  notCarried: `updated_at last_logout_at last_activity_at name locale last_login_from_ip_address failed_logins_count
    lock_expires_at role time_zone access_count_to_reset_password_page reset_password_email_sent_at
    magic_login_email_sent_at`,
  secrets: `activation_token activation_token_expires_at remember_me_token unlock_token remember_me_token_expires_at
    reset_password_token reset_password_token_expires_at magic_login_token magic_login_token_expires_at`,
  likeness,
});

/** Authlogic and restful_authentication have the column too, each beside others of its own. */
function likeness(records: readonly Fields[]): Likeness {
  // In a dump the social logins come before the users.
  if (mostHave(records, "provider", "uid", "user_id")) return "possible";
  if (!mostHave(records, "crypted_password", "salt")) return "no";
  return OF_MODULES.some((column) => mostHave(records, column)) ? "sure" : "possible";
}

/**
 * An application without the column `salt` has bcrypt over the password. With a pepper the order is password, salt and
 * pepper.
 */
function readHash(user: Row): Password | undefined {
  const { findings, fields, context } = user;
  const hash = user.text("crypted_password");
  if (hash === undefined) return undefined;
  if (!/^\$2[abxy]\$/.test(hash)) return noteUnknownAlgorithm("crypted_password", findings);
  if (!user.isSet("salt")) {
    return user.hash(hash, { ...context.origin, source: "unknown", isOverPassword: true });
  }
  return user.hash(() => composedHash("sorcery", fields, findings));
}
