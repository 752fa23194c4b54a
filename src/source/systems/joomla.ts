import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactorNotCarried } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["id", "email", "username", "password", "block", "activation", "otpKey", "requireReset"]),
  notCarried: new Set([
    ...["name", "usertype", "gid", "sendEmail", "registerDate", "lastvisitDate", "params"],
    ...["lastResetTime", "resetCount", "authProvider"],
  ]),
  // One-time emergency passwords.
  secrets: new Set(["otep"]),
};

const FACTOR = ["user_id", "method", "options"];

/**
 * Joomla's table of users and, since Joomla 4.2, of their second factors, whatever their prefix.
 *
 * @see https://github.com/joomla/joomla-cms installation/sql/mysql/base.sql
 */
export const JOOMLA: Source = {
  name: "joomla",
  title: "Joomla",
  howToExport: fromMysql(
    ["jos_users", ["jos_user_mfa", "second factors, from Joomla 4.2 on"]],
    "With another prefix than jos_, name the tables as they are.",
  ),
  origin: "joomla",
  ...rowsOf([
    { ...partKind("factors", ["*user_mfa"], [FACTOR]), isOther: (row) => row.method === "backupcodes" },
    {
      tables: ["*users"],
      columns: [
        ["id", "email", "username"],
        ["id", "email", "password"],
      ],
      key: ["id"],
    },
  ]),
  idField: "id",
  mustResetFields: ["requireReset"],
  joinedFields: ["registerDate"],
  lastLoginFields: ["lastvisitDate"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "username", "block", "sendEmail") || mostHave(records, "otpKey", "otep"))
      return "sure";
    return mostHave(records, "id", "username", "block") ? "possible" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, parts } = context;
  if (writtenFlagField(record, "block", findings) === true) {
    // A token alone may also be of a reset that was asked for.
    if (isSetField(record, "activation")) holdBack("unconfirmed", "activation");
    else holdBack("disabled", "block");
  }
  // Encrypted under the site's own secret.
  if (isSetField(record, "otpKey")) secondFactorNotCarried("otpKey", context);
  else if (parts("factors").length > 0) secondFactorNotCarried("options", context);
  return userOfRow(record, { id: "id", email: "email", userName: "username", hash: "password" }, context);
}
