import { withoutPrefix } from "../system/place.js";
import { firstRule, hold } from "../system/rules.js";
import { fromMysqlOrPostgres, system } from "../system/system.js";
import { all, any, filled, is, isInForce, NEVER, not, yes } from "../system/tests.js";

/** Why a user is inactive. */
const SET_BY_ADMINISTRATOR = "3";

/** The second is of phpBB 4. */
const OF_ADDRESS = any(filled("ban_email"), is("ban_mode", "email"));

/**
 * phpBB's tables of users, their social logins and bans, whatever their prefix.
 *
 * @see https://github.com/phpbb/phpbb phpBB/install/schemas, phpBB/includes/constants.php USER_…, INACTIVE_…
 */
export const PHPBB = /* @__PURE__ */ system("phpbb", {
  title: "phpBB",
  comparedWith:
    "3.3.15, 4.0.0-a1 up to April 2026 of 2026-04-01: phpbb/phpbb: phpBB/phpbb/db/migration/data/v400, phpBB/phpbb/passwords/driver",
  howToExport: fromMysqlOrPostgres(
    ["phpbb_users", "phpbb_banlist", "phpbb_oauth_accounts"],
    "With another prefix than phpbb_, name the tables as they are. phpBB 4 has phpbb_bans in the place of phpbb_banlist.",
  ),
  users: {
    tables: "*users",
    columns: ["user_id user_email", "user_id user_password"],
    // Robots of search engines, and guests.
    except: is("user_type", "2"),
  },
  user: { id: "user_id", email: "user_email", userName: "username", hash: "user_password" },
  rules: [
    firstRule(
      hold("disabled", all(is("user_type", "1"), is("user_inactive_reason", SET_BY_ADMINISTRATOR))),
      hold("unconfirmed", is("user_type", "1")),
    ),
  ],
  parts: [
    {
      name: "bans",
      tables: "*banlist *bans",
      columns: ["ban_userid ban_end"],
      key: "ban_userid",
      // One of a computer, or one that makes an exception. Of those of addresses it is said that no user was found.
      except: any(all(is("ban_userid", "0"), not(OF_ADDRESS)), is("ban_exclude", "1")),
      rules: [hold("banned", all(not(yes("ban_exclude")), isInForce("ban_end")), "ban_end")],
    },
    {
      name: "logins",
      tables: "*oauth_accounts",
      columns: ["user_id provider oauth_provider_id"],
      login: {
        // Written as auth.provider.oauth.service.google by some releases.
        provider: withoutPrefix("provider", /^.*\./),
        userId: "oauth_provider_id",
        verified: NEVER,
      },
    },
  ],
  joined: "user_regdate",
  lastLogin: "user_lastvisit user_last_active",
  notCarried: `group_id user_permissions user_perm_from user_ip username_clean user_passchg user_email_hash
    user_birthday user_lastmark user_lastpost_time user_lastpage user_last_confirm_key user_last_search user_warnings
    user_last_warning user_login_attempts user_inactive_time user_posts user_lang user_timezone user_dateformat
    user_style user_rank user_colour user_new_privmsg user_unread_privmsg user_last_privmsg user_message_rules
    user_full_folder user_emailtime user_topic_show_days user_topic_sortby_type user_topic_sortby_dir
    user_post_show_days user_post_sortby_type user_post_sortby_dir user_notify user_notify_pm user_notify_type
    user_allow_pm user_allow_viewonline user_allow_viewemail user_allow_massemail user_options user_avatar
    user_avatar_type user_avatar_width user_avatar_height user_sig user_sig_bbcode_uid user_sig_bbcode_bitfield
    user_jabber user_new user_reminded user_reminded_time user_pass_convert user_from user_website user_aim user_dst
    user_icq user_interests user_msnm user_occ user_yim`,
  secrets: "user_actkey user_newpasswd user_form_salt reset_token reset_token_expiration user_actkey_expiration",
  // Odoo's users have a column of the same name.
  likeness: { sure: ["user_id username user_password user_email", "user_id provider oauth_provider_id"] },
});
