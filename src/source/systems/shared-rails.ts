import type { UserDraft } from "../assemble-user.js";
import { contactsOf, eachOnce, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  idField,
  isSetField,
  ownField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { decryptedSecret, secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import type { Contact, ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext } from "../source.js";
import { partKind, type RowKind } from "../table-rows.js";

/** Columns of Devise, devise-two-factor and OmniAuth, which every Rails application with Devise has some of. */
export const RAILS_USER: FieldTable = {
  read: new Set([
    ...["id", "email", "encrypted_password", "confirmed_at", "username", "provider", "uid"],
    ...["otp_secret", "encrypted_otp_secret", "encrypted_otp_secret_iv", "encrypted_otp_secret_salt"],
    ...["otp_required_for_login"],
  ]),
  notCarried: new Set([
    ...["sign_in_count", "current_sign_in_at", "last_sign_in_at", "current_sign_in_ip", "last_sign_in_ip"],
    ...["created_at", "updated_at", "remember_created_at", "reset_password_sent_at", "failed_attempts"],
    ...[
      "locked_at",
      "unconfirmed_email",
      "confirmation_sent_at",
      "consumed_timestep",
      "name",
      "locale",
      "role",
      "time_zone",
    ],
  ]),
  secrets: new Set([
    ...["reset_password_token", "confirmation_token", "unlock_token", "remember_token", "password_salt"],
    ...["otp_backup_codes", "otp_recovery_secret", "authentication_token", "invitation_token"],
  ]),
};

/** A table of the same columns with some of an application's own. */
export function railsTable(
  own: Partial<Record<"read" | "notCarried" | "secrets", readonly string[]>>,
): FieldTable {
  const { read, notCarried, secrets = new Set<string>() } = RAILS_USER;
  const ours = new Set([...(own.read ?? []), ...(own.notCarried ?? []), ...(own.secrets ?? [])]);
  const with_ = (usual: ReadonlySet<string>, more: readonly string[] = []) =>
    new Set([...[...usual].filter((name) => !ours.has(name)), ...more]);
  return {
    read: with_(read, own.read),
    notCarried: with_(notCarried, own.notCarried),
    secrets: with_(secrets, own.secrets),
  };
}

const LOGIN: FieldTable = {
  list: "identities",
  read: new Set(["id", "user_id", "provider", "uid", "extern_uid", "email"]),
  notCarried: new Set(["created_at", "updated_at", "saml_provider_id", "name", "nickname", "image"]),
  secrets: new Set([
    "token",
    "secret",
    "access_token",
    "refresh_token",
    "secondary_extern_uid",
    "trusted_extern_uid",
  ]),
};

/** Social logins in a table of their own, and keys of WebAuthn. */
export const RAILS_PARTS: readonly RowKind[] = [
  partKind(
    "logins",
    ["identities", "user_identities", "authorizations", "authentications"],
    [["provider", "uid", "user_id"]],
  ),
  partKind(
    "webauthn",
    ["webauthn_credentials", "webauthn_registrations"],
    [["external_id", "public_key", "user_id"]],
  ),
];

/** Columns that say that nobody logs in any more, as gems and applications usually name them. */
const HOLDS = [
  ...(["deleted_at", "discarded_at"] as const).map((field) => ["deleted", field] as const),
  ...(["banned_at"] as const).map((field) => ["banned", field] as const),
  ...(["disabled_at", "deactivated_at", "suspended_at", "blocked_at"] as const).map(
    (field) => ["disabled", field] as const,
  ),
] as const;

/** The names of those columns. */
export const RAILS_HOLDS: readonly string[] = HOLDS.map(([, field]) => field);

/** Holds a user back in whose row one of them is set. */
export function holdMarked(record: Fields, { holdBack }: RecordContext): void {
  for (const [reason, field] of HOLDS) if (isSetField(record, field)) holdBack(reason, field);
}

/** A user as Devise keeps one, but for what holds them back. */
export function railsUser(
  record: Fields,
  context: RecordContext,
  further: readonly Contact[] = [],
): UserDraft {
  const { findings } = context;
  const email = emailField(record, "email", findings);
  const emails = eachOnce([...contactsOf(email, isSetField(record, "confirmed_at")), ...further]);
  const hash = textField(record, "encrypted_password", findings);
  return {
    externalUserId: userIdField(record, "id", findings),
    emails,
    phoneNumbers: [],
    userName: textField(record, "username", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty: railsLogins(record, emails, context),
    totp: railsFactor(record, context),
  };
}

/** Where Devise asks for confirmation, the column is there, and nobody logs in before. */
export function holdUnconfirmed(record: Fields, context: RecordContext): void {
  if (!Object.hasOwn(record, "confirmed_at") || isSetField(record, "confirmed_at")) return;
  context.holdBack("unconfirmed", "confirmed_at");
}

function railsLogins(
  record: Fields,
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const own = textField(record, "provider", findings);
  // Token authentication writes "email" for those who have a password here.
  const isOwn = own !== undefined && own !== "email";
  const uid = idField(record, "uid", findings);
  const first = isOwn
    ? loginOf({ provider: own, userId: uid, email: undefined, field: "uid" }, emails, context)
    : [];
  const others = loginsOfParts(emails, context);
  // Some applications keep the first login in both places.
  const isFirst = ({ thirdPartyId, thirdPartyUserId }: ThirdPartyLogin) =>
    first.some((login) => login.thirdPartyId === thirdPartyId && login.thirdPartyUserId === thirdPartyUserId);
  return [...first, ...others.filter((login) => !isFirst(login))];
}

/** The social logins of a table of their own. */
export function loginsOfParts(
  emails: readonly Contact[],
  context: RecordContext,
): readonly ThirdPartyLogin[] {
  const { findings, parts } = context;
  return parts("logins").flatMap((row) => {
    noteFieldsLeftOut(row, LOGIN, findings);
    const provider = textField(row, "provider", findings);
    const userId = idField(row, "uid", findings) ?? idField(row, "extern_uid", findings);
    const email = emailField(row, "email", findings);
    return loginOf({ provider, userId, email, field: "identities" }, emails, context);
  });
}

/** The secret of devise-two-factor: encrypted by Active Record or by attr_encrypted, or as it is. */
function railsFactor(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  if (context.parts("webauthn").length > 0) secondFactorNotCarried("webauthn_credentials", context);
  const isConfirmed = writtenFlagField(record, "otp_required_for_login", findings) === true;
  const field = isSetField(record, "otp_secret") ? "otp_secret" : "encrypted_otp_secret";
  if (!isSetField(record, field)) {
    if (isConfirmed) secondFactorNotCarried("otp_required_for_login", context);
    return [];
  }
  if (!isConfirmed) return secondFactor({ field, secret: "", encoding: "base32", isConfirmed }, context);
  const secret = railsSecret(record, field, context);
  return secret === undefined ? [] : secondFactor({ field, secret, encoding: "base32" }, context);
}

function railsSecret(record: Fields, field: string, context: RecordContext): string | undefined {
  const { findings } = context;
  if (field === "encrypted_otp_secret") {
    const [text = "", iv = "", salt = ""] = [field, `${field}_iv`, `${field}_salt`].map((name) =>
      textField(record, name, findings),
    );
    return decryptedSecret({ system: "attr-encrypted", text, iv, salt }, field, context);
  }
  const value = ownField(record, field);
  const text = typeof value === "object" ? JSON.stringify(value) : (textField(record, field, findings) ?? "");
  if (!text.startsWith("{")) return text;
  return decryptedSecret({ system: "active-record", text }, field, context);
}
