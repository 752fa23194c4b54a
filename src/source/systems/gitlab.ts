import { factorNotCarried, hold, holdIn, resetDue } from "../system/rules.js";
import { fromPostgres, system } from "../system/system.js";
import { hasPassed, isOther } from "../system/tests.js";
import { DEVISE_LOGINS, DEVISE_USERS, HOLD_UNCONFIRMED, IS_CONFIRMED, RAILS_WEBAUTHN } from "./shared-rails.js";

/**
 * GitLab's table `users`, with `identities` and `emails`.
 *
 * @see https://gitlab.com/gitlab-org/gitlab — db/structure.sql, app/models/user.rb
 */
export const GITLAB = /* @__PURE__ */ system("gitlab", {
  title: "GitLab",
  howToExport: fromPostgres(
    ["users", "identities", "emails", "user_details", "webauthn_registrations"],
    "On a server of the Linux package: sudo -u gitlab-psql /opt/gitlab/embedded/bin/pg_dump -h /var/opt/gitlab/postgresql … gitlabhq_production.",
  ),
  builtOn: ["devise"],
  users: { tables: "users", columns: ["encrypted_password projects_limit"] },
  ...DEVISE_USERS,
  rules: [
    holdIn(
      "state",
      {
        blocked: "disabled",
        ldap_blocked: "disabled",
        deactivated: "disabled",
        banned: "banned",
        blocked_pending_approval: "unconfirmed",
      },
      { reason: "disabled", usual: "active" },
    ),
    // 0 is a person; the others are bots and GitLab's own accounts.
    hold("disabled", isOther("user_type", "0", "human")),
    HOLD_UNCONFIRMED,
    resetDue(hasPassed("password_expires_at")),
  ],
  parts: [
    { ...DEVISE_LOGINS, columns: ["extern_uid provider user_id", "provider uid user_id"] },
    {
      name: "emails",
      tables: "emails",
      columns: ["email user_id confirmation_token"],
      email: { at: "email", verified: IS_CONFIRMED },
    },
    {
      name: "details",
      tables: "user_details",
      columns: ["user_id email_otp_required_after"],
      // Codes by e-mail, which GitLab asks for from a day on.
      rules: [factorNotCarried(hasPassed("email_otp_required_after"))],
    },
    { ...RAILS_WEBAUTHN, tables: "webauthn_registrations webauthn_credentials" },
  ],
  notCarried: `${DEVISE_USERS.notCarried} projects_limit admin theme_id color_scheme_id can_create_group
    can_create_team created_by_id last_credential_check_at avatar hide_no_ssh_key notification_email public_email
    commit_email password_automatically_set dashboard project_view layout external organization last_activity_on
    preferred_language require_two_factor_authentication_from_group two_factor_grace_period note private_profile
    otp_grace_period_started_at last_otp_at hide_no_password onboarding_in_progress hide_project_limit email_opted_in
    color_mode_id first_name last_name accepted_term_id`,
  secrets: `${DEVISE_USERS.secrets} incoming_email_token feed_token static_object_token static_object_token_encrypted`,
  likeness: { sure: ["encrypted_password projects_limit", "extern_uid provider"] },
});
