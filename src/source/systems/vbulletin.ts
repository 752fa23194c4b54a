import type { StatedFacts } from "../../hash/internal.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, statedBy } from "../fields/composed-hash.js";
import { type Fields, idText, momentField, ownField, textField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import type { HoldReason } from "../fields/hold-reasons.js";
import type { Password } from "../fields/read-password.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysql } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set(["userid", "email", "username", "password", "salt", "token", "scheme", "usergroupid"]),
  notCarried: new Set([
    ...["membergroupids", "displaygroupid", "passworddate", "styleid", "languageid", "parentemail"],
    ...["homepage", "icq", "aim", "yahoo", "msn", "skype", "google", "usertitle", "customtitle", "joindate"],
    ...["daysprune", "lastvisit", "lastactivity", "lastpost", "lastpostid", "posts", "reputation"],
    ...["reputationlevelid", "timezoneoffset", "pmpopup", "avatarid", "avatarrevision", "profilepicrevision"],
    ...["options", "birthday", "birthday_search", "maxposts", "startofweek", "ipaddress", "referrerid"],
    ...["displayname", "privacyconsent", "privacyconsentupdated", "emailstamp", "threadedmode"],
  ]),
  secrets: new Set(["secret"]),
};

const BAN = ["userid", "liftdate"];

/** Groups that vBulletin sets up itself. */
const HELD_BACK: Readonly<Record<string, HoldReason>> = { 3: "unconfirmed", 4: "disabled", 8: "banned" };

/**
 * vBulletin's tables of users and bans, releases 3 to 6, whatever their prefix.
 *
 * @see https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/
 */
export const VBULLETIN: Source = {
  name: "vbulletin",
  title: "vBulletin",
  howToExport: fromMysql(
    ["user", "userban"],
    "With a prefix, name the tables as they are. Every hash is for the login-time fallback.",
  ),
  origin: "vbulletin",
  ...rowsOf([
    partKind("bans", ["*userban"], [BAN], "userid"),
    { tables: ["*user"], columns: [["userid", "email"]], key: ["userid"] },
  ]),
  idField: "userid",
  joinedFields: ["joindate"],
  lastLoginFields: ["lastactivity", "lastvisit"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => (mostHave(records, "userid", "usergroupid", "username") ? "sure" : "no"),
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, now, parts } = context;
  const group = idText(ownField(record, "usergroupid")) ?? "";
  const reason = Object.hasOwn(HELD_BACK, group) ? HELD_BACK[group] : undefined;
  if (reason !== undefined) holdBack(reason, "usergroupid");
  // A ban without an end lasts for ever.
  const ends = parts("bans").map((ban) => momentField(ban, "liftdate", findings) ?? Number.POSITIVE_INFINITY);
  if (reason !== "banned" && ends.some((end) => end > now)) holdBack("banned", "liftdate");
  const password = readPassword(record, context);
  return userOfRow(record, { id: "userid", email: "email", userName: "username" }, context, { password });
}

/** `blowfish:10`, `argon2id`, and `legacy` for the digests of releases 3 and 4. */
function statedOf(record: Fields, { findings }: RecordContext): StatedFacts {
  const scheme = textField(record, "scheme", findings);
  const cost = /^blowfish:([0-9]{1,2})$/.exec(scheme ?? "")?.[1];
  if (cost !== undefined) return { is: ["bcrypt"], cost: Number(cost) };
  return statedBy({ argon2id: ["argon2id"], legacy: ["md5"] }, scheme) ?? {};
}

function readPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const token = textField(record, "token", findings);
  if (token !== undefined) {
    // Digest and salt of older releases, which vBulletin 5 keeps with a blank between them.
    const old = /^([0-9a-f]{32}) (.+)$/i.exec(token);
    const hash = old === null ? token : `${old[1]}:${old[2]}`;
    return context.password(() => asStated(hash, statedOf(record, context), "scheme", context));
  }
  const digest = textField(record, "password", findings);
  const salt = textField(record, "salt", findings);
  if (digest === undefined) return undefined;
  return context.password(salt === undefined ? digest : `${digest}:${salt}`);
}
