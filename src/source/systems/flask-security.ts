import { decryptedSecret } from "../fields/second-factor.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { fromPostgresOrMysql, system } from "../system/system.js";
import { happened, is, no } from "../system/tests.js";
import { ADMINISTRATORS } from "./shared-administrators.js";

/** A key that logs in by itself. */
const IS_PASSKEY = /* @__PURE__ */ is("usage", "first");

/**
 * The table of users of a Flask application with Flask-Security. Its hashes are over an HMAC of the password under
 * SECURITY_PASSWORD_SALT.
 *
 * @see https://github.com/pallets-eco/flask-security — flask_security/models/fsqla_v3.py, totp.py
 */
export const FLASK_SECURITY = /* @__PURE__ */ system("flask-security", {
  title: "Flask-Security",
  howToExport: fromPostgresOrMysql(
    ["user", ["web_authn", "passkeys, security keys"], ["webauthn", "the same without Flask-SQLAlchemy"]],
    "Where SECURITY_PASSWORD_SALT is set, give it to the fallback as the pepper. Where SECURITY_TOTP_SECRETS is set, second factors are encrypted: write the setting into a file for --decrypt-key-file.",
  ),
  users: { tables: "user users", columns: ["email password"] },
  staff: ADMINISTRATORS,
  user: { id: "id", email: "email", verified: happened("confirmed_at"), userName: "username", hash: "password" },
  rules: [hold("disabled", no("active"))],
  factors: [read("tf_primary_method tf_totp_secret", readFactor)],
  parts: [
    {
      name: "webauthn",
      tables: "web_authn webauthn",
      columns: ["credential_id public_key user_id"],
      rules: [leftOut("passkeys", IS_PASSKEY)],
      once: [factorNotCarried(read("", hasSecondKey), "webauthn")],
    },
  ],
  encryption: ["passlib"],
  // Every user has a handle, with or without a key.
  alsoRead: "fs_webauthn_user_handle",
  lastLogin: "current_login_at last_login_at",
  notCarried: `last_login_ip current_login_ip login_count create_datetime update_datetime tf_phone_number
    us_phone_number first_name last_name password_set_at`,
  secrets: "fs_uniquifier fs_token_uniquifier us_totp_secrets mf_recovery_codes",
  likeness: { sure: ["fs_uniquifier"] },
});

/** Whether one of the user's keys is asked for beside the password, or the export does not say. */
function hasSecondKey(user: Row): boolean {
  return user.parts("webauthn").some(({ fields }) => !IS_PASSKEY.of(fields));
}

const UNPROVEN = "the second factor's secret was opened with a key of which nothing shows that it is the right one";

/** passlib's JSON, with `key` as it is or with `enckey`. */
function readFactor(user: Row): readonly TotpEnrolment[] {
  const field = "tf_totp_secret";
  const method = user.text("tf_primary_method");
  if (method === undefined) return [];
  const data = method === "authenticator" ? user.jsonObject(field) : undefined;
  const written = data?.text("key");
  const sealed = data?.object("enckey");
  if (data === undefined || (written ?? sealed) === undefined) return user.factorNotCarried("tf_primary_method");
  const text = JSON.stringify(sealed?.fields);
  const secret = written ?? decryptedSecret({ system: "passlib", text }, field, user.context);
  if (secret === undefined) return [];
  if (written === undefined) user.findings.warn("user/second-factor-unproven", UNPROVEN, field);
  const { digits, alg: algorithm, period: seconds } = data.fields;
  const period = typeof seconds === "number" ? seconds : undefined;
  const encoding = written === undefined ? "hex" : "base32";
  return user.factor({ field, secret, encoding, digits, algorithm, period });
}
