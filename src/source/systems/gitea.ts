import type { StatedFacts } from "../../hash/internal.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated } from "../fields/composed-hash.js";
import { contactsOf, eachOnce, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { decryptedSecret, secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, type RowKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "name", "email", "passwd", "passwd_hash_algo", "salt", "type", "is_active", "prohibit_login"],
    "must_change_password",
  ]),
  notCarried: new Set([
    ...["lower_name", "full_name", "keep_email_private", "email_notifications_preference", "login_type"],
    ...["login_source", "login_name", "location", "website", "language", "description", "created_unix"],
    ...["updated_unix", "last_login_unix", "last_repo_visibility", "max_repo_creation", "is_admin"],
    ...["is_restricted", "allow_git_hook", "allow_import_local", "allow_create_organization", "avatar"],
    ...["avatar_email", "use_custom_avatar", "num_followers", "num_following", "num_stars", "num_repos"],
    ...[
      "num_teams",
      "num_members",
      "visibility",
      "repo_admin_change_team_access",
      "diff_view_style",
      "theme",
    ],
    ...["keep_activity_private", "pronouns", "enable_repo_unit_hints"],
    ...["keep_pronouns_private", "normalized_federated_uri"],
  ]),
  secrets: new Set(["rands"]),
};

const LOGIN: FieldTable = {
  list: "external_login_user",
  read: new Set(["external_id", "user_id", "provider", "email"]),
  notCarried: new Set([
    ...["login_source_id", "name", "first_name", "last_name", "nick_name", "description", "avatar_url"],
    ...["location", "expires_at"],
  ]),
  secrets: new Set(["raw_data", "access_token", "access_token_secret", "refresh_token"]),
};

const KINDS: readonly RowKind[] = [
  partKind("logins", ["external_login_user"], [["external_id", "login_source_id"]]),
  partKind("emails", ["email_address"], [["uid", "email", "is_activated"]], "uid"),
  partKind("totp", ["two_factor"], [["uid", "secret", "scratch_hash"]], "uid"),
  partKind("webauthn", ["webauthn_credential"], [["credential_id", "public_key"]]),
  {
    tables: ["user"],
    columns: [
      ["passwd", "passwd_hash_algo"],
      ["passwd", "lower_name"],
    ],
    key: ["id"],
    isOther: isOrganisation,
  },
];

/** People, organisations and others are rows of the same table. */
const PERSON = "0";
const ORGANISATION = "1";

function isOrganisation({ type }: Fields): boolean {
  return String(type ?? PERSON) === ORGANISATION;
}

/**
 * The tables of Gitea and Forgejo: `user`, `email_address`, `external_login_user` and `two_factor`.
 *
 * @see https://github.com/go-gitea/gitea — models/user, models/auth/twofactor.go, modules/auth/password/hash
 */
export const GITEA: Source = {
  name: "gitea",
  title: "Gitea, Forgejo",
  howToExport: fromMysqlOrPostgres(
    ["user", "email_address", "external_login_user", "two_factor"],
    "Second factors are encrypted under SECRET_KEY of app.ini: write it into a file for --decrypt-key-file. Of SQLite, sqlite3 gitea.db .dump is read.",
  ),
  origin: "gitea",
  ...rowsOf(KINDS),
  idField: "id",
  mustResetFields: ["must_change_password"],
  joinedFields: ["created_unix"],
  lastLoginFields: ["last_login_unix"],
  fields: [USER, LOGIN],
  otherFields: "counted",
  encryption: ["gitea"],
  detect: (records) =>
    mostHave(records, "passwd", "passwd_hash_algo") ||
    mostHave(records, "passwd", "lower_name", "salt") ||
    mostHave(records, "uid", "lower_email", "is_activated") ||
    mostHave(records, "external_id", "login_source_id")
      ? "sure"
      : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (writtenFlagField(record, "prohibit_login", findings) === true)
    context.holdBack("disabled", "prohibit_login");
  if (writtenFlagField(record, "is_active", findings) === false) context.holdBack("unconfirmed", "is_active");
  // Reserved names, bots and remote users.
  if ((idField(record, "type", findings) ?? PERSON) !== PERSON) context.holdBack("disabled", "type");
  const further = context
    .parts("emails")
    .flatMap((row) =>
      contactsOf(
        emailField(row, "email", findings),
        writtenFlagField(row, "is_activated", findings) === true,
      ),
    );
  const emails = eachOnce([...contactsOf(emailField(record, "email", findings)), ...further]);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    userName: textField(record, "name", findings),
    password: readHash(record, context),
    thirdParty: readLogins(emails, context),
    totp: readFactors(context),
  };
}

