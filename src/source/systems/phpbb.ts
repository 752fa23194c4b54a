import type { UserDraft } from "../assemble-user.js";
import { type Fields, idText, momentField, ownField, textField, writtenFlagField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { userOfRow } from "../fields/user-row.js";
import { fromMysqlOrPostgres } from "../how-to-export.js";
import { mostHave } from "../likeness.js";
import type { RecordContext, Source } from "../source.js";
import { partKind, rowsOf } from "../table-rows.js";

const USER: FieldTable = {
  read: new Set([
    ...["user_id", "user_email", "username", "user_password", "user_type", "user_inactive_reason"],
  ]),
  notCarried: new Set([
    ...["group_id", "user_permissions", "user_perm_from", "user_ip", "user_regdate", "username_clean"],
    ...[
      "user_passchg",
      "user_email_hash",
      "user_birthday",
      "user_lastvisit",
      "user_lastmark",
      "user_last_active",
    ],
    ...["user_lastpost_time", "user_lastpage", "user_last_confirm_key", "user_last_search", "user_warnings"],
    ...["user_last_warning", "user_login_attempts", "user_inactive_time", "user_posts", "user_lang"],
    ...["user_timezone", "user_dateformat", "user_style", "user_rank", "user_colour", "user_new_privmsg"],
    ...["user_unread_privmsg", "user_last_privmsg", "user_message_rules", "user_full_folder"],
    ...["user_emailtime", "user_topic_show_days", "user_topic_sortby_type", "user_topic_sortby_dir"],
    ...["user_post_show_days", "user_post_sortby_type", "user_post_sortby_dir", "user_notify"],
    ...[
      "user_notify_pm",
      "user_notify_type",
      "user_allow_pm",
      "user_allow_viewonline",
      "user_allow_viewemail",
    ],
    ...["user_allow_massemail", "user_options", "user_avatar", "user_avatar_type", "user_avatar_width"],
    ...["user_avatar_height", "user_sig", "user_sig_bbcode_uid", "user_sig_bbcode_bitfield", "user_jabber"],
    ...["user_new", "user_reminded", "user_reminded_time", "user_pass_convert", "user_from", "user_website"],
    ...["user_aim", "user_dst", "user_icq", "user_interests", "user_msnm", "user_occ", "user_yim"],
  ]),
  secrets: new Set([
    ...["user_actkey", "user_newpasswd", "user_form_salt", "reset_token", "reset_token_expiration"],
    ...["user_actkey_expiration"],
  ]),
};

const BAN = ["ban_userid", "ban_end"];
const LOGIN = ["user_id", "provider", "oauth_provider_id"];
/** Why a user is inactive. */
const SET_BY_ADMINISTRATOR = "3";

/**
 * phpBB's tables of users, their social logins and bans, whatever their prefix.
 *
 * @see https://github.com/phpbb/phpbb phpBB/install/schemas, phpBB/includes/constants.php USER_…, INACTIVE_…
 */
export const PHPBB: Source = {
  name: "phpbb",
  title: "phpBB",
  howToExport: fromMysqlOrPostgres(
    ["phpbb_users", "phpbb_banlist", "phpbb_oauth_accounts"],
    "With another prefix than phpbb_, name the tables as they are. phpBB 4 has phpbb_bans in the place of phpbb_banlist.",
  ),
  origin: "phpbb",
  ...rowsOf([
    { ...partKind("bans", ["*banlist", "*bans"], [BAN], "ban_userid"), isOther: isOfNoUser },
    partKind("logins", ["*oauth_accounts"], [LOGIN]),
    {
      tables: ["*users"],
      columns: [
        ["user_id", "user_email"],
        ["user_id", "user_password"],
      ],
      key: ["user_id"],
      isOther: isBot,
    },
  ]),
  idField: "user_id",
  joinedFields: ["user_regdate"],
  lastLoginFields: ["user_lastvisit", "user_last_active"],
  fields: [USER],
  otherFields: "counted",
  detect: (records) => {
    const isUser = mostHave(records, "user_id", "username", "user_password", "user_email");
    // Odoo's users have a column of the same name.
    return isUser || mostHave(records, ...LOGIN) ? "sure" : "no";
  },
  toUser: readUser,
};

/** A ban of an address, or one that makes an exception. */
function isOfNoUser(row: Fields): boolean {
  const { ban_userid: user, ban_exclude: isException } = row;
  return user === 0 || user === "0" || isException === 1 || isException === "1";
}

/** Robots of search engines, and guests. */
function isBot({ user_type: type }: Fields): boolean {
  return type === 2 || type === "2";
}

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings, holdBack, parts } = context;
  if (idText(ownField(record, "user_type")) === "1") {
    const isSetAside = idText(ownField(record, "user_inactive_reason")) === SET_BY_ADMINISTRATOR;
    holdBack(isSetAside ? "disabled" : "unconfirmed", "user_type");
  }
  if (parts("bans").some((ban) => isInForce(ban, context))) holdBack("banned", "ban_end");
  const columns = { id: "user_id", email: "user_email", userName: "username", hash: "user_password" };
  const user = userOfRow(record, columns, context);
  const email = user.emails[0]?.value;
  const thirdParty = parts("logins").flatMap((row) => {
    // Written as auth.provider.oauth.service.google by some releases.
    const provider = textField(row, "provider", findings)?.replace(/^.*\./, "");
    const userId = idText(ownField(row, "oauth_provider_id"));
    return socialLogin({ provider, userId, email, isVerified: false, field: "oauth_provider_id" }, context);
  });
  return { ...user, thirdParty };
}

/** A ban without an end lasts for ever. */
function isInForce(ban: Fields, { findings, now }: RecordContext): boolean {
  if (writtenFlagField(ban, "ban_exclude", findings) === true) return false;
  return (momentField(ban, "ban_end", findings) ?? Number.POSITIVE_INFINITY) > now;
}
