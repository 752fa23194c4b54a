import { idText, momentOf } from "../fields/field.js";
import { declared } from "../system/hashes.js";
import { type Row, read } from "../system/row.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { any, filled, not, yes } from "../system/tests.js";

/**
 * Invision Community's and IP.Board's table of members, whatever its prefix.
 *
 * @see https://github.com/WoltLab/WCF wcfsetup/install/files/lib/system/user/authentication/password/algorithm/Ipb3.class.php
 * @see https://invisioncommunity.com/news/invision-community/2480-ipb3-banned-user-management/
 */
export const INVISION = /* @__PURE__ */ system("invision", {
  title: "Invision Community",
  howToExport: fromMysql(
    ["core_members"],
    "With a prefix, name the table with it; of IP.Board 3 and older it is members.",
  ),
  users: {
    tables: "*core_members *members",
    columns: ["member_id email members_pass_hash"],
    except: not(any(filled("email"), filled("members_pass_hash"))),
  },
  user: {
    id: "member_id",
    email: "email",
    userName: "name",
    // Of the password as it was cleaned for a page; since release 4 bcrypt, of the password itself.
    hash: declared("members_pass_hash", { 32: "md5(md5(members_pass_salt) . md5(invision(password)))" }),
  },
  rules: [
    hold("banned", any(yes("member_banned"), read("temp_ban", isBanned)), "temp_ban"),
    // JSON, whose secrets are encrypted under a key of the site's.
    factorNotCarried(
      read("mfa_details", (user) => Object.values(user.jsonObject("mfa_details")?.fields ?? {}).some(Boolean)),
    ),
  ],
  joined: "joined",
  lastLogin: "last_visit last_activity",
  notCarried: `member_group_id ip_address skin warn_level warn_lastwarn language restrict_post bday_day bday_month
    bday_year msg_count_new msg_count_total msg_count_reset msg_show_notification mod_posts auto_track temp_ban
    mgroup_others members_seo_name members_cache failed_logins failed_login_count members_profile_views
    members_day_posts members_bitoptions members_bitoptions2 pp_main_photo pp_main_width pp_main_height pp_thumb_photo
    pp_thumb_width pp_thumb_height pp_setting_count_comments pp_reputation_points pp_photo_type signature
    pconversation_filters timezone pp_cover_photo profilesync profilesync_lastsync allow_admin_mails
    members_display_name members_l_display_name members_l_username title posts`,
  secrets: "member_login_key member_login_key_expire",
  likeness: { sure: ["member_id email members_pass_hash"] },
});

/**
 * Until a moment, or -1 for ever; IP.Board 3 and older write from when, until when, how many and of what:
 * `1700000000:1700086400:1:d`.
 */
function isBanned(user: Row): boolean {
  if (!user.isSet("temp_ban")) return false;
  const ban = idText(user.own("temp_ban")) ?? "";
  const until = momentOf(/^\d+:(\d+):/.exec(ban)?.[1] ?? ban);
  return until === undefined || until > user.context.now;
}
