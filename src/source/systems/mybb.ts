import type { UserDraft } from "../assemble-user.js";
import { type Fields, idText, momentField, ownField, textField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["uid", "username", "password", "salt", "email", "usergroup"]),
  notCarried: new Set([
    ...[
      "postnum",
      "threadnum",
      "avatar",
      "avatardimensions",
      "avatartype",
      "additionalgroups",
      "displaygroup",
    ],
    ...["usertitle", "regdate", "lastactive", "lastvisit", "lastpost", "website", "icq", "skype", "google"],
    ...["aim", "yahoo", "birthday", "birthdayprivacy", "signature", "allownotices", "hideemail", "invisible"],
    ...["subscriptionmethod", "receivepms", "receivefrombuddy", "pmnotice", "pmnotify", "buddyrequestspm"],
    ...["buddyrequestsauto", "threadmode", "showimages", "showvideos", "showsigs", "showavatars"],
    ...["showquickreply", "showredirect", "ppp", "tpp", "daysprune", "dateformat", "timeformat", "timezone"],
    ...["dst", "dstcorrection", "buddylist", "ignorelist", "style", "away", "awaydate", "returndate"],
    ...["awayreason", "pmfolders", "notepad", "referrer", "referrals", "reputation", "regip", "lastip"],
    ...["language", "timeonline", "showcodebuttons", "totalpms", "unreadpms", "warningpoints"],
    ...["moderateposts", "moderationtime", "suspendposting", "suspensiontime", "suspendsignature"],
    ...["suspendsigtime", "classicpostbit", "loginattempts", "loginlockoutexpiry", "usernotes"],
    ...["sourceeditor", "longregip", "longlastip", "failedlogin", "totalposts", "coppauser"],
  ]),
  secrets: new Set(["loginkey"]),
};

const BAN = ["uid", "bantime", "lifted"];
/** Who has registered and not confirmed it, in an installation's own numbering. */
const AWAITING_ACTIVATION = "5";

/**
 * MyBB's tables of users and bans, whatever their prefix.
 *
 * @see https://github.com/mybb/mybb — install/resources/mysql_db_tables.php, inc/functions_user.php
 */
export const MYBB: Source = {
  name: "mybb",
  title: "MyBB",
  howToExport: fromMysql(
    ["mybb_users", "mybb_banned"],
    "With another prefix than mybb_, name the tables as they are. Every hash is for the login-time fallback.",
  ),
  origin: "mybb",
  ...rowsOf(
    [
      partKind("bans", ["*banned"], [BAN], "uid"),
      { tables: ["*users"], columns: [["uid", "email", "password"]], key: ["uid"] },
    ],
    { required: [["uid", "password", "salt", "email"], BAN] },
  ),
  idField: "uid",
  joinedFields: ["regdate"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isUser = mostHave(records, "uid", "username", "salt", "loginkey", "usergroup");
    return isUser || mostHave(records, ...BAN, "oldgroup") ? "sure" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, now, parts } = context;
  if (idText(ownField(record, "usergroup")) === AWAITING_ACTIVATION) holdBack("unconfirmed", "usergroup");
  // A ban without an end lasts for ever.
  const ends = parts("bans").map((ban) => momentField(ban, "lifted", findings) ?? Number.POSITIVE_INFINITY);
  if (ends.some((end) => end > now)) holdBack("banned", "lifted");
  const columns = { id: "uid", email: "email", userName: "username" };
  return userOfRow(record, columns, context, { password: readPassword(record, context) });
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  const digest = textField(record, "password", context.findings);
  const salt = textField(record, "salt", context.findings);
  if (digest === undefined) return undefined;
  // A plug-in's bcrypt is whole, whatever the salt beside it is.
  return context.password(salt === undefined || digest.startsWith("$") ? digest : `${digest}:${salt}`);
}
