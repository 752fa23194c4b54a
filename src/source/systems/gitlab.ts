import type { UserDraft } from "../assemble-user.js";
import { contactsOf } from "../fields/contacts.js";
import { emailField, type Fields, idField, isSetField, momentField, textField } from "../fields/field.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import { fromPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";
import { holdUnconfirmed, RAILS_PARTS, railsTable, railsUser } from "./shared-rails.js";

const USER = railsTable({
  read: ["state", "user_type", "password_expires_at"],
  notCarried: [
    ...["projects_limit", "admin", "theme_id", "color_scheme_id", "can_create_group", "can_create_team"],
    ...["created_by_id", "last_credential_check_at", "avatar", "hide_no_ssh_key"],
    ...["notification_email", "public_email", "commit_email", "password_automatically_set", "dashboard"],
    ...["project_view", "layout", "external", "organization", "last_activity_on", "preferred_language"],
    ...["require_two_factor_authentication_from_group", "two_factor_grace_period", "note", "private_profile"],
    ...["otp_grace_period_started_at", "last_otp_at", "hide_no_password", "onboarding_in_progress"],
    ...[
      "hide_project_limit",
      "email_opted_in",
      "color_mode_id",
      "first_name",
      "last_name",
      "accepted_term_id",
    ],
  ],
  secrets: ["incoming_email_token", "feed_token", "static_object_token", "static_object_token_encrypted"],
});

const KINDS: readonly RowKind[] = [
  partKind("logins", ["identities"], [["extern_uid", "provider", "user_id"]]),
  partKind("emails", ["emails"], [["email", "user_id", "confirmation_token"]]),
  ...RAILS_PARTS,
  { tables: ["users"], columns: [["encrypted_password", "projects_limit"]], key: ["id"] },
];

/** Why users in another state than `active` do not log in. */
const STATES: Readonly<Record<string, HoldReason>> = {
  blocked: "disabled",
  ldap_blocked: "disabled",
  deactivated: "disabled",
  banned: "banned",
  blocked_pending_approval: "unconfirmed",
};

/**
 * GitLab's table `users`, with `identities` and `emails`.
 *
 * @see https://gitlab.com/gitlab-org/gitlab — db/structure.sql, app/models/user.rb
 */
export const GITLAB: Source = {
  name: "gitlab",
  title: "GitLab",
  howToExport: fromPostgres(
    ["users", "identities", "emails"],
    "On a server of the Linux package: sudo -u gitlab-psql /opt/gitlab/embedded/bin/pg_dump -h /var/opt/gitlab/postgresql … gitlabhq_production.",
  ),
  origin: "gitlab",
  builtOn: ["devise"],
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["current_sign_in_at", "last_sign_in_at"],
  fields: [USER],
  otherFields: "counted",
  encryption: ["active-record", "attr-encrypted"],
  detect: (records) =>
    mostHave(records, "encrypted_password", "projects_limit") || mostHave(records, "extern_uid", "provider")
      ? "sure"
      : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const state = textField(record, "state", findings) ?? "active";
  if (state !== "active") {
    context.holdBack(Object.hasOwn(STATES, state) ? (STATES[state] as HoldReason) : "disabled", "state");
  }
  // 0 is a person; the others are bots and GitLab's own accounts.
  const type = idField(record, "user_type", findings) ?? "0";
  if (type !== "0" && type !== "human") context.holdBack("disabled", "user_type");
  holdUnconfirmed(record, context);
  const expires = momentField(record, "password_expires_at", findings);
  if (expires !== undefined && expires <= context.now) context.mustReset("password_expires_at");
  const further = context
    .parts("emails")
    .flatMap((row) => contactsOf(emailField(row, "email", findings), isSetField(row, "confirmed_at")));
  return railsUser(record, context, further);
}
