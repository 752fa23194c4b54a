import type { StatedFacts } from "../../hash/internal.js";
import { encodeBase64Unpadded } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import { asStated } from "../fields/composed-hash.js";
import { idText } from "../fields/field.js";
import { decryptedSecret } from "../fields/second-factor.js";
import { hashWhere } from "../system/hashes.js";
import { type Password, type Row, read, type TotpEnrolment } from "../system/row.js";
import { factorNotCarried, hold, holdIn, leftOut } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { ALWAYS, all, filled, is, no, not, yes } from "../system/tests.js";

/** LDAP, SMTP, PAM and SSPI ask elsewhere for the password, also where a hash of earlier days is still there. */
const IS_ELSEWHERE = /* @__PURE__ */ is("login_type", "2", "3", "4", "5", "7");

/** People, organisations and others are rows of the same table. */
const PERSON = "0";
const ORGANISATION = "1";

/**
 * The tables of Gitea and Forgejo: `user`, `email_address`, `external_login_user` and `two_factor`.
 *
 * @see https://github.com/go-gitea/gitea — models/user, models/auth/twofactor.go, modules/auth/password/hash
 */
export const GITEA = /* @__PURE__ */ system("gitea", {
  title: "Gitea, Forgejo",
  comparedWith: "1.27.3 of 2026-08-29: go-gitea/gitea: models/user, models/auth, modules/auth/password/hash",
  howToExport: fromMysqlOrPostgres(
    ["user", "email_address", "external_login_user", "two_factor", ["webauthn_credential", "keys of users"]],
    "Second factors are encrypted under SECRET_KEY of app.ini: write it into a file for --decrypt-key-file. Of SQLite, sqlite3 gitea.db .dump is read.",
  ),
  users: {
    tables: "user",
    columns: ["passwd passwd_hash_algo", "passwd lower_name"],
    except: is("type", ORGANISATION),
  },
  user: {
    id: "id",
    email: "email",
    userName: "name",
    hash: hashWhere(not(IS_ELSEWHERE), read("passwd passwd_hash_algo salt", readHash)),
  },
  rules: [
    leftOut("login_type", all(filled("passwd"), IS_ELSEWHERE)),
    hold("disabled", yes("prohibit_login")),
    hold("unconfirmed", no("is_active")),
    // Reserved names, bots and remote users.
    holdIn("type", {}, { reason: "disabled", usual: PERSON }),
  ],
  parts: [
    {
      name: "logins",
      columnsAs: "external_login_user",
      tables: "external_login_user",
      columns: ["external_id login_source_id"],
      login: { provider: "provider", userId: "external_id", email: "email" },
      notCarried: "login_source_id name first_name last_name nick_name description avatar_url location expires_at",
      secrets: "raw_data access_token access_token_secret refresh_token",
    },
    {
      name: "emails",
      tables: "email_address",
      columns: ["uid email is_activated"],
      key: "uid",
      // is_activated proves nothing: Gitea sets it for any address unless REGISTER_EMAIL_CONFIRM is on, which it is not by
      // default, and for one that is put in the place of another (models/user/user.go, services/user/email.go).
      email: { at: "email" },
    },
    {
      name: "totp",
      tables: "two_factor",
      columns: ["uid secret scratch_hash"],
      key: "uid",
      rules: [leftOut("recovery codes", ALWAYS)],
      // A row is written once the user gave a code.
      factor: read("id secret", readFactor),
    },
    {
      name: "webauthn",
      tables: "webauthn_credential",
      columns: ["credential_id public_key"],
      once: [factorNotCarried(ALWAYS, "webauthn_credential")],
    },
  ],
  encryption: ["gitea"],
  joined: "created_unix",
  lastLogin: "last_login_unix",
  mustReset: "must_change_password",
  notCarried: `lower_name full_name keep_email_private email_notifications_preference login_source login_name location
    website language description updated_unix last_repo_visibility max_repo_creation is_admin is_restricted
    allow_git_hook allow_import_local allow_create_organization avatar avatar_email use_custom_avatar num_followers
    num_following num_stars num_repos num_teams num_members visibility repo_admin_change_team_access diff_view_style
    theme keep_activity_private pronouns enable_repo_unit_hints keep_pronouns_private normalized_federated_uri`,
  secrets: "rands",
  likeness: {
    sure: [
      "passwd passwd_hash_algo",
      "passwd lower_name salt",
      "uid lower_email is_activated",
      "external_id login_source_id",
    ],
  },
});

function readFactor(row: Row): readonly TotpEnrolment[] {
  const field = "two_factor";
  const sealed = { system: "gitea", text: row.text("secret") ?? "", rowId: idText(row.own("id")) ?? "" } as const;
  const secret = decryptedSecret(sealed, field, row.context);
  return secret === undefined ? [] : row.factor({ field, secret, encoding: "base32" });
}

function readHash(user: Row): Password | undefined {
  const passwd = user.text("passwd");
  const algorithm = user.text("passwd_hash_algo") ?? "pbkdf2";
  const salt = saltBytes(user.text("salt") ?? "");
  if (passwd === undefined) return undefined;
  return user.hash(() => {
    const composed = composeHash(passwd, algorithm, salt);
    const message = "passwd, salt and passwd_hash_algo do not make a hash";
    if (composed === undefined) return user.findings.fault("user/field-wrong-type", message, "passwd");
    return asStated(composed.hash, composed.stated, "passwd_hash_algo", user.context);
  });
}

/** Ten characters are the salt of old releases, as it is; others are hexadecimal. */
function saltBytes(salt: string): Uint8Array | null {
  return salt.length === 10 ? new TextEncoder().encode(salt) : hexBytes(salt);
}

/** The numbers that an algorithm's name alone means. */
const USUAL: Readonly<Record<string, string>> = { pbkdf2: "10000$50", argon2: "2$65536$8$50", scrypt: "65536$16$2$50" };

/** A hash, and what `passwd_hash_algo` says of it. */
interface Composed {
  readonly hash: string;
  readonly stated: StatedFacts;
}

/** The usual text of a hash whose parts are in columns; of scrypt that in which `ln` is N itself, as keys of 50 bytes have it. */
function composeHash(passwd: string, specification: string, salt: Uint8Array | null): Composed | undefined {
  const [name = "", ...config] = specification.split("$");
  if (name === "bcrypt") return { hash: passwd, stated: { is: ["bcrypt"] } };
  const key = hexBytes(passwd);
  const usual = Object.hasOwn(USUAL, name) ? USUAL[name] : undefined;
  if (key === null || salt === null || usual === undefined) return undefined;
  const numbers = (config.length === 0 ? usual.split("$") : config).map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0)) return undefined;
  const [first = 0, second = 0, third = 0] = numbers;
  const tail = `${encodeBase64Unpadded(salt)}$${encodeBase64Unpadded(key)}`;
  // The last number is the length of the key.
  const stated = { bytes: numbers.at(-1) };
  if (name === "pbkdf2") return { hash: `$pbkdf2-sha256$i=${first},l=${key.length}$${tail}`, stated };
  if (name === "argon2") return { hash: `$argon2id$v=19$m=${second},t=${first},p=${third}$${tail}`, stated };
  return { hash: `$scrypt$ln=${first},r=${second},p=${third}$${tail}`, stated };
}