function readHash(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const passwd = textField(record, "passwd", findings);
  const algorithm = textField(record, "passwd_hash_algo", findings) ?? "pbkdf2";
  const salt = saltBytes(textField(record, "salt", findings) ?? "");
  if (passwd === undefined) return undefined;
  return context.password(() => {
    const composed = composeHash(passwd, algorithm, salt);
    if (composed === undefined) {
      const message = "passwd, salt and passwd_hash_algo do not make a hash";
      findings.problems.push(problem("user/field-wrong-type", message, { field: "passwd" }));
    }
    return asStated(composed?.hash, composed?.stated ?? {}, "passwd_hash_algo", context);
  });
}

/** Ten characters are the salt of old releases, as it is; others are hexadecimal. */
function saltBytes(salt: string): Uint8Array | undefined {
  if (salt.length === 10) return new TextEncoder().encode(salt);
  return bytesOfHex(salt);
}

function bytesOfHex(text: string): Uint8Array | undefined {
  const isHex = text.length > 0 && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text);
  return isHex ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : undefined;
}

/** The numbers that an algorithm's name alone means. */
const USUAL: Readonly<Record<string, string>> = {
  pbkdf2: "10000$50",
  argon2: "2$65536$8$50",
  scrypt: "65536$16$2$50",
};

/** A hash, and what `passwd_hash_algo` says of it. */
interface Composed {
  readonly hash: string;
  readonly stated: StatedFacts;
}

/** The usual text of a hash whose parts are in columns; of scrypt that in which `ln` is N itself, as keys of 50 bytes have it. */
function composeHash(
  passwd: string,
  specification: string,
  salt: Uint8Array | undefined,
): Composed | undefined {
  const [name = "", ...config] = specification.split("$");
  if (name === "bcrypt") return { hash: passwd, stated: { is: ["bcrypt"] } };
  const key = bytesOfHex(passwd);
  const usual = Object.hasOwn(USUAL, name) ? USUAL[name] : undefined;
  if (key === undefined || salt === undefined || usual === undefined) return undefined;
  const numbers = (config.length === 0 ? usual.split("$") : config).map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0)) return undefined;
  const [first = 0, second = 0, third = 0] = numbers;
  const tail = `${base64(salt)}$${base64(key)}`;
  // The last number is the length of the key.
  const stated = { bytes: numbers.at(-1) };
  if (name === "pbkdf2") return { hash: `$pbkdf2-sha256$i=${first},l=${key.length}$${tail}`, stated };
  if (name === "argon2") return { hash: `$argon2id$v=19$m=${second},t=${first},p=${third}$${tail}`, stated };
  return { hash: `$scrypt$ln=${first},r=${second},p=${third}$${tail}`, stated };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("=", "");
}

function readLogins(emails: readonly Contact[], context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  return context.parts("logins").flatMap((row) => {
    noteFieldsLeftOut(row, LOGIN, findings);
    const provider = textField(row, "provider", findings);
    const userId = idField(row, "external_id", findings);
    const email = emailField(row, "email", findings);
    return loginOf({ provider, userId, email, field: "external_login_user" }, emails, context);
  });
}

/** A row is written once the user gave a code. */
function readFactors(context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const field = "two_factor";
  if (context.parts("webauthn").length > 0) secondFactorNotCarried("webauthn_credential", context);
  return context.parts("totp").flatMap((row) => {
    findings.leaveOut("recovery codes");
    const text = textField(row, "secret", findings) ?? "";
    const secret = decryptedSecret({ system: "gitea", text }, field, context);
    return secret === undefined ? [] : secondFactor({ field, secret, encoding: "base32" }, context);
  });
}
