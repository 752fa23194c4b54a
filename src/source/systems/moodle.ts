import type { UserDraft } from "../assemble-user.js";
import { type Fields, isSetField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { secondFactor } from "../fields/second-factor.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { TotpEnrolment } from "../normalized-user.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([...["id", "email", "username", "password", "auth", "confirmed", "deleted", "suspended"]]),
  notCarried: new Set([
    ...["policyagreed", "mnethostid", "idnumber", "firstname", "lastname", "emailstop", "icq", "skype"],
    ...["yahoo", "aim", "msn", "phone1", "phone2", "institution", "department", "address", "city", "country"],
    ...["lang", "calendartype", "theme", "timezone", "firstaccess", "lastaccess", "lastlogin"],
    ...["currentlogin", "lastip", "picture", "url", "description", "descriptionformat", "mailformat"],
    ...["maildigest", "maildisplay", "autosubscribe", "trackforums", "timecreated", "timemodified"],
    ...["trustbitmask", "imagealt", "lastnamephonetic", "firstnamephonetic", "middlename"],
    ...["alternatename", "moodlenetprofile", "htmleditor", "ajax", "screenreader"],
  ]),
  // The token of a confirmation mail.
  secrets: new Set(["secret"]),
};

const PREFERENCE = ["userid", "name", "value"];
const FACTOR = ["userid", "factor", "secret"];

/**
 * Moodle's table of users and of their second factors, whatever their prefix.
 *
 * @see https://github.com/moodle/moodle lib/db/install.xml, admin/tool/mfa/db/install.xml
 */
export const MOODLE: Source = {
  name: "moodle",
  title: "Moodle",
  howToExport: fromMysqlOrPostgres(
    ["mdl_user", "mdl_user_preferences", ["mdl_tool_mfa", "second factors, from Moodle 4.3 on"]],
    "With another prefix than mdl_, name the tables as they are.",
  ),
  origin: "moodle",
  ...rowsOf([
    { ...partKind("factors", ["*tool_mfa"], [FACTOR], "userid"), isOther: (row) => row.factor !== "totp" },
    {
      ...partKind("preferences", ["*user_preferences"], [PREFERENCE], "userid"),
      isOther: (row) => row.name !== "auth_forcepasswordchange",
    },
    {
      tables: ["*user"],
      columns: [
        ["id", "username", "email"],
        ["id", "email", "password"],
      ],
      key: ["id"],
      isOther: isGuest,
    },
  ]),
  idField: "id",
  joinedFields: ["timecreated"],
  lastLoginFields: ["lastlogin", "lastaccess", "currentlogin"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    if (mostHave(records, "auth", "mnethostid") || mostHave(records, "auth", "confirmed", "suspended"))
      return "sure";
    if (mostHave(records, ...FACTOR, "lastverified")) return "sure";
    return mostHave(records, "username", "auth", "confirmed") ? "possible" : "no";
  },
  toUser: readUser,
};

/** The account of everybody who looks around without one of their own. */
function isGuest({ username }: Fields): boolean {
  return username === "guest";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, parts } = context;
  if (writtenFlagField(record, "deleted", findings) === true) holdBack("deleted", "deleted");
  if (writtenFlagField(record, "suspended", findings) === true) holdBack("disabled", "suspended");
  if (writtenFlagField(record, "confirmed", findings) === false) holdBack("unconfirmed", "confirmed");
  if (textField(record, "auth", findings) === "nologin") holdBack("disabled", "auth");
  if (parts("preferences").some((row) => isSetField(row, "value")))
    context.mustReset("auth_forcepasswordchange");
  const columns = { id: "id", email: "email", userName: "username", hash: "password" };
  const totp = parts("factors").flatMap((row) => readFactor(row, context));
  return userOfRow(record, columns, context, { totp });
}

/** A row is written once the user has given a code, and kept where they take the factor away. */
function readFactor(row: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const secret = textField(row, "secret", findings);
  if (secret === undefined || writtenFlagField(row, "revoked", findings) === true) return [];
  const deviceName = textField(row, "label", findings);
  return secondFactor({ field: "secret", secret, encoding: "base32", deviceName }, context);
}
