import { decryptedSecret } from "../fields/second-factor.js";
import { codeColumns, codesBeside } from "../system/code-columns.js";
import { declared, hashBy, hashWhere } from "../system/hashes.js";
import { read } from "../system/row.js";
import { holdIn, leftOut } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { filled, isOther, NEVER, not, yes } from "../system/tests.js";

/** Users of the administration, in the numbering of Principal. */
const STATES = { 2: "unconfirmed", 3: "disabled" } as const;

/** The directory is asked for the password, whatever the column has. */
const IS_IN_DIRECTORY = /* @__PURE__ */ filled("auth_source_id");

/** With database_cipher_key set, keys are encrypted. */
const SEALED = "aes-256-cbc:";

/**
 * Redmine's tables `users` and `email_addresses`.
 *
 * @see https://github.com/redmine/redmine app/models/user.rb, principal.rb, email_address.rb, db/migrate, as of 7.0 (August 2026)
 */
export const REDMINE = /* @__PURE__ */ system("redmine", {
  title: "Redmine",
  comparedWith: "7.0.0 of 2026-08-21: redmine/redmine: db/migrate",
  howToExport: fromMysqlOrPostgres(
    ["users", "email_addresses"],
    "Where database_cipher_key is set, second factors are encrypted under it: write it into a file for --decrypt-key-file.",
  ),
  users: {
    tables: "users",
    columns: ["login hashed_password"],
    // Groups and the anonymous user.
    except: isOther("type", "User"),
  },
  user: {
    id: "id",
    // Of releases before 3.0.
    email: "mail",
    userName: "login",
    // Without a salt where it was not yet salted (before 1.2).
    hash: hashWhere(
      not(IS_IN_DIRECTORY),
      hashBy(
        filled("salt"),
        declared("hashed_password", { 40: "sha1(salt . sha1(password))" }),
        declared("hashed_password", { 40: "sha1(password)" }),
      ),
    ),
  },
  rules: [
    holdIn("status", STATES, { reason: "disabled", usual: "1" }),
    leftOut("login of a directory (LDAP)", IS_IN_DIRECTORY),
  ],
  factors: [
    read(`twofa_scheme twofa_totp_key ${codeColumns("twofa_totp_key").join(" ")}`, (user) => {
      const field = "twofa_totp_key";
      const secret = user.text(field);
      if (secret === undefined) return [];
      const isConfirmed = user.text("twofa_scheme") === "totp";
      const isSealed = isConfirmed && secret.startsWith(SEALED);
      const opened = isSealed ? decryptedSecret({ system: "redmine", text: secret }, field, user.context) : secret;
      if (opened === undefined) return [];
      const codes = codesBeside(field, user.fields);
      return user.factor({ ...codes, field, secret: opened, encoding: "base32", isConfirmed });
    }),
  ],
  parts: [
    {
      name: "emails",
      tables: "email_addresses",
      columns: ["user_id address is_default"],
      email: { at: "address", verified: NEVER, first: yes("is_default") },
    },
  ],
  encryption: ["redmine"],
  joined: "created_on",
  lastLogin: "last_login_on",
  mustReset: "must_change_passwd",
  notCarried: `firstname lastname admin status language updated_on mail_notification passwd_changed_on
    twofa_totp_last_used_at twofa_required type`,
  secrets: "identity_url",
  likeness: { sure: ["login hashed_password", "user_id address is_default notify"] },
});
