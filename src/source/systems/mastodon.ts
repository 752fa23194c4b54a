import { firstRule, hold } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { filled, no, yes } from "../system/tests.js";
import { DEVISE_LOGINS, DEVISE_USERS, HOLD_UNCONFIRMED, RAILS_WEBAUTHN } from "./shared-rails.js";

/**
 * Mastodon's table `users`, with `identities`.
 *
 * @see https://github.com/mastodon/mastodon — db/schema.rb
 */
export const MASTODON = /* @__PURE__ */ system("mastodon", {
  title: "Mastodon",
  howToExport: howTo(
    [
      'psql mastodon_production -c "\\copy (SELECT users.*, accounts.suspended_at, accounts.memorial FROM users',
      "  JOIN accounts ON accounts.id = users.account_id) TO 'users.csv' WITH (FORMAT csv, HEADER)\"",
      "pg_dump --data-only --file=more.sql --table=identities --table=webauthn_credentials mastodon_production",
    ],
    "Least privileges: USAGE on the schema, SELECT on the four tables and on the sequences that number the last two. Give the second file with --join more.sql. Keys of Active Record encryption are in .env.production, for --decrypt-key-file.",
  ),
  builtOn: ["devise"],
  users: { tables: "users", columns: ["encrypted_password account_id"] },
  ...DEVISE_USERS,
  rules: [
    hold("disabled", yes("disabled")),
    // The account of a user who has died.
    hold("disabled", yes("memorial")),
    hold("banned", filled("suspended_at")),
    firstRule(hold("unconfirmed", no("approved")), HOLD_UNCONFIRMED),
  ],
  parts: [DEVISE_LOGINS, RAILS_WEBAUTHN],
  notCarried: `${DEVISE_USERS.notCarried} account_id admin moderator role_id invite_id chosen_languages
    last_emailed_at created_by_application_id sign_up_ip skip_sign_in_token settings filtered_languages
    age_verified_at require_tos_interstitial webauthn_id`,
  secrets: `${DEVISE_USERS.secrets} sign_in_token sign_in_token_sent_at`,
  likeness: { sure: ["encrypted_password account_id approved", "encrypted_password account_id chosen_languages"] },
});
