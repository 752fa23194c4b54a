import { hashWhere } from "../system/hashes.js";
import { read } from "../system/row.js";
import { factorNotCarried, hold, holdWhere, leftOut } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { all, filled, hasPassed, is, isAhead, not, yes } from "../system/tests.js";

const IS_PHONE = /* @__PURE__ */ is("login_id_type", "phone");
const IS_VERIFIED = /* @__PURE__ */ yes("is_verified");

/**
 * Authgear's table `_auth_user`, with what queries bring to it from the tables of identities and authenticators.
 *
 * @see https://github.com/authgear/authgear-server cmd/authgear/cmd/cmddatabase/migrations/authgear,
 * pkg/lib/authn/user/account_status.go, pkg/util/secretcode/totp.go
 */
export const AUTHGEAR = /* @__PURE__ */ system("authgear", {
  title: "Authgear",
  comparedWith: "2026-08-21 of 2026-08-21: authgear/authgear-server: cmd/authgear/cmd/cmddatabase/migrations/authgear",
  howToExport: howTo(
    [
      "as_csv() { psql DATABASE -c \"COPY ($1 WHERE app_id = 'APP') TO STDOUT WITH (FORMAT csv, HEADER)\"; }",
      'as_csv "SELECT * FROM _auth_user" > users.csv',
      'as_csv "SELECT user_id, type, kind, password_hash, secret, display_name FROM _auth_authenticator',
      "  LEFT JOIN _auth_authenticator_password USING (id, app_id)",
      '  LEFT JOIN _auth_authenticator_totp USING (id, app_id)" > authenticators.csv',
      "as_csv \"SELECT i.user_id, login_id_type, login_id, provider_type, provider_user_id, o.claims->>'email' AS email,",
      "  EXISTS (SELECT FROM _auth_verified_claim v WHERE v.user_id = i.user_id AND v.value = login_id) AS is_verified",
      "  FROM _auth_identity i LEFT JOIN _auth_identity_login_id USING (id, app_id)",
      '  LEFT JOIN _auth_identity_oauth o USING (id, app_id)" > identities.csv',
    ],
    "Least privileges: USAGE on the schema, SELECT on these tables. APP is the project's ID. Give the other files with --join authenticators.csv --join identities.csv.",
  ),
  users: { tables: "_auth_user", columns: ["id app_id standard_attributes"] },
  user: {
    id: "id",
    userName: read("", ({ context }) => {
      const named = context.parts("identities").find((row) => row.login_id_type === "username");
      return { fields: named ?? {}, name: "login_id" };
    }),
  },
  rules: [
    ...holdWhere("disabled", "is_disabled is_indefinitely_disabled is_deactivated"),
    hold("disabled", all(hasPassed("temporarily_disabled_from"), isAhead("temporarily_disabled_until"))),
    hold("disabled", isAhead("account_valid_from")),
    hold("disabled", hasPassed("account_valid_until")),
    hold("deleted", yes("is_anonymized")),
  ],
  parts: [
    {
      name: "authenticators",
      tables: "authenticators",
      columns: ["user_id kind password_hash"],
      hash: hashWhere(is("kind", "primary"), "password_hash"),
      factor: { secret: "secret", encoding: "base32", deviceName: "display_name", skew: 1, where: filled("secret") },
      rules: [
        factorNotCarried(all(is("kind", "secondary"), not(is("type", "totp"))), "type"),
        leftOut("passkeys", is("type", "passkey")),
      ],
    },
    {
      name: "identities",
      tables: "identities",
      columns: ["user_id login_id_type provider_type"],
      email: { at: "login_id", verified: IS_VERIFIED, where: is("login_id_type", "email") },
      phone: { at: "login_id", verified: IS_VERIFIED, where: all(IS_PHONE, IS_VERIFIED) },
      login: { provider: "provider_type", userId: "provider_user_id", email: "email", where: filled("provider_type") },
      rules: [leftOut("unverified phone number", all(IS_PHONE, not(IS_VERIFIED)))],
    },
  ],
  listsBy: "project",
  listsOf: ({ app_id: project }) => [project],
  joined: "created_at",
  lastLogin: "last_login_at login_at",
  notCarried: `app_id updated_at disable_reason standard_attributes custom_attributes delete_at delete_reason
    anonymize_at anonymized_at last_indexed_at require_reindex_after mfa_grace_period_end_at metadata
    account_status_stale_from`,
  likeness: { sure: ["id app_id standard_attributes"] },
});
