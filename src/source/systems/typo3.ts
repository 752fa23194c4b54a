import type { UserDraft } from "../assemble-user.js";
import {
  type Fields,
  isFields,
  jsonTextField,
  momentField,
  textField,
  writtenFlagField,
} from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["uid", "email", "username", "password", "disable", "deleted", "starttime", "endtime", "mfa"],
  ]),
  notCarried: new Set([
    ...["pid", "tstamp", "crdate", "cruser_id", "description", "tx_extbase_type", "usergroup", "name"],
    ...["first_name", "middle_name", "last_name", "address", "telephone", "fax", "lockToDomain", "uc"],
    ...["title", "zip", "city", "country", "www", "company", "image", "TSconfig", "lastlogin"],
    "fe_cruser_id",
    ...["is_online", "admin", "lang", "options", "realName", "userMods", "allowed_languages", "avatar"],
    ...["db_mountpoints", "file_mountpoints", "file_permissions", "workspace_perms", "workspace_id"],
    ...["category_perms", "createdByAction"],
  ]),
  secrets: new Set(["felogin_forgotHash", "password_reset_token", "ses_id"]),
};

/**
 * TYPO3's table of frontend users. Backend users have the same columns, and numbers of their own: they are read from
 * a file of their own.
 *
 * @see https://docs.typo3.org/m/typo3/reference-coreapi/main/en-us/ApiOverview/Authentication/MultiFactorAuthentication.html
 */
export const TYPO3: Source = {
  name: "typo3",
  title: "TYPO3",
  howToExport: fromMysql(
    ["fe_users"],
    "Backend users (be_users) have numbers of their own: export them into a file of their own.",
  ),
  origin: "typo3",
  ...rowsOf(
    [
      {
        tables: ["fe_users"],
        columns: [
          ["uid", "username"],
          ["uid", "email"],
        ],
        key: ["uid"],
      },
    ],
    {
      required: [
        ["uid", "username", "password"],
        ["uid", "email"],
      ],
    },
  ),
  idField: "uid",
  joinedFields: ["crdate"],
  lastLoginFields: ["lastlogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "uid", "username", "password", "disable") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, now } = context;
  const begins = momentField(record, "starttime", findings) ?? 0;
  const ends = momentField(record, "endtime", findings) ?? Number.POSITIVE_INFINITY;
  if (writtenFlagField(record, "deleted", findings) === true) holdBack("deleted", "deleted");
  if (writtenFlagField(record, "disable", findings) === true) holdBack("disabled", "disable");
  else if (begins > now) holdBack("disabled", "starttime");
  else if (ends <= now) holdBack("disabled", "endtime");
  const columns = { id: "uid", email: "email", userName: "username", hash: "password" };
  return userOfRow(record, columns, context, { totp: readFactors(record, context) });
}

/** The providers of a user by their names, of which `totp` has its secret in clear. */
function readFactors(record: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const providers = jsonTextField(record, "mfa", findings);
  const totp = isFields(providers) ? providers.totp : undefined;
  if (!isFields(totp)) return [];
  const isConfirmed = writtenFlagField(totp, "active", findings) === true;
  const deviceName = textField(totp, "name", findings);
  const secret = textField(totp, "secret", findings) ?? "";
  return secondFactor({ field: "mfa", secret, encoding: "base32", isConfirmed, deviceName }, context);
}
