import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField } from "../fields/field.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import {
  holdMarked,
  holdUnconfirmed,
  RAILS_HOLDS,
  RAILS_PARTS,
  railsTable,
  railsUser,
} from "./shared-rails.js";

const USER = railsTable({
  read: ["invitation_accepted_at", ...RAILS_HOLDS],
  notCarried: [
    "invitation_created_at",
    "invitation_sent_at",
    "invited_by_id",
    "invited_by_type",
    "invitations_count",
  ],
});

const KINDS: readonly RowKind[] = [
  ...RAILS_PARTS,
  {
    tables: ["users", "accounts", "admins", "admin_users", "members", "customers"],
    columns: [["encrypted_password"]],
    key: ["id"],
  },
];

/**
 * A Rails application with Devise: its table of users, and a table of social logins where it has one.
 *
 * @see https://github.com/heartcombo/devise — lib/devise/models
 * @see https://github.com/devise-two-factor/devise-two-factor — lib/devise_two_factor/models/two_factor_authenticatable.rb
 */
export const DEVISE: Source = {
  name: "devise",
  title: "Devise",
  howToExport: fromPostgresOrMysql(
    ["users", ["identities", "social logins"]],
    "The application names its table of social logins: identities, user_identities, authorizations or authentications. Where the secrets of second factors are encrypted, its keys go into a file for --decrypt-key-file.",
  ),
  origin: "devise",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["current_sign_in_at", "last_sign_in_at"],
  fields: [USER],
  otherFields: "counted",
  encryption: ["active-record", "attr-encrypted"],
  detect,
  toUser: readUser,
};

/** GitLab, Mastodon, Discourse and Supabase keep the same column beside columns of their own. */
function detect(records: readonly Fields[]) {
  // In a dump the social logins come before the users.
  if (mostHave(records, "provider", "uid", "user_id")) return "possible";
  if (!mostHave(records, "encrypted_password")) return "no";
  const isOther = ["raw_app_meta_data", "projects_limit", "account_id"].some((column) =>
    mostHave(records, column),
  );
  if (isOther) return "possible";
  const isDevise = mostHave(records, "reset_password_token") || mostHave(records, "remember_created_at");
  return isDevise ? "sure" : "possible";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  holdMarked(record, context);
  const isInvited = isSetField(record, "invitation_token") && !isSetField(record, "invitation_accepted_at");
  if (isInvited) context.holdBack("invited", "invitation_token");
  else holdUnconfirmed(record, context);
  return railsUser(record, context);
}
