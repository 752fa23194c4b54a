import type { Fields } from "../fields/field.js";
import { firstRule, hold, leftOut } from "../system/rules.js";
import { fromPostgresOrMysql, mostHave, system } from "../system/system.js";
import { all, filled, has, no, not } from "../system/tests.js";
import {
  DEVISE_LOGINS,
  DEVISE_USERS,
  HOLD_UNCONFIRMED,
  IS_CONFIRMED,
  RAILS_HOLDS,
  RAILS_WEBAUTHN,
} from "./shared-rails.js";

/**
 * A Rails application with Devise: its table of users, and a table of social logins where it has one.
 *
 * @see https://github.com/heartcombo/devise — lib/devise/models
 * @see https://github.com/devise-two-factor/devise-two-factor — lib/devise_two_factor/models/two_factor_authenticatable.rb
 */
export const DEVISE = /* @__PURE__ */ system("devise", {
  title: "Devise",
  comparedWith: "5.0.3 of 2026-03-16: heartcombo/devise: lib/devise/models, CHANGELOG.md",
  howToExport: fromPostgresOrMysql(
    ["users", ["identities", "social logins"]],
    "The application names its table of social logins: identities, user_identities, authorizations or authentications. Where the secrets of second factors are encrypted, its keys go into a file for --decrypt-key-file.",
  ),
  users: { tables: "users accounts admins admin_users members customers", columns: ["encrypted_password"] },
  ...DEVISE_USERS,
  rules: [
    ...RAILS_HOLDS,
    // What an application asks in active_for_authentication?, as Devise's wiki has it.
    hold("disabled", no("approved")),
    hold("disabled", no("active")),
    firstRule(
      hold("invited", all(filled("invitation_token"), not(filled("invitation_accepted_at")))),
      HOLD_UNCONFIRMED,
    ),
    // Devise's `reconfirmable` needs the column. Without it an address is changed at once, and `confirmed_at` stays.
    leftOut(
      "unconfirmed_email (there is no such column, so confirmed_at may be of an earlier address)",
      all(IS_CONFIRMED, not(has("unconfirmed_email"))),
    ),
  ],
  parts: [DEVISE_LOGINS, RAILS_WEBAUTHN],
  notCarried: `${DEVISE_USERS.notCarried} invitation_created_at invitation_sent_at invited_by_id invited_by_type
    invitations_count`,
  likeness,
});

/** GitLab, Mastodon, Discourse and Supabase keep the same column beside columns of their own. */
function likeness(records: readonly Fields[]) {
  // In a dump the social logins come before the users.
  if (mostHave(records, "provider", "uid", "user_id")) return "possible";
  if (!mostHave(records, "encrypted_password")) return "no";
  const isOther = ["raw_app_meta_data", "projects_limit", "account_id"].some((column) => mostHave(records, column));
  if (isOther) return "possible";
  const isDevise = mostHave(records, "reset_password_token") || mostHave(records, "remember_created_at");
  return isDevise ? "sure" : "possible";
}
