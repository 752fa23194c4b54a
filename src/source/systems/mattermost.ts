import type { UserDraft } from "../assemble-user.js";
import { contactsOf, loginOf } from "../fields/contacts.js";
import {
  emailField,
  type Fields,
  isSetField,
  textField,
  userIdField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor, secondFactorNotCarried } from "../fields/second-factor.js";
import { fromPostgresOrMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { type RowKind, rowsOf } from "../table-rows.js";
import { asSpelt } from "./shared-letter-case.js";

const COLUMNS = [
  ...["Id", "DeleteAt", "Username", "Password", "AuthData", "AuthService", "Email", "EmailVerified"],
  ...["MfaActive", "MfaSecret"],
] as const;

const OTHERS = [
  ...["CreateAt", "UpdateAt", "Nickname", "FirstName", "LastName", "Position", "Roles", "AllowMarketing"],
  ...["Props", "NotifyProps", "LastPasswordUpdate", "LastPictureUpdate", "FailedAttempts", "Locale"],
  ...["Timezone", "RemoteId", "LastLogin", "MfaUsedTimestamps"],
] as const;

/** In lower case in PostgreSQL, as here in MySQL. */
const bothCases = (names: readonly string[]) => names.flatMap((name) => [name, name.toLowerCase()]);

const USER: FieldTable = { read: new Set(bothCases(COLUMNS)), notCarried: new Set(bothCases(OTHERS)) };

const KINDS: readonly RowKind[] = [
  { tables: ["users"], columns: [["authservice", "mfasecret"]], key: ["id"] },
  { tables: ["users"], columns: [["AuthService", "MfaSecret"]], key: ["Id"] },
];

/**
 * Mattermost's table `users`.
 *
 * @see https://github.com/mattermost/mattermost — server/channels/db/migrations, server/public/model/user.go
 */
export const MATTERMOST: Source = {
  name: "mattermost",
  title: "Mattermost",
  howToExport: fromPostgresOrMysql(["users"]),
  origin: "mattermost",
  ...rowsOf(KINDS),
  idField: "id",
  joinedFields: ["CreateAt"],
  lastLoginFields: ["LastLogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) =>
    mostHave(records, "authservice", "mfasecret") || mostHave(records, "AuthService", "MfaSecret")
      ? "sure"
      : "no",
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const row = asSpelt(record, COLUMNS);
  if (isSetField(row, "DeleteAt")) context.holdBack("disabled", "DeleteAt");
  const isVerified = writtenFlagField(row, "EmailVerified", findings) === true;
  const emails = contactsOf(emailField(row, "Email", findings), isVerified);
  const provider = textField(row, "AuthService", findings);
  const userId = textField(row, "AuthData", findings);
  const hash = textField(row, "Password", findings);
  return {
    externalUserId: userIdField(row, "Id", findings),
    emails,
    phoneNumbers: [],
    userName: textField(row, "Username", findings),
    password: hash === undefined ? undefined : context.password(hash),
    thirdParty:
      provider === undefined
        ? []
        : loginOf({ provider, userId, email: undefined, field: "AuthData" }, emails, context),
    totp: readFactor(row, context),
  };
}

function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const isConfirmed = writtenFlagField(row, "MfaActive", findings) === true;
  const secret = textField(row, "MfaSecret", findings);
  if (secret === undefined && isConfirmed) secondFactorNotCarried("MfaActive", context);
  if (secret === undefined) return [];
  return secondFactor({ field: "MfaSecret", secret, encoding: "base32", isConfirmed }, context);
}
