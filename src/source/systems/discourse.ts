import type { UserDraft } from "../assemble-user.js";
import { composedHash } from "../fields/composed-hash.js";
import {
  emailField,
  type Fields,
  idText,
  isSetField,
  momentField,
  ownField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { fromPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { Contact, TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["id", "email", "username", "password_hash", "password_salt", "password_algorithm"],
    ...["active", "staged", "suspended_till", "password_expired_at"],
  ]),
  notCarried: new Set([
    ...["created_at", "updated_at", "name", "last_posted_at", "last_seen_at", "admin", "trust_level"],
    ...["approved", "approved_by_id", "approved_at", "previous_visit_at", "suspended_at", "date_of_birth"],
    ...["views", "flag_level", "ip_address", "moderator", "title", "uploaded_avatar_id", "locale"],
    ...["primary_group_id", "registration_ip_address", "first_seen_at", "silenced_till", "username_lower"],
    ...["group_locked_trust_level", "manual_locked_trust_level", "secure_identifier", "flair_group_id"],
    ...["last_seen_reviewable_id", "required_fields_version", "seen_notification_id", "last_emailed_at"],
  ]),
};

const HASH = ["user_id", "password_hash", "password_salt"];
const FACTOR = ["user_id", "method", "data", "enabled"];
const LOGIN = ["user_id", "provider_name", "provider_uid"];
const TOKEN = ["user_id", "email", "confirmed"];
const EMAIL = ["user_id", "email", "primary"];

/**
 * Discourse's users, whose addresses, hashes, second factors and social logins are in tables of their own.
 *
 * @see https://github.com/discourse/discourse app/models/user.rb, user_password.rb, user_second_factor.rb
 */
export const DISCOURSE: Source = {
  name: "discourse",
  title: "Discourse",
  howToExport: fromPostgres(
    [
      "users",
      "user_emails",
      "user_passwords",
      "user_second_factors",
      "user_associated_accounts",
      "email_tokens",
    ],
    'In the container of the official installation: su postgres -c "pg_dump … discourse".',
  ),
  origin: "discourse",
  ...rowsOf([
    partKind("hashes", ["user_passwords"], [HASH]),
    {
      ...partKind("factors", ["user_second_factors"], [FACTOR]),
      isOther: (row) => idText(row.method) !== "1",
    },
    partKind("logins", ["user_associated_accounts"], [LOGIN]),
    partKind("tokens", ["email_tokens"], [TOKEN]),
    partKind("emails", ["user_emails"], [EMAIL]),
    { tables: ["users"], columns: [["id", "username"]], key: ["id"], isOther: isSystem },
  ]),
  idField: "id",
  joinedFields: ["created_at"],
  lastLoginFields: ["last_seen_at"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isUser = mostHave(records, "id", "username", "trust_level");
    if (isUser || mostHave(records, ...LOGIN, "info") || mostHave(records, ...EMAIL)) return "sure";
    return mostHave(records, ...HASH) || mostHave(records, ...FACTOR) ? "possible" : "no";
  },
  toUser: readUser,
};

/** The forum's own accounts have negative numbers. */
function isSystem({ id }: Fields): boolean {
  return Number(id) < 0;
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, mustReset, now, parts } = context;
  if (writtenFlagField(record, "staged", findings) === true) holdBack("invited", "staged");
  else if (writtenFlagField(record, "active", findings) === false) holdBack("unconfirmed", "active");
  if ((momentField(record, "suspended_till", findings) ?? 0) > now) holdBack("banned", "suspended_till");
  const emails = emailsOf(record, context);
  const [hash = record] = parts("hashes");
  if ((momentField(hash, "password_expired_at", findings) ?? now + 1) <= now)
    mustReset("password_expired_at");
  const user = userOfRow(record, { id: "id", userName: "username" }, context, {
    emails,
    password: readPassword(hash, context),
    totp: parts("factors").flatMap((row) => readFactor(row, context)),
  });
  const thirdParty = parts("logins").flatMap((row) => {
    const provider = textField(row, "provider_name", findings);
    const userId = idText(ownField(row, "provider_uid"));
    const login = { provider, userId, email: emails[0]?.value, isVerified: false };
    return socialLogin({ ...login, field: "provider_uid" }, context);
  });
  return { ...user, thirdParty };
}

/** The primary address first; verified where the user followed the link of a mail to it. */
function emailsOf(record: Fields, context: RecordContext): readonly Contact[] {
  const { findings, parts } = context;
  const confirmed = new Set(
    parts("tokens")
      .filter((row) => writtenFlagField(row, "confirmed", findings) === true)
      .map((row) => String(ownField(row, "email")).toLowerCase()),
  );
  const rows = [...parts("emails")].sort((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
  return [record, ...rows].flatMap((row) => {
    const value = emailField(row, "email", findings);
    return value === undefined ? [] : [{ value, isVerified: confirmed.has(value.toLowerCase()) }];
  });
}

function isPrimary(row: Fields): boolean {
  return isSetField(row, "primary");
}

function readPassword(row: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  if (textField(row, "password_hash", findings) === undefined) return undefined;
  return context.password(() => composedHash("discourse", row, findings));
}

/** A second factor is enabled with its first code. */
function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const isConfirmed = writtenFlagField(row, "enabled", findings) === true;
  const deviceName = textField(row, "name", findings);
  const secret = textField(row, "data", findings) ?? "";
  return secondFactor({ field: "data", secret, encoding: "base32", isConfirmed, deviceName }, context);
}
