import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, writtenFlagField } from "../fields/field.js";
import { howTo } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import { holdUnconfirmed, RAILS_PARTS, railsTable, railsUser } from "./shared-rails.js";

const USER = railsTable({
  read: ["disabled", "approved", "suspended_at"],
  notCarried: [
    ...["account_id", "admin", "moderator", "role_id", "invite_id", "chosen_languages", "last_emailed_at"],
    ...["created_by_application_id", "sign_up_ip", "skip_sign_in_token", "settings", "filtered_languages"],
    ...["age_verified_at", "require_tos_interstitial", "webauthn_id"],
  ],
  secrets: ["sign_in_token", "sign_in_token_sent_at"],
});

const KINDS: readonly RowKind[] = [
  ...RAILS_PARTS,
  { tables: ["users"], columns: [["encrypted_password", "account_id"]], key: ["id"] },
];

/**
 * Mastodon's table `users`, with `identities`.
 *
 * @see https://github.com/mastodon/mastodon — db/schema.rb
 */
export const MASTODON: Source = {
  name: "mastodon",
  title: "Mastodon",
  howToExport: howTo(
    [
      'psql mastodon_production -c "\\copy (SELECT users.*, accounts.suspended_at FROM users',
      "  JOIN accounts ON accounts.id = users.account_id) TO 'users.csv' WITH (FORMAT csv, HEADER)\"",
      "pg_dump --data-only --table=identities mastodon_production > identities.sql",
    ],
    "Least privileges: USAGE on the schema, SELECT on the three tables and on the sequence that numbers identities. Give the second file with --join identities.sql. Keys of Active Record encryption are in .env.production, for --decrypt-key-file.",
  ),
  origin: "mastodon",
  builtOn: ["devise"],
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["current_sign_in_at", "last_sign_in_at"],
  fields: [USER],
  otherFields: "counted",
  encryption: ["active-record", "attr-encrypted"],
  detect: (records) =>
    mostHave(records, "encrypted_password", "account_id", "approved") ||
    mostHave(records, "encrypted_password", "account_id", "chosen_languages")
      ? "sure"
      : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "disabled", findings) === true) context.holdBack("disabled", "disabled");
  if (isSetField(record, "suspended_at")) context.holdBack("banned", "suspended_at");
  if (writtenFlagField(record, "approved", findings) === false) context.holdBack("unconfirmed", "approved");
  else holdUnconfirmed(record, context);
  return railsUser(record, context);
}
