import { idText, momentOf, ownField, saysSomething } from "../fields/field.js";
import { decryptedSecret } from "../fields/second-factor.js";
import { providerIdOf } from "../fields/social-login.js";
import { codesBeside } from "../system/code-columns.js";
import type { PartRules } from "../system/parts.js";
import { type Found, firstOf } from "../system/place.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { factorNotCarried, hold, holdSince } from "../system/rules.js";
import type { SystemRules } from "../system/system.js";
import { ALWAYS, all, filled, has, isOther, not } from "../system/tests.js";

/** Each group of GitLab has a SAML server of its own, which its owner chose, and all have one name: the group's tells them apart. */
const PROVIDER = read("provider saml_provider_id", (row): Found => {
  const [provider, group] = [row.id("provider"), row.id("saml_provider_id")];
  return { fields: { provider: provider && group ? `${provider}:${group}` : provider }, name: "provider" };
});

/** Social logins in a table of their own. */
export const RAILS_LOGINS = {
  name: "logins",
  columnsAs: "identities",
  tables: "identities user_identities authorizations authentications",
  columns: ["provider uid user_id"],
  login: { provider: PROVIDER, userId: firstOf("uid extern_uid"), email: "email" },
  alsoRead: "id",
  notCarried: "created_at updated_at name nickname image",
  secrets: "token secret access_token refresh_token secondary_extern_uid trusted_extern_uid",
} as const satisfies PartRules;

/** The same beside the columns of Devise: some applications keep the first login in both places. */
export const DEVISE_LOGINS: PartRules = {
  ...RAILS_LOGINS,
  login: {
    ...RAILS_LOGINS.login,
    where: read("provider uid", (row, { user }) => {
      const { providers } = row.context;
      const [own, uid] = [idText(ownField(user, "provider")), idText(ownField(user, "uid"))];
      const [provider, rowUid] = [idText(row.own("provider")), idText(row.own("uid"))];
      if (own === undefined || own === OWN_PROVIDER || provider === undefined) return true;
      const isFirst = providerIdOf(own, providers) === providerIdOf(provider, providers) && uid === rowUid;
      return uid === undefined || !isFirst;
    }),
  },
};

/** Keys of WebAuthn. */
export const RAILS_WEBAUTHN: PartRules = {
  name: "webauthn",
  tables: "webauthn_credentials webauthn_registrations",
  columns: ["external_id public_key user_id"],
  once: [factorNotCarried(ALWAYS, "webauthn_credentials")],
};

/** Columns that say that the account is closed, as gems and applications usually name them. */
export const RAILS_HOLDS = [
  ...holdSince("deleted", "deleted_at discarded_at"),
  ...holdSince("banned", "banned_at"),
  ...holdSince("disabled", "disabled_at deactivated_at suspended_at blocked_at"),
];

/** Where Devise asks for confirmation, the column is there, and no user logs in before. */
export const HOLD_UNCONFIRMED = hold("unconfirmed", all(has("confirmed_at"), not(filled("confirmed_at"))));

/**
 * Whether the user followed a link that Devise made: it keeps the moment at which it did. `skip_confirmation!`, which GitLab
 * calls unless it is set to send mails, writes the confirmation alone. A link that is younger than the confirmation was
 * asked for with another address, and says nothing of this one. Who accepts an invitation has followed its link.
 *
 * @see https://github.com/heartcombo/devise — lib/devise/models/confirmable.rb
 * @see https://github.com/gitlabhq/gitlabhq — app/services/users/build_service.rb, app/models/application_setting_implementation.rb
 */
export const IS_CONFIRMED = read("confirmed_at confirmation_sent_at invitation_accepted_at", (row) => {
  if (!saysSomething(row.fields, "confirmed_at")) return false;
  if (!row.has("confirmation_sent_at")) return true;
  if (!row.isSet("confirmation_sent_at")) return row.isSet("invitation_accepted_at");
  const [confirmed, sent] = ["confirmed_at", "confirmation_sent_at"].map((name) => momentOf(row.own(name)));
  return sent !== undefined && (confirmed === undefined || confirmed >= sent);
});

/** Token authentication writes it for users who have a password here. */
const OWN_PROVIDER = "email";

/** Columns of Devise, devise-two-factor and OmniAuth, which every Rails application with Devise has some of. */
export const DEVISE_USERS = {
  user: { id: "id", email: "email", verified: IS_CONFIRMED, userName: "username", hash: "encrypted_password" },
  logins: [{ provider: "provider", userId: "uid", where: isOther("provider", OWN_PROVIDER) }],
  factors: [
    read(
      `otp_secret encrypted_otp_secret encrypted_otp_secret_iv encrypted_otp_secret_salt otp_required_for_login
        otp_period otp_interval otp_digits otp_algorithm`,
      readFactor,
    ),
  ],
  encryption: ["active-record", "attr-encrypted"],
  joined: "created_at",
  lastLogin: "current_sign_in_at last_sign_in_at",
  notCarried: `sign_in_count current_sign_in_ip last_sign_in_ip updated_at remember_created_at reset_password_sent_at
    failed_attempts locked_at unconfirmed_email consumed_timestep name locale role time_zone`,
  secrets: `reset_password_token confirmation_token unlock_token remember_token password_salt otp_backup_codes
    otp_recovery_secret authentication_token invitation_token`,
} as const satisfies Partial<SystemRules>;

/** The secret of devise-two-factor: encrypted by Active Record or by attr_encrypted, or as it is. */
function readFactor(user: Row): readonly TotpEnrolment[] {
  const isConfirmed = user.writtenFlag("otp_required_for_login") === true;
  const field = user.isSet("otp_secret") ? "otp_secret" : "encrypted_otp_secret";
  if (!user.isSet(field)) return isConfirmed ? user.factorNotCarried("otp_required_for_login") : [];
  const secret = isConfirmed ? readSecret(user, field) : "";
  return secret === undefined
    ? []
    : user.factor({ ...codesBeside("otp_secret", user.fields), field, secret, encoding: "base32", isConfirmed });
}

function readSecret(user: Row, field: string): string | undefined {
  if (field === "encrypted_otp_secret") {
    const [text = "", iv = "", salt = ""] = [field, `${field}_iv`, `${field}_salt`].map((name) => user.text(name));
    return decryptedSecret({ system: "attr-encrypted", text, iv, salt }, field, user.context);
  }
  const value = user.own(field);
  const text = typeof value === "object" ? JSON.stringify(value) : (user.text(field) ?? "");
  if (!text.startsWith("{")) return text;
  return decryptedSecret({ system: "active-record", text }, field, user.context);
}
